//! The restored tree is upstream's, and the shim does what upstream does.

use std::ffi::c_void;
use std::path::Path;
use std::process::Command;
use std::ptr::{null, null_mut};
use std::{fs, slice};

use upstream::*;

/// xorshift64*: the tests need variety, and the same one each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&self.next().to_be_bytes()));
        bytes
    }

    fn scalar(&mut self) -> secp256k1_scalar {
        let mut r = secp256k1_scalar::default();
        unsafe { upstream_scalar_set_b32(&mut r, self.bytes().as_ptr(), null_mut()) };
        r
    }

    fn fe(&mut self) -> secp256k1_fe {
        let mut r = secp256k1_fe::default();
        unsafe { upstream_fe_set_b32_mod(&mut r, self.bytes().as_ptr()) };
        r
    }

    fn ge(&mut self) -> secp256k1_ge {
        let mut r = secp256k1_ge::default();
        while unsafe { upstream_ge_set_xo_var(&mut r, &self.fe(), (self.next() & 1) as i32) } == 0 {}
        r
    }

    /// With a random z.
    fn gej(&mut self) -> secp256k1_gej {
        let mut r = gej(&self.ge());
        unsafe { upstream_gej_rescale(&mut r, &self.fe()) };
        r
    }
}

fn gej(a: &secp256k1_ge) -> secp256k1_gej {
    let mut r = secp256k1_gej::default();
    unsafe { upstream_gej_set_ge(&mut r, a) };
    r
}

fn naive(a: &secp256k1_ge, k: &secp256k1_scalar) -> secp256k1_gej {
    let mut r = secp256k1_gej::default();
    unsafe { upstream_ecmult_naive(&mut r, a, k) };
    r
}

fn sum(a: &secp256k1_gej, b: &secp256k1_gej) -> secp256k1_gej {
    let mut r = secp256k1_gej::default();
    unsafe { upstream_gej_add_var(&mut r, a, b, null_mut()) };
    r
}

fn fe_bytes(a: &secp256k1_fe) -> [u8; 32] {
    let mut r = [0; 32];
    unsafe { upstream_fe_get_b32(r.as_mut_ptr(), a) };
    r
}

fn xy(a: &secp256k1_ge) -> [u8; 64] {
    let mut r = [0; 64];
    assert_eq!(unsafe { upstream_ge_to_xy64(r.as_mut_ptr(), a) }, a.infinity);
    r
}

#[track_caller]
fn assert_same(a: &secp256k1_gej, b: &secp256k1_gej) {
    assert_eq!(unsafe { upstream_gej_eq_var(a, b) }, 1);
}

#[track_caller]
fn assert_same_scalar(a: &secp256k1_scalar, b: &secp256k1_scalar) {
    assert_eq!(unsafe { upstream_scalar_eq(a, b) }, 1);
}

/// What the callback gets as its data: the pairs, and how often it has been called.
struct Input {
    pairs: Vec<(secp256k1_scalar, secp256k1_ge)>,
    calls: usize,
}

unsafe extern "C" fn give(sc: *mut secp256k1_scalar, pt: *mut secp256k1_ge, idx: usize, data: *mut c_void) -> i32 {
    let input = unsafe { &mut *data.cast::<Input>() };
    input.calls += 1;
    unsafe { (*sc, *pt) = input.pairs[idx] };
    1
}

#[test]
fn tree_is_upstreams() {
    let root = Path::new(upstream::SOURCE);
    for file in [
        "autogen.sh",
        "ci/ci.sh",
        "cmake/TryAppendCFlags.cmake",
        "configure.ac",
        "contrib/lax_der_parsing.c",
        "doc/musig.md",
        "examples/musig.c",
        "include/secp256k1_silentpayments.h",
        "sage/secp256k1_params.sage",
        "src/bench_ecmult.c",
        "src/modules/musig/keyagg_impl.h",
        "src/precomputed_ecmult.c",
        "src/tests.c",
        "src/tests_exhaustive.c",
        "src/wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.h",
        "tools/check-abi.sh",
    ] {
        assert!(root.join(file).is_file(), "{file}");
    }
    // Those that the package took away, and one that upstream has without a prefix.
    for (file, text) in [
        ("src/scratch_impl.h", "secp256k1_scratch_create("),
        ("src/scratch_impl.h", "secp256k1_scratch_destroy("),
        ("src/secp256k1.c", "secp256k1_context_create("),
        ("src/secp256k1.c", "secp256k1_scratch_space_create("),
        ("contrib/lax_der_parsing.c", "int ecdsa_signature_parse_der_lax("),
        ("src/tests.c", "#include \"wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.h\""),
    ] {
        assert!(fs::read_to_string(root.join(file)).unwrap().contains(text), "{file}: {text}");
    }
    for folder in ["", "contrib", "include", "src"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.ends_with(".orig") && !name.ends_with(".rej"), "{name}");
        }
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |file| fs::metadata(root.join(file)).unwrap().permissions().mode();
        assert_ne!(mode("autogen.sh") & 0o100, 0);
        assert_eq!(mode("configure.ac") & 0o111, 0);
    }
}

/// A C program that only includes the headers compiles without a warning in the strictest C89, and upstream's has the
/// declarations that the package takes away.
#[test]
fn headers_are_c89() {
    let source = std::env::temp_dir().join(format!("upstream-shim-{}.c", std::process::id()));
    let program = "
        #include \"shim.h\"
        #include \"include/secp256k1.h\"
        int main(void) {
            secp256k1_context_destroy(secp256k1_context_clone(secp256k1_context_create(SECP256K1_CONTEXT_NONE)));
            return secp256k1_nonce_function_default != secp256k1_nonce_function_rfc6979 || upstream_ALIGNMENT == 0;
        }
    ";
    fs::write(&source, program).unwrap();
    let status = Command::new(std::env::var("CC").unwrap_or("cc".into()))
        .args(["-std=c90", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-long-long", "-fsyntax-only"])
        .args(["-I", env!("CARGO_MANIFEST_DIR"), "-I", upstream::SOURCE])
        .arg(&source)
        .status();
    fs::remove_file(&source).unwrap();
    assert!(status.unwrap().success());
}

#[test]
#[cfg(target_pointer_width = "64")]
fn layout() {
    use std::mem::{align_of, size_of};
    assert_eq!(size_of::<secp256k1_fe>(), 40);
    assert_eq!(size_of::<secp256k1_scalar>(), 32);
    assert_eq!(size_of::<secp256k1_ge>(), 88);
    assert_eq!(size_of::<secp256k1_gej>(), 128);
    assert_eq!(align_of::<secp256k1_gej>(), 8);
    assert_eq!(size_of::<secp256k1_callback>(), 16);
    assert_eq!(size_of::<secp256k1_scratch>(), 32);
}

#[test]
fn constants() {
    unsafe {
        assert!([8, 16, 32, 64].contains(&upstream_ALIGNMENT));
        assert_eq!(upstream_STRAUSS_SCRATCH_OBJECTS, 5);
        assert_eq!(upstream_PIPPENGER_SCRATCH_OBJECTS, 6);
        assert_eq!(upstream_PIPPENGER_MAX_BUCKET_WINDOW, 12);
        assert_eq!(upstream_ECMULT_PIPPENGER_THRESHOLD, 88);
        assert_eq!(upstream_ECMULT_MAX_POINTS_PER_BATCH, 5_000_000);
        assert_eq!(upstream_ge_is_valid_var(upstream_ge_const_g), 1);
        assert_eq!(xy(&*upstream_ge_const_g)[..4], [0x79, 0xbe, 0x66, 0x7e]);
        assert!((*upstream_default_error_callback).fn_.is_some());
    }
}

#[test]
fn multi_multiplication_equals_naive() {
    type Multi = unsafe extern "C" fn(
        *const secp256k1_callback,
        *mut secp256k1_scratch,
        *mut secp256k1_gej,
        *const secp256k1_scalar,
        secp256k1_ecmult_multi_callback,
        *mut c_void,
        usize,
    ) -> i32;
    let mut random = Random(1);
    unsafe {
        let cb = upstream_default_error_callback;
        // The last one is beyond the threshold for Pippenger.
        for n in [0, 1, 2, 7, 90] {
            let mut input = Input { pairs: Vec::new(), calls: 0 };
            let g_sc = random.scalar();
            let mut expected = naive(&*upstream_ge_const_g, &g_sc);
            for _ in 0..n {
                let (k, mut p) = (random.scalar(), random.ge());
                expected = sum(&expected, &naive(&p, &k));
                upstream_ge_raise_magnitude(&mut p);
                input.pairs.push((k, p));
            }
            let scratch = upstream_scratch_create(cb, 1 << 20);
            for (f, scratch) in [
                (upstream_ecmult_multi_var as Multi, scratch),
                (upstream_ecmult_multi_var, null_mut()),
                (upstream_ecmult_strauss_batch_single, scratch),
                (upstream_ecmult_pippenger_batch_single, scratch),
            ] {
                let mut r = secp256k1_gej::default();
                input.calls = 0;
                assert_eq!(f(cb, scratch, &mut r, &g_sc, Some(give), (&raw mut input).cast(), n), 1);
                assert_eq!(input.calls, n);
                assert_same(&r, &expected);
            }
            upstream_scratch_destroy(cb, scratch);
        }

        let (p, na, ng) = (random.ge(), random.scalar(), random.scalar());
        let mut r = secp256k1_gej::default();
        upstream_ecmult(&mut r, &gej(&p), &na, &ng);
        assert_same(&r, &sum(&naive(&p, &na), &naive(&*upstream_ge_const_g, &ng)));
        upstream_ecmult(&mut r, &gej(&p), &na, null());
        assert_same(&r, &naive(&p, &na));
    }
}

#[test]
fn sizes() {
    unsafe {
        let cb = upstream_default_error_callback;
        for n in [1, 30, 200] {
            let padding = upstream_STRAUSS_SCRATCH_OBJECTS * upstream_ALIGNMENT;
            let scratch = upstream_scratch_create(cb, upstream_strauss_scratch_size(n) + padding);
            assert!(upstream_strauss_max_points(cb, scratch) >= n);
            upstream_scratch_destroy(cb, scratch);

            let window = upstream_pippenger_bucket_window(n);
            assert!(upstream_pippenger_bucket_window_inv(window) >= n);
            let padding = upstream_PIPPENGER_SCRATCH_OBJECTS * upstream_ALIGNMENT;
            let scratch = upstream_scratch_create(cb, upstream_pippenger_scratch_size(n, window) + padding);
            assert!(upstream_pippenger_max_points(cb, scratch) >= n);
            upstream_scratch_destroy(cb, scratch);
        }
        let (mut batches, mut points) = (0, 0);
        assert_eq!(upstream_ecmult_multi_batch_size_helper(&mut batches, &mut points, 10, 25), 1);
        assert_eq!((batches, points), (3, 9));
    }
}

#[test]
fn scratch_space() {
    unsafe {
        let cb = upstream_default_error_callback;
        let scratch = upstream_scratch_create(cb, 1000);
        let checkpoint = upstream_scratch_checkpoint(cb, scratch);
        assert_eq!(upstream_scratch_max_allocation(cb, scratch, 0), 1000);
        let block = upstream_scratch_alloc(cb, scratch, 100).cast::<u8>();
        assert!(slice::from_raw_parts(block, 100).iter().all(|&byte| byte == 0));
        assert!(upstream_scratch_max_allocation(cb, scratch, 0) <= 900);
        assert!(upstream_scratch_alloc(cb, scratch, 1000).is_null());
        upstream_scratch_apply_checkpoint(cb, scratch, checkpoint);
        assert_eq!(upstream_scratch_max_allocation(cb, scratch, 0), 1000);
        upstream_scratch_destroy(cb, scratch);
        upstream_scratch_destroy(cb, null_mut());
    }
}

#[test]
fn scalars() {
    let mut random = Random(2);
    let (a, b) = (random.scalar(), random.scalar());
    let (mut r, mut r1, mut r2) = Default::default();
    unsafe {
        let mut bytes = [0; 32];
        upstream_scalar_get_b32(bytes.as_mut_ptr(), &a);
        upstream_scalar_set_b32(&mut r, bytes.as_ptr(), null_mut());
        assert_same_scalar(&r, &a);
        let mut overflow = 0;
        upstream_scalar_set_b32(&mut r, [0xff; 32].as_ptr(), &mut overflow);
        assert_eq!(overflow, 1);

        upstream_scalar_negate(&mut r, &a);
        assert_ne!(upstream_scalar_is_high(&r), upstream_scalar_is_high(&a));
        assert_eq!(upstream_scalar_add(&mut r, &r1, &r2), 0);
        upstream_scalar_negate(&mut r, &a);
        upstream_scalar_add(&mut r1, &r, &a);
        assert_eq!(upstream_scalar_is_zero(&r1), 1);

        upstream_scalar_inverse(&mut r, &b);
        upstream_scalar_mul(&mut r1, &a, &b);
        upstream_scalar_mul(&mut r2, &r1, &r);
        assert_same_scalar(&r2, &a);

        upstream_scalar_split_lambda(&mut r1, &mut r2, &a);
        upstream_scalar_mul(&mut r, &r2, upstream_const_lambda);
        let mut joined = secp256k1_scalar::default();
        upstream_scalar_add(&mut joined, &r, &r1);
        assert_same_scalar(&joined, &a);

        upstream_scalar_split_128(&mut r1, &mut r2, &a);
        let mut halves = [[0; 32]; 2];
        upstream_scalar_get_b32(halves[0].as_mut_ptr(), &r1);
        upstream_scalar_get_b32(halves[1].as_mut_ptr(), &r2);
        assert_eq!([&halves[1][16..], &halves[0][16..]].concat(), bytes);

        // The digits of both recodings add up to the half that they are of.
        let value = u128::from_be_bytes(halves[0][16..].try_into().unwrap());
        let digits = |digits: &[i32], w: usize| {
            digits.iter().rev().fold(0u128, |sum, &d| (sum << w).wrapping_add_signed(d.into()))
        };
        let mut wnaf = [0; 129];
        let bits = upstream_ecmult_wnaf(wnaf.as_mut_ptr(), 129, &r1, 5);
        assert!((1..=129).contains(&bits));
        assert_eq!(digits(&wnaf, 1), value);
        let mut fixed = [0; 32];
        let skew = upstream_wnaf_fixed(fixed.as_mut_ptr(), &r1, 4);
        assert_eq!(digits(&fixed, 4).wrapping_sub(skew as u128), value);
    }
}

#[test]
fn field_elements() {
    let mut random = Random(3);
    let (a, b) = (random.fe(), random.fe());
    let (mut r, mut s) = Default::default();
    unsafe {
        assert_eq!(upstream_fe_set_b32_limit(&mut r, fe_bytes(&a).as_ptr()), 1);
        assert_eq!(upstream_fe_set_b32_limit(&mut s, [0xff; 32].as_ptr()), 0);

        // a + 2a - 3a = 0
        upstream_fe_mul_int(&mut r, 2);
        upstream_fe_add(&mut r, &a);
        s = a;
        upstream_fe_mul_int(&mut s, 3);
        let mut negated = secp256k1_fe::default();
        upstream_fe_negate(&mut negated, &s, 3);
        upstream_fe_add(&mut r, &negated);
        assert_eq!(upstream_fe_normalizes_to_zero_var(&r), 1);
        upstream_fe_normalize_var(&mut r);
        assert_eq!(r.n, secp256k1_fe::default().n);

        // a^2 * b / b = a * a
        upstream_fe_sqr(&mut r, &a);
        upstream_fe_mul(&mut s, &r, &b);
        upstream_fe_inv_var(&mut r, &b);
        let mut t = secp256k1_fe::default();
        upstream_fe_mul(&mut t, &s, &r);
        let copy = a;
        upstream_fe_mul(&mut s, &a, &copy);
        assert_eq!(fe_bytes(&t), fe_bytes(&s));
    }
}

#[test]
fn points() {
    let mut random = Random(4);
    let (p, q) = (random.ge(), random.ge());
    let mut r = secp256k1_ge::default();
    let (mut j, mut rzr) = (secp256k1_gej::default(), secp256k1_fe::default());
    unsafe {
        assert_eq!(upstream_ge_from_xy64(&mut r, xy(&p).as_ptr(), 0), 1);
        assert_eq!(upstream_ge_is_valid_var(&r), 1);
        assert_eq!(upstream_ge_eq_var(&r, &p), 1);
        assert_eq!(upstream_ge_from_xy64(&mut r, [0xff; 64].as_ptr(), 0), 0);
        assert_eq!(upstream_ge_from_xy64(&mut r, null(), 1), 1);
        assert_eq!((r.infinity, xy(&r)), (1, [0; 64]));

        // Sums by each of the formulas, the last with q as Jacobian coordinates of a point with z = b.
        let expected = sum(&gej(&p), &gej(&q));
        let mut rescaled = gej(&p);
        upstream_gej_rescale(&mut rescaled, &random.fe());
        upstream_gej_add_ge_var(&mut j, &rescaled, &q, &mut rzr);
        assert_same(&j, &expected);
        let mut z = secp256k1_fe::default();
        upstream_fe_mul(&mut z, &rescaled.z, &rzr);
        assert_eq!(fe_bytes(&z), fe_bytes(&j.z));
        let (b, mut bzinv, mut scaled) = (random.fe(), secp256k1_fe::default(), gej(&q));
        upstream_gej_rescale(&mut scaled, &b);
        upstream_fe_inv_var(&mut bzinv, &b);
        let without_z = secp256k1_ge { x: scaled.x, y: scaled.y, infinity: 0 };
        upstream_gej_add_zinv_var(&mut j, &rescaled, &without_z, &bzinv);
        assert_same(&j, &expected);

        upstream_gej_neg(&mut j, &rescaled);
        upstream_ge_neg(&mut r, &p);
        assert_eq!(upstream_gej_eq_ge_var(&j, &r), 1);
        assert_eq!(upstream_gej_is_infinity(&sum(&j, &rescaled)), 1);
        upstream_ge_mul_lambda(&mut r, &p);
        assert_same(&gej(&r), &naive(&p, &*upstream_const_lambda));
        upstream_fe_mul(&mut z, &p.x, upstream_const_beta);
        assert_eq!(fe_bytes(&z), fe_bytes(&r.x));

        let mut all = [random.gej(), j, secp256k1_gej::default()];
        upstream_gej_set_infinity(&mut all[2]);
        let mut affine = [secp256k1_ge::default(); 3];
        upstream_ge_set_all_gej_var(affine.as_mut_ptr(), all.as_ptr(), 3);
        for (a, j) in affine.iter().zip(&mut all) {
            upstream_ge_set_gej_var(&mut r, j);
            assert_eq!(upstream_ge_eq_var(&r, a), 1);
        }
    }
}

/// The value stays, and the limbs reach into the upper eighth (x) or sixth (y) of what the magnitude allows.
#[test]
#[cfg(target_pointer_width = "64")]
fn raised_magnitudes() {
    let mut random = Random(5);
    for _ in 0..100 {
        let p = random.ge();
        let (mut raised, mut jacobian) = (p, random.gej());
        let original = jacobian;
        unsafe {
            upstream_ge_raise_magnitude(&mut raised);
            upstream_gej_raise_magnitude(&mut jacobian);
        }
        assert_eq!(xy(&raised), xy(&p));
        assert_same(&jacobian, &original);
        for (fe, magnitude) in [(raised.x, 4), (raised.y, 3), (jacobian.x, 4), (jacobian.y, 4)] {
            for (limb, max) in fe.n.into_iter().zip([(1 << 52) - 1; 4].into_iter().chain([(1 << 48) - 1])) {
                assert!(limb <= 2 * magnitude * max && limb > (2 * magnitude - 2) * max, "{limb:x} at {magnitude}");
            }
        }
    }
}

/// Against the three keys, and their aggregate in this order, that BIP 327 gives as its first test vector.
#[test]
fn musig_key_aggregation() {
    let bytes = |hex: &str| -> Vec<u8> {
        (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
    };
    let keys = bytes(concat!(
        "02F9308A019258C31049344F85F89D5229B531C845836F99B08601F113BCE036F9",
        "03DFF1D77F2A671C5F36183726DB2341BE58FEAE1DA2DECED843240F7B502BA659",
        "023590A94E768F8E1815C2F24B4D80A8E3149316C3518CE7B7AD338368D038CA66",
    ));
    let expected = bytes("90539EEDE565F5D054F32CC0C220126889ED1E5D193BAF15AEF344FE59D4610C");
    let mut xonly = [0; 32];
    unsafe {
        assert_eq!(upstream_musig_pubkey_agg_b33(xonly.as_mut_ptr(), keys.as_ptr(), 3), 1);
        assert_eq!(xonly[..], expected);
        assert_eq!(upstream_musig_pubkey_agg_b33(xonly.as_mut_ptr(), [4; 33].as_ptr(), 1), 0);
        assert_eq!(upstream_musig_pubkey_agg_b33(xonly.as_mut_ptr(), keys.as_ptr(), 0), 0);
    }
}

/// Three steps of each chain are what the single operations give.
#[test]
fn microbenchmarks() {
    let mut random = Random(6);
    unsafe {
        let (a, b) = (random.fe(), random.fe());
        let (mut r, mut s) = (secp256k1_fe::default(), a);
        upstream_bench_fe_mul(3, &a, &b, &mut r);
        (0..3).for_each(|_| upstream_fe_mul(&mut s, &s, &b));
        assert_eq!(fe_bytes(&r), fe_bytes(&s));
        s = a;
        upstream_bench_fe_sqr(3, &a, &mut r);
        (0..3).for_each(|_| upstream_fe_sqr(&mut s, &s));
        assert_eq!(fe_bytes(&r), fe_bytes(&s));
        s = a;
        upstream_bench_fe_inv_var(3, &a, &b, &mut r);
        for _ in 0..3 {
            upstream_fe_inv_var(&mut s, &s);
            upstream_fe_add(&mut s, &b);
        }
        assert_eq!(fe_bytes(&r), fe_bytes(&s));

        let (p, q) = (random.ge(), random.ge());
        let mut k = secp256k1_scalar::default();
        let mut j = secp256k1_gej::default();
        upstream_bench_gej_double_var(3, &gej(&p), &mut j);
        upstream_scalar_set_int(&mut k, 8);
        assert_same(&j, &naive(&p, &k));
        upstream_scalar_set_int(&mut k, 3);
        let expected = sum(&gej(&p), &naive(&q, &k));
        upstream_bench_gej_add_ge_var(3, &gej(&p), &q, &mut j);
        assert_same(&j, &expected);
        upstream_bench_gej_add_var(3, &gej(&p), &gej(&q), &mut j);
        assert_same(&j, &expected);

        let (a, b) = (random.scalar(), random.scalar());
        let (mut last, mut r1, mut r2) = (a, secp256k1_scalar::default(), secp256k1_scalar::default());
        upstream_bench_scalar_split_lambda(3, &a, &mut k);
        for _ in 0..3 {
            upstream_scalar_split_lambda(&mut r1, &mut r2, &last);
            upstream_scalar_add(&mut last, &r1, &r2);
        }
        assert_same_scalar(&k, &last);
        let (mut wnaf, mut fixed) = ([i32::MAX; 129], [i32::MAX; 26]);
        assert!((1..=129).contains(&upstream_bench_ecmult_wnaf(3, &a, &b, wnaf.as_mut_ptr())));
        assert!(wnaf.iter().all(|digit| digit.abs() < 16));
        assert!((0..=1).contains(&upstream_bench_wnaf_fixed(3, &a, &b, 5, fixed.as_mut_ptr())));
        assert!(fixed.iter().all(|digit| digit.abs() < 32));
    }
}

//! x86-64 with the instructions mulx (BMI2) and adcx, adox (ADX).
//!
//! mulx multiplies rdx by an operand without touching the flags; adcx adds with the carry flag alone
//! and adox with the overflow flag alone. So a row of a product has two carry chains side by side:
//! the low halves of its partial products go along CF, the high halves along OF, into one accumulator.
//!
//! Every chain begins with both flags cleared by an `xor` and ends where neither can be set any more,
//! which the comments argue: each partial sum is a number that fits the limbs that it is in.

use crate::field::{C, Fe, Multiply};
use core::arch::asm;

cpufeatures::new!(cpu, "bmi2", "adx");

/// Inline assembly with two carry chains. Private to the crate: only [`Engine::run`](super::Engine::run) and
/// `with_engine!` on an engine that is available lead here.
#[derive(Clone, Copy, Debug)]
pub struct Adx;

/// Whether this processor has the instructions.
pub fn is_available() -> bool {
    cpu::get()
}

/// Adds rdx times the four limbs at `$a` to the accumulator limbs `$r0` to `$r4`, where `$r4` must be zero.
///
/// The accumulator is below 2^256 before, and afterwards below 2^256 + (2^64 − 1)·(2^256 − 1) < 2^320: so
/// what either chain carries out of `$r3` ends in `$r4`. CF and OF must be clear.
macro_rules! row {
    ($a:literal, $r0:literal, $r1:literal, $r2:literal, $r3:literal, $r4:literal) => {
        concat!(
            "mulx rcx, rax, [",
            $a,
            "]\n adcx ",
            $r0,
            ", rax\n adox ",
            $r1,
            ", rcx\n",
            "mulx rcx, rax, [",
            $a,
            " + 8]\n adcx ",
            $r1,
            ", rax\n adox ",
            $r2,
            ", rcx\n",
            "mulx rcx, rax, [",
            $a,
            " + 16]\n adcx ",
            $r2,
            ", rax\n adox ",
            $r3,
            ", rcx\n",
            "mulx rcx, rax, [",
            $a,
            " + 24]\n adcx ",
            $r3,
            ", rax\n adox ",
            $r4,
            ", rcx\n",
            "adc ",
            $r4,
            ", 0\n",
        )
    };
}

/// Folds r8 … r15 modulo p into r8 … r11: the same integer as `field::reduce::fold_512`.
macro_rules! fold {
    () => {
        concat!(
            // r8 … r11 + C·(r12 … r15) < 2^256·(C + 1): the fifth limb, in rsi, is at most C.
            "mov rdx, {c}\n",
            "xor esi, esi\n",
            "mulx rcx, rax, r12\n adcx r8, rax\n adox r9, rcx\n",
            "mulx rcx, rax, r13\n adcx r9, rax\n adox r10, rcx\n",
            "mulx rcx, rax, r14\n adcx r10, rax\n adox r11, rcx\n",
            "mulx rcx, rax, r15\n adcx r11, rax\n adox rsi, rcx\n",
            "adc rsi, 0\n",
            // C·rsi < 2^64.01: two limbs, and one carry at most out of r11.
            "mulx rcx, rax, rsi\n",
            "add r8, rax\n adc r9, rcx\n adc r10, 0\n adc r11, 0\n",
            // On a carry the rest is below 2^64.01, so one more C ends in r9.
            "sbb rax, rax\n and rax, rdx\n",
            "add r8, rax\n adc r9, 0\n",
        )
    };
}

impl Multiply for Adx {
    #[inline(always)]
    fn mul(a: &Fe, b: &Fe) -> Fe {
        let (r0, r1, r2, r3);
        // SAFETY: the engine is only chosen where the processor has the instructions; the assembly
        // reads the 32 bytes of a and b and writes registers.
        unsafe {
            asm!(
                // Row 0 has nothing to add to: a·b0 < 2^320 in r8 … r12.
                "mov rdx, [{b}]",
                "mulx r9, r8, [{a}]",
                "mulx r10, rax, [{a} + 8]",
                "add r9, rax",
                "mulx r11, rax, [{a} + 16]",
                "adc r10, rax",
                "mulx r12, rax, [{a} + 24]",
                "adc r11, rax",
                "adc r12, 0",
                // The other rows each begin one limb higher.
                "mov rdx, [{b} + 8]",
                "xor r13d, r13d",
                row!("{a}", "r9", "r10", "r11", "r12", "r13"),
                "mov rdx, [{b} + 16]",
                "xor r14d, r14d",
                row!("{a}", "r10", "r11", "r12", "r13", "r14"),
                "mov rdx, [{b} + 24]",
                "xor r15d, r15d",
                row!("{a}", "r11", "r12", "r13", "r14", "r15"),
                fold!(),
                a = in(reg) a.0.as_ptr(),
                b = in(reg) b.0.as_ptr(),
                c = const C[0],
                out("rax") _, out("rcx") _, out("rdx") _, out("rsi") _,
                out("r8") r0, out("r9") r1, out("r10") r2, out("r11") r3,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
                options(pure, readonly, nostack),
            );
        }
        Fe([r0, r1, r2, r3])
    }

    #[inline(always)]
    fn sqr(a: &Fe) -> Fe {
        let (r0, r1, r2, r3);
        // SAFETY: as in mul.
        unsafe {
            asm!(
                // Products of two different limbs, once each: Σ_{i<j} a_i·a_j·2^(64(i+j)) in r9 … r14.
                // First a0·(a1, a2, a3), below 2^256 from limb 1 on.
                "mov rdx, [{a}]",
                "mulx r10, r9, [{a} + 8]",
                "mulx r11, rax, [{a} + 16]",
                "add r10, rax",
                "mulx r12, rax, [{a} + 24]",
                "adc r11, rax",
                "adc r12, 0",
                // a1·(a2, a3): the sum from limb 3 on is below 2^192.
                "mov rdx, [{a} + 8]",
                "xor r13d, r13d",
                "mulx rcx, rax, [{a} + 16]",
                "adcx r11, rax",
                "adox r12, rcx",
                "mulx rcx, rax, [{a} + 24]",
                "adcx r12, rax",
                "adox r13, rcx",
                "adc r13, 0",
                // a2·a3: the whole is below 2^511, half of a².
                "mov rdx, [{a} + 16]",
                "mulx r14, rax, [{a} + 24]",
                "add r13, rax",
                "adc r14, 0",
                // Doubled along CF, with the squares added along OF; neither leaves r15, as a² < 2^512.
                "mov rdx, [{a}]",
                "xor r15d, r15d",
                "mulx rcx, r8, rdx",
                "adcx r9, r9",
                "adox r9, rcx",
                "mov rdx, [{a} + 8]",
                "mulx rcx, rax, rdx",
                "adcx r10, r10",
                "adox r10, rax",
                "adcx r11, r11",
                "adox r11, rcx",
                "mov rdx, [{a} + 16]",
                "mulx rcx, rax, rdx",
                "adcx r12, r12",
                "adox r12, rax",
                "adcx r13, r13",
                "adox r13, rcx",
                "mov rdx, [{a} + 24]",
                "mulx rcx, rax, rdx",
                "adcx r14, r14",
                "adox r14, rax",
                "adcx r15, r15",
                "adox r15, rcx",
                fold!(),
                a = in(reg) a.0.as_ptr(),
                c = const C[0],
                out("rax") _, out("rcx") _, out("rdx") _, out("rsi") _,
                out("r8") r0, out("r9") r1, out("r10") r2, out("r11") r3,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
                options(pure, readonly, nostack),
            );
        }
        Fe([r0, r1, r2, r3])
    }
}

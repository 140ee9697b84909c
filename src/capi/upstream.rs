//! Figures of libsecp256k1 v0.8.0 that its callers compute with.

use crate::msm::{pippenger, plan};

/// Objects that its batch functions allocate: callers add as many alignments to a scratch size.
pub const STRAUSS_SCRATCH_OBJECTS: usize = 5;
/// The same for Pippenger's algorithm.
pub const PIPPENGER_SCRATCH_OBJECTS: usize = 6;

/// The largest number of points for bucket windows of 1 to 12 bits; none is best at 8.
const BUCKET_WINDOW_POINTS: [usize; 12] = [1, 4, 20, 57, 136, 235, 1260, 1260, 4420, 7880, 16_050, usize::MAX];

/// The bucket window for n points: the smallest whose range reaches n.
pub fn pippenger_bucket_window(n: usize) -> i32 {
    BUCKET_WINDOW_POINTS.iter().take_while(|&&points| points < n).count() as i32 + 1
}

/// The largest number of points for a bucket window, and 0 for one that there is not.
pub fn pippenger_bucket_window_inv(window: i32) -> usize {
    usize::try_from(window).ok().and_then(|w| BUCKET_WINDOW_POINTS.get(w.checked_sub(1)?)).copied().unwrap_or(0)
}

/// Bytes for n points with at least 2^window buckets; `None` if there is no such size.
pub fn pippenger_bytes(n: usize, window: i32) -> Option<usize> {
    let buckets = 1usize.checked_shl(u32::try_from(window).ok()?)?;
    pippenger::Space::bytes(n, buckets.max(plan::windows(n).buckets()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_windows_and_their_inverse_agree() {
        for window in 1..=12 {
            let n = pippenger_bucket_window_inv(window);
            assert_eq!(pippenger_bucket_window(n), if window == 8 { 7 } else { window });
            if window < 12 {
                assert!(pippenger_bucket_window(n + 1) > window);
            }
        }
        for window in [i32::MIN, -1, 0, 13, i32::MAX] {
            assert_eq!(pippenger_bucket_window_inv(window), 0);
        }
        assert_eq!(pippenger_bucket_window(0), 1);
    }
}

//! Objects of an algorithm, cut from one block of memory.
//!
//! Each algorithm declares what it takes in one `objects!` table. The table gives its size, for
//! size functions and plans, and cuts the objects out of a block, so the two cannot disagree.

use core::mem::{MaybeUninit, size_of};

/// Where a block of objects begins if it can: at a cache line, which is also an affine point.
pub const LINE: usize = 64;

/// Where it begins if there is no room to move it so far. C's callers add five alignments to a size, and theirs may be 8.
pub const LEAST_LINE: usize = 32;

/// Bytes that may be lost before the first object, where it begins at a cache line; the others follow without padding.
pub const PADDING: usize = LINE - 1;

/// Bytes with which the objects fit.
pub const LEAST_PADDING: usize = LEAST_LINE - 1;

/// Memory to cut objects from. The caller's scratch space, a part of the stack, or a vector.
#[derive(Debug)]
pub struct Block<'a>(&'a mut [MaybeUninit<u8>]);

/// Types that may be any bits, and to which zeros are a value.
///
/// # Safety
/// The type has no padding, no invalid bit patterns, and an alignment of at most [`LEAST_LINE`].
pub unsafe trait Plain: Copy {}

// SAFETY: integers.
unsafe impl Plain for u8 {}
// SAFETY: integers.
unsafe impl Plain for u16 {}
// SAFETY: integers.
unsafe impl Plain for u128 {}
// SAFETY: arrays of words, repr(transparent) and repr(C), without padding as all parts are equal.
unsafe impl Plain for crate::field::Fe {}
// SAFETY: as above.
unsafe impl Plain for crate::group::Ge {}
// SAFETY: as above.
unsafe impl Plain for crate::group::Gej {}

impl<'a> Block<'a> {
    /// A block over memory that need not be initialized.
    pub fn new(memory: &'a mut [MaybeUninit<u8>]) -> Block<'a> {
        Block(memory)
    }

    /// Bytes of objects that there is room for.
    pub fn room(&self) -> usize {
        self.0.len().saturating_sub(self.0.as_ptr().align_offset(LEAST_LINE))
    }

    /// Drops what is before the place where objects of so many bytes are to begin; `None` if there is no room for them. For
    /// none there always is.
    pub fn align_for(&mut self, bytes: usize) -> Option<()> {
        if bytes == 0 {
            return Some(());
        }
        let offset = |line| self.0.as_ptr().align_offset(line);
        let fits = |&padding: &usize| self.0.len().checked_sub(padding).is_some_and(|left| left >= bytes);
        let padding = [LINE, LEAST_LINE].into_iter().map(offset).find(fits)?;
        self.0 = core::mem::take(&mut self.0).get_mut(padding..)?;
        Some(())
    }

    /// The next `count` objects of type T, zeroed; `None`, and nothing taken, if they do not fit or are not aligned.
    pub fn take<T: Plain>(&mut self, count: usize) -> Option<&'a mut [T]> {
        if count == 0 {
            return Some(&mut []);
        }
        let bytes = count.checked_mul(size_of::<T>())?;
        if bytes > self.0.len() || !self.0.as_ptr().cast::<T>().is_aligned() {
            return None;
        }
        let (taken, rest) = core::mem::take(&mut self.0).split_at_mut(bytes);
        self.0 = rest;
        taken.fill(MaybeUninit::new(0));
        // SAFETY: `taken` is `count·size_of::<T>()` bytes, aligned for T, just zeroed, and borrowed for 'a by nobody else; zeros are a value of T.
        Some(unsafe { core::slice::from_raw_parts_mut(taken.as_mut_ptr().cast(), count) })
    }
}

/// Declares the objects of an algorithm: a struct of slices, with `bytes` and `take`.
///
/// Each line gives a type and how many of it, as `per_point * n + fixed` in checked arithmetic. The order is such
/// that after a start at a cache line each object is aligned, which the compiler checks.
macro_rules! objects {
    ($(#[$doc:meta])* $vis:vis struct $name:ident { $($(#[$field_doc:meta])* $field:ident: [$ty:ty; $per_point:expr, $fixed:expr],)+ }
     fixed by $param:ident: $param_ty:ty) => {
        $(#[$doc])*
        $vis struct $name<'a> { $($(#[$field_doc])* pub $field: &'a mut [$ty],)+ }

        const _: () = {
            let sizes = [$(core::mem::size_of::<$ty>()),+];
            let alignments = [$(core::mem::align_of::<$ty>()),+];
            assert!(alignments[0] <= $crate::scratch::LEAST_PADDING + 1);
            // Any numbers of the objects before it leave each one aligned.
            let mut i = 1;
            while i < sizes.len() {
                let mut before = 0;
                while before < i {
                    assert!(sizes[before] % alignments[i] == 0);
                    before += 1;
                }
                i += 1;
            }
        };

        impl<'a> $name<'a> {
            /// Bytes for n points without padding; `None` if they do not fit a size.
            #[allow(unused_variables)]
            pub const fn bytes(n: usize, $param: $param_ty) -> Option<usize> {
                let mut sum = 0usize;
                $(
                    let Some(count) = n.checked_mul($per_point) else { return None };
                    let Some(count) = count.checked_add($fixed) else { return None };
                    let Some(bytes) = count.checked_mul(core::mem::size_of::<$ty>()) else { return None };
                    let Some(more) = sum.checked_add(bytes) else { return None };
                    sum = more;
                )+
                Some(sum)
            }

            /// Cuts the objects for n points from a block; `None` if it is too small. With `LEAST_PADDING` bytes more
            /// than `bytes(n)` any block is large enough.
            #[allow(unused_variables)]
            pub fn take(block: &mut $crate::scratch::Block<'a>, n: usize, $param: $param_ty) -> Option<Self> {
                block.align_for(Self::bytes(n, $param)?)?;
                Some($name { $($field: block.take(n.checked_mul($per_point)?.checked_add($fixed)?)?,)+ })
            }
        }
    };
}
pub(crate) use objects;

# Valgrind and the sanitizers, over C's side and Rust's. GNU make; included after dropin.mk, whose
# variables it reads.
#
# Variables:
#   SANITIZER_LAYOUTS  layouts in which C's side is compiled with sanitizers
#   NIGHTLY            what makes cargo the nightly one, empty if CARGO is it already
#
# Targets:
#   check-asan        AddressSanitizer, its leak check, and UndefinedBehaviorSanitizer over C's side: a
#                     program that calls everything in the header, and the main job
#   check-asan-tests  the same over upstream's tests of what comes here
#   check-valgrind    the programs and the tests under valgrind, which sees what the library does, too,
#                     with every engine that it emulates
#   check-msan        MemorySanitizer over C's side, with clang: dropin-msan
#   check-asan-rust   AddressSanitizer over Rust's side, with the nightly compiler
#   check-miri        the C ABI and scratch spaces under Miri, from Rust's side
#   sanitizers        all of these
#
# Each finds planted mistakes first. Where a tool is missing the target says which.

SANITIZER_LAYOUTS ?= 5x52 10x26_verify
NIGHTLY ?= +nightly

.PHONY: sanitizers check-asan check-asan-tests check-valgrind check-msan check-asan-rust check-miri
sanitizers: check-asan check-asan-tests check-valgrind check-msan check-asan-rust check-miri ## Valgrind, Miri and all sanitizers

# dropin.mk with another compiler, or another library, in a directory of its own.
sanitizer_make = $(MAKE) --no-print-directory -f $(dropin_src)/dropin.mk UPSTREAM="$(UPSTREAM)" BUILD=$(1) LIB=$(2) CC="$(3)" LIB_SHARED=
# Those of upstream's tests that come here.
sanitizer_tests := $(addprefix --target=,ecmult_multi_tests wnaf ecmult_chain point_times_order ecmult_near_split_bound \
    ec_combine musig schnorrsig ecdsa_sign_verify scratch_tests invalid_scratch_space_tests)

# ---- AddressSanitizer and UndefinedBehaviorSanitizer ----

asan_flags := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
asan_build = +@$(call sanitizer_make,$(BUILD)/asan,$(LIB),$(CC) $(asan_flags)) DROPIN_OPTIMIZE=-O1
check-asan: $(LIB)
	@echo 'int main(void) { return 0; }' | $(CC) $(asan_flags) -x c - -o /dev/null || \
	    { echo "check-asan: $(CC) cannot link with $(asan_flags). Install its libasan and libubsan."; exit 1; }
	$(asan_build) $(BUILD)/asan/dropin/sanitizer_probe $(SANITIZER_LAYOUTS:%=$(BUILD)/asan/dropin/%/main_job)
	$(dropin_src)/check_reports.sh $(BUILD)/asan/dropin/sanitizer_probe "leak=LeakSanitizer: detected memory leaks" \
	    "after-the-end=AddressSanitizer: heap-buffer-overflow" "after-destroy=AddressSanitizer: heap-use-after-free" \
	    "too-small-a-block=AddressSanitizer: heap-buffer-overflow" "overflow=runtime error: signed integer overflow"
	for layout in $(SANITIZER_LAYOUTS); do $(BUILD)/asan/dropin/$$layout/main_job || exit 1; done
check-asan-tests: check-asan
	$(asan_build) $(BUILD)/asan/dropin/$(firstword $(SANITIZER_LAYOUTS))/tests
	$(BUILD)/asan/dropin/$(firstword $(SANITIZER_LAYOUTS))/tests --iterations=1 --jobs=$(DROPIN_JOBS) $(sanitizer_tests)

# ---- valgrind ----

# One engine is emulated but not named by cpuid, so it has to be built in: the processor is not asked then.
valgrind := valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=all
# The programs of portable are those of dropin-check.
valgrind_build_portable := $(BUILD)
valgrind_build_adx := $(BUILD)/valgrind_adx
valgrind_adx_lib := target/valgrind/capi/lib$(NAME).a
valgrind_programs := $(addprefix dropin/,sanitizer_probe $(foreach layout,$(SANITIZER_LAYOUTS),$(layout)/main_job) $(firstword $(SANITIZER_LAYOUTS))/tests)
.PHONY: valgrind-portable valgrind-adx
check-valgrind: valgrind-portable $(if $(filter x86_64,$(shell uname -m)),valgrind-adx)
$(valgrind_adx_lib): FORCE
	$(CARGO) rustc --target-dir target/valgrind --profile capi -p $(NAME) --features capi --crate-type staticlib -- \
	    --cfg ecmult_multi_staticlib -C target-feature=+bmi2,+adx -C debuginfo=line-tables-only
valgrind-portable: $(LIB)
valgrind-adx: $(valgrind_adx_lib)
valgrind-portable valgrind-adx: valgrind-%:
	@tools/setup.sh valgrind:valgrind
	+@$(call sanitizer_make,$(valgrind_build_$*),$<,$(CC)) $(addprefix $(valgrind_build_$*)/,$(valgrind_programs))
	$(dropin_src)/check_reports.sh "$(valgrind) $(valgrind_build_$*)/dropin/sanitizer_probe" \
	    $(foreach mistake,scalar callback-scalar callback-point callback-return,"$(mistake)=uninitialised value") \
	    "leak=definitely lost" "after-the-end=Invalid write" "after-destroy=Invalid read" "too-small-a-block=Invalid write"
	for layout in $(SANITIZER_LAYOUTS); do $(valgrind) $(valgrind_build_$*)/dropin/$$layout/main_job $* || exit 1; done
	$(valgrind) $(valgrind_build_$*)/dropin/$(firstword $(SANITIZER_LAYOUTS))/tests --iterations=1 $(sanitizer_tests)

# ---- MemorySanitizer ----

# Debian's clang comes without what the programs are linked with.
msan_runs = echo 'int main(void) { return 0; }' | clang -fsanitize=memory -include sanitizer/msan_interface.h -x c - -o /dev/null
check-msan: $(LIB)
	@tools/setup.sh clang:clang
	@$(msan_runs) 2>/dev/null || tools/install_packages.sh libclang-rt-$$(clang -dumpversion | cut -d. -f1)-dev
	@echo '#include "secp256k1_ecmult_multi.h"' | clang -fsanitize=memory -Iinclude -x c++ -std=c++98 -Wall -Wextra -Wno-long-long -Werror -fsyntax-only -
	+@$(foreach layout,$(SANITIZER_LAYOUTS),$(call sanitizer_make,$(BUILD)/msan/$(layout),$(LIB),clang) DROPIN_LAYOUTS=$(layout) dropin-msan &&) true

# ---- Rust's side ----

need_nightly = @$(CARGO) $(NIGHTLY) --version >/dev/null 2>&1 || { echo "$@: there is no nightly compiler. \
    Run: rustup toolchain install nightly --component miri,rust-src; or set NIGHTLY= if $(CARGO) is one."; exit 1; }

# A name that no test has any more would leave nothing of it to run.
need_tests = @for tests in $(1); do RUSTFLAGS= $(CARGO) test -q -p $(NAME) --features capi --lib -- --list $$tests 2>/dev/null | grep -q ': test$$' || \
    { echo "$@: no test is called $$tests"; exit 1; }; done

# With it the tests of the boundary have mistakes in them, which only check_reports.sh is to run.
planted := --cfg ecmult_multi_planted

# The standard library and upstream are not compiled with it, but their malloc and memcpy are the sanitizer's.
# With a target the flags do not reach build scripts. Left out are tests that take minutes and nothing but
# arithmetic, and those with a malloc of their own.
asan_rust = $(CARGO) $(NIGHTLY) test -q --target-dir target/asan \
    --target $(HOST)
asan_library = $(asan_rust) -p $(NAME) --features capi --lib --
asan_library_tests := capi:: scratch field:: scalar:: recode:: engine:: every_memory_size bundle_of_equal bundle_of_small a_refusal double_multiplication
check-asan-rust: export RUSTFLAGS = -Zsanitizer=address $(planted)
check-asan-rust:
	$(need_nightly)
	$(dropin_src)/check_reports.sh "$(asan_library)" "too_small_a_block=AddressSanitizer: heap-buffer-overflow"
	$(call need_tests,$(asan_library_tests))
	$(asan_library) --skip planted $(asan_library_tests)
	@# One test wants a signal, and one asks for more memory than there is, a thousand times, which is reported.
	ASAN_OPTIONS=handle_segv=0 ECMULT_MULTI_CASES=300 $(asan_rust) -p capi-tests --test scratch --test guard --test recode \
	    -- --skip a_size_near_size_max_gives_null
	ASAN_OPTIONS=handle_segv=0 ECMULT_MULTI_CASES=10 $(asan_rust) -p capi-tests --test attack --test callback --test layouts --test preallocated

# Whatever can be run without C's side, in little time: Miri takes a thousand times as long.
miri = $(CARGO) $(NIGHTLY) miri test -q --target-dir target/miri -p $(NAME) --features capi --lib --
miri_tests := capi::tests capi::layout::tests::layouts capi::layout::tests::what_goes_out scratch
check-miri: export RUSTFLAGS = $(planted)
check-miri: export MIRIFLAGS = -Zmiri-strict-provenance
check-miri:
	$(need_nightly)
	@$(CARGO) $(NIGHTLY) miri --version >/dev/null 2>&1 || { echo "$@: run: rustup component add miri rust-src --toolchain nightly"; exit 1; }
	$(dropin_src)/check_reports.sh "$(miri)" "unwritten_point=error: Undefined Behavior: .*uninitialized" \
	    "too_small_a_block=error: Undefined Behavior: .*\(out-of-bounds\|dangling\|beyond\)"
	$(call need_tests,$(miri_tests))
	$(miri) --skip planted $(miri_tests)

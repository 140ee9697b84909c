# Other machines: the library, its Rust tests and upstream's tests with the drop-in header on each, in an emulator or,
# for 32-bit programs on x86-64, as they are. GNU make.
#
#   test-machines            all of MACHINES
#   test-machine-TARGET      one, by rustc's name for it
#
# tools/cross.sh looks for what it takes.

MACHINES ?= i686-unknown-linux-gnu aarch64-unknown-linux-gnu s390x-unknown-linux-gnu
# What runs their programs. x86-64 runs those of i686, given their loader and libraries; an emulator takes some ten times
# as long as the machine.
machines_run_i686-unknown-linux-gnu := /usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib
machines_run_aarch64-unknown-linux-gnu := qemu-aarch64 -L /usr/aarch64-linux-gnu
machines_run_s390x-unknown-linux-gnu := qemu-s390x -L /usr/s390x-linux-gnu

# Upstream's tables are compiled once for all layouts, which limbs of 32 bits can read on little-endian machines only.
machines_layouts := $(if $(filter s390x-%,$(TARGET)),5x52 5x52_verify,$(DROPIN_LAYOUTS))

.PHONY: test-machines test-this-machine
# One after the other, since each may install something.
test-machines:
	@for machine in $(MACHINES); do $(MAKE) --no-print-directory test-machine-$$machine || exit 1; done
test-machine-%:
	@tools/cross.sh $*
	@$(MAKE) --no-print-directory TARGET=$* DROPIN_RUN="$(machines_run_$*)" test-this-machine

# Whole groups are for this machine's own tests: in an emulator they take too long.
# Cargo's settings for TARGET are variables of the environment with its name.
machines_cargo := $(shell echo CARGO_TARGET_$(TARGET) | tr a-z- A-Z_)
# Without an emulator nothing is slow, so upstream's tests run in every layout. docs/abi.md has the figures of x86-64, and
# what functions with a scratch space may take above them elsewhere.
test-this-machine: export STACK_MORE := 2048
test-this-machine: $(machines_layouts:%=main-job-%) $(machines_layouts:%=check-upstream-sizes-%) check-exports check-reexport-5x52 check-header check-refusals check-scratch-size \
    check-throw check-jump check-heap check-stack \
    $(if $(filter qemu-%,$(DROPIN_RUN)),dropin-suite-5x52 dropin-suite-$(lastword $(machines_layouts)),$(machines_layouts:%=dropin-suite-%))
	$(machines_cargo)_LINKER=$(CC) $(if $(DROPIN_RUN),$(machines_cargo)_RUNNER="$(DROPIN_RUN)") \
	    $(CARGO) test --target $(TARGET) -p $(NAME) --features capi --lib -- --skip whole --skip order_199

# make help says what there is. Everything is built below target/ and build/.

SHELL := /bin/bash
.DEFAULT_GOAL := help
# What a step that failed has half made is not there the next time.
.DELETE_ON_ERROR:

CC ?= cc
AR ?= ar
LD ?= ld
NM ?= nm
OBJCOPY ?= objcopy
CARGO ?= cargo
# rustc's name for this machine.
HOST = $(eval HOST := $$(shell rustc -vV | sed -n 's/^host: //p'))$(HOST)
# Another machine to build for, by rustc's name for it: make lib TARGET=aarch64-unknown-linux-gnu. GNU's tools have the
# same name without the vendor, and one name for all bare ARM; others can be given on the command line.
TARGET ?=
ifneq ($(TARGET),)
    tools := $(if $(filter thumb%,$(TARGET)),arm-none-eabi,$(subst -unknown,,$(TARGET)))-
    CC := $(tools)gcc
    CXX := $(tools)g++
    AR := $(tools)ar
    LD := $(tools)ld
    NM := $(tools)nm
    OBJCOPY := $(tools)objcopy
endif
export NM
BUILD := build$(TARGET:%=/%)
# Where cargo builds the C library.
TARGET_DIR := target

NAME := secp256k1_ecmult_multi
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# The ABI's number: it changes when a program that was linked with an older library would break.
SOVERSION := 0
LIB := $(BUILD)/lib$(NAME).a
LIB_SHARED := $(BUILD)/lib$(NAME).so.$(SOVERSION)
SYMBOLS := capi-tests/c/exported_symbols.txt

# Upstream's tree is restored by the crate in vendor/; its place is asked for when it is needed first.
UPSTREAM = $(eval UPSTREAM := $$(shell $(CARGO) run -q -p libsecp256k1-upstream --bin upstream-source))$(UPSTREAM)
# All layouts are in the one library.
DROPIN_LAYOUTS := 5x52 10x26 5x52_verify 10x26_verify
include capi-tests/c/dropin.mk
include tools/install.mk
include capi-tests/c/users.mk
include capi-tests/c/firmware.mk
include capi-tests/c/machines.mk
include capi-tests/c/sanitizers.mk
include capi-tests/c/exhaustive.mk
include capi-tests/c/upstream_builds.mk

.PHONY: help setup setup-long run test test-long bench lib header clean \
    check-format check-clippy check-docs check-pitfalls check-rlib check-header-fresh test-rust test-rust-32 check-stack check-stack-4096 \
    check-heap check-scratch-size check-throw check-jump bench-musig prove check-rust-version check-settings check-clang

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1@\2/p' $(MAKEFILE_LIST) | column -t -s @

setup: ## Checks for what the build needs, and installs what is missing
	@tools/setup.sh

run: setup ## Builds everything and runs the main job: a thousand points, three ways, checked against upstream
	@$(MAKE) --no-print-directory lib main-job

# Cargo uses all processors by itself; C's side takes TEST_JOBS steps at a time, unless make was told otherwise.
TEST_JOBS ?= 2
test_jobs = $(if $(findstring jobserver,$(MAKEFLAGS))$(filter -j%,$(MAKEFLAGS)),,-j$(TEST_JOBS)) --output-sync=target
test: setup ## All that CI runs
	@$(MAKE) --no-print-directory check-format check-clippy check-docs check-pitfalls check-rlib
	@$(MAKE) --no-print-directory lib check-header-fresh test-rust test-rust-32
	@$(MAKE) --no-print-directory $(test_jobs) check-stack check-stack-4096 check-heap check-scratch-size check-throw check-jump dropin-check \
	    check-install check-users check-asan exhaustive upstream-build

# What only test-long needs.
setup-long: setup
	@tools/setup.sh clang:clang valgrind:valgrind autoreconf:autoconf automake:automake libtoolize:libtool

# Random cases by the thousand, and whole groups, with the checks that tests keep.
test_checked := $(CARGO) test --release --config profile.release.debug-assertions=true --config profile.release.overflow-checks=true
test-long: setup-long test ## The same with many more random cases and full iterations
	ECMULT_MULTI_CASES=$(or $(CASES),20000) $(test_checked) -p capi-tests
	ECMULT_MULTI_EXHAUSTIVE=1 $(test_checked) -p $(NAME) --features capi whole
	@$(MAKE) --no-print-directory prove check-rust-version check-settings check-clang check-firmware sanitizers
	@$(MAKE) --no-print-directory test-machines
	@$(MAKE) --no-print-directory dropin-ecmult DROPIN_ECMULT_ITERATIONS=64 DROPIN_SUITE_ITERATIONS=16 dropin-suite
	@$(MAKE) --no-print-directory exhaustive EXHAUSTIVE_LAYOUTS="$(DROPIN_LAYOUTS)" EXHAUSTIVE_SHARES=100000 EXHAUSTIVE_RUNS=2
	@$(MAKE) --no-print-directory upstream-builds check-releases

# The library, not its tests, with the oldest compiler that the manifest allows.
check-rust-version: rust_version = $(shell sed -n 's/^rust-version = "\(.*\)"/\1.0/p' Cargo.toml)
check-rust-version:
	@rustup toolchain list | grep -q '^$(rust_version)-' || rustup toolchain install --profile minimal $(rust_version) || \
	    { echo "check-rust-version: there is no Rust $(rust_version); install rustup from https://rustup.rs, and it with rustup toolchain install $(rust_version)"; exit 1; }
	rustup run $(rust_version) cargo check --target-dir target/rust-version -p $(NAME)
	rustup run $(rust_version) cargo rustc --target-dir target/rust-version --profile capi -p $(NAME) --features capi --crate-type staticlib -- --cfg ecmult_multi_staticlib

prove: ## Proves formulas and recodings from the Rust sources, and sees planted faults refuted (Python, SymPy)
	@python3 -c 'import ensurepip, venv' 2>/dev/null || tools/install_packages.sh python3-venv
	python3 -m venv $(BUILD)/proofs
	$(BUILD)/proofs/bin/pip install -q -r proofs/requirements.txt
	$(BUILD)/proofs/bin/python -B proofs/prove.py --mutate

BENCH_FLAGS ?= --algorithm default,strauss,bundle,pippenger,null-scratch,ecmult --engine all --scratch both
bench: setup ## Side by side with upstream: a table, build/bench.csv and build/bench.svg
	@mkdir -p $(BUILD)
	$(CARGO) run --profile capi -p capi-tests --bin bench_ecmult -- $(BENCH_FLAGS) --csv $(BUILD)/bench.csv --raw $(BUILD)/bench_raw.csv --svg $(BUILD)/bench.svg
	$(CARGO) run --profile capi -p capi-tests --bin bench_ecmult -- --internals
	@$(MAKE) --no-print-directory bench-musig

bench-musig: lib $(BUILD)/bench_musig ## MuSig key aggregation through the drop-in header, side by side with upstream's
	$(BUILD)/bench_musig

$(BUILD)/bench_musig: $(wildcard capi-tests/c/bench_musig*) $(wildcard include/*.h) $(LIB) $(dropin_tables)
	$(CC) $(bench_musig_flags) -I$(UPSTREAM) -Icapi-tests/c -c capi-tests/c/bench_musig_upstream.c -o $(BUILD)/bench_musig_upstream.o
	$(CC) $(bench_musig_flags) -I$(UPSTREAM) -Icapi-tests/c -Iinclude -include secp256k1_ecmult_multi_dropin.h -c capi-tests/c/bench_musig_dropin.c -o $(BUILD)/bench_musig_dropin.o
	$(OBJCOPY) --keep-global-symbol=bench_musig_dropin $(BUILD)/bench_musig_dropin.o
	$(OBJCOPY) --keep-global-symbol=bench_musig_upstream --keep-global-symbol=bench_musig_key $(BUILD)/bench_musig_upstream.o
	$(CC) -O2 -Wall -Wextra -Iinclude capi-tests/c/bench_musig.c $(BUILD)/bench_musig_upstream.o $(BUILD)/bench_musig_dropin.o $(dropin_tables) $(LIB) -o $@
bench_musig_flags = -O2 -w $(dropin_config)

# cargo does not see modules that a macro declares.
check-format:
	$(CARGO) fmt --all --check
	rustfmt --edition 2024 --check src/msm/pippenger/*.rs src/capi/exports.rs vendor/releases/main.rs

check-clippy:
	$(CARGO) clippy --manifest-path vendor/releases/Cargo.toml --target-dir target/releases -- -D warnings
	$(CARGO) clippy -p $(NAME) -- -D warnings
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTFLAGS='--cfg ecmult_multi_limbs="32"' $(CARGO) clippy --target $(HOST) -p $(NAME) --all-targets --all-features -- -D warnings

# What Rust users link has no C symbol in it: two versions of the crate may be in one program.
check-rlib: rlib = target/$(HOST)/debug/lib$(NAME).rlib
check-rlib:
	$(CARGO) build --target-dir target --target $(HOST) --lib -p $(NAME)
	@$(NM) --defined-only $(rlib) >$(rlib).symbols 2>/dev/null && grep -q ' [Tt] ' $(rlib).symbols || { echo "check-rlib: $(NM) shows no code in the rlib"; exit 1; }
	@! grep ' [A-Z] \(secp256k1_.*\|rust_eh_personality\)$$' $(rlib).symbols || { echo "check-rlib: the rlib has C symbols without the feature capi"; exit 1; }

# Each known kind of fault has a test.
check-pitfalls:
	@tools/check_pitfalls.sh

check-docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps -p $(NAME) --all-features

check-header-fresh:
	$(CARGO) run -q -p capi-tests --bin generate_header . --check

header: ## Writes the C header anew from the Rust sources
	$(CARGO) run -q -p capi-tests --bin generate_header .

test-rust:
	$(CARGO) test --workspace --features $(NAME)/capi

# The other limb width, with which every result must be the same. With a target the flags do not reach build scripts and
# macros, which are compiled once for both widths then.
test-rust-32:
	RUSTFLAGS='--cfg ecmult_multi_limbs="32"' $(CARGO) test --target $(HOST) --workspace --features $(NAME)/capi

# The stack's depth, of the library as it is shipped.
stack_depth := $(DROPIN_LAYOUTS:%=$(BUILD)/stack_depth_%)
check-stack: $(stack_depth)
	RUN="$(DROPIN_RUN)" capi-tests/c/check_stack.sh docs/abi.md $(dropin_template) $^

$(stack_depth): $(BUILD)/stack_depth_%: capi-tests/c/stack_depth.c $(wildcard include/*.h capi-tests/c/*.h capi-tests/c/users/*.h) $(LIB)
	$(CC) -O2 -Wall -Wextra -Werror $(dropin_flags_$*) -Iinclude $< $(LIB) -pthread -o $@

# The same with half of the default budget for scratch NULL, and the main job with it.
check-stack-4096:
	@ECMULT_MULTI_STACK_BYTES=4096 $(MAKE) --no-print-directory \
	    BUILD=$(BUILD)/stack4096 TARGET_DIR=target/stack4096 check-stack main-job-5x52

# Other settings at build time: limbs of 32 bits; then, as window of G's tables and stack, those at the limits and between,
# and those that are refused.
settings := 2-8192 2-4608 3-8192 5-4608 6-4096 20-8192 15-6000 15-16384
refused_settings := 1-8192 21-8192 wide-8192 15-4095 15-4k 2-4096
check-settings:
	@for stack in 8192 4096; do \
	    RUSTFLAGS='--cfg ecmult_multi_limbs="32"' ECMULT_MULTI_STACK_BYTES=$$stack STACK_MORE=2048 $(MAKE) --no-print-directory \
	        BUILD=$(BUILD)/settings/limbs32-$$stack TARGET_DIR=target/settings check-stack main-job-5x52 || exit 1; \
	done
	@for setting in $(settings); do \
	    window=$${setting%-*} stack=$${setting#*-}; \
	    export ECMULT_MULTI_WINDOW_G=$$window ECMULT_MULTI_STACK_BYTES=$$stack; \
	    STACK_MORE=$$((window < 6 ? 700 : 0)) $(MAKE) --no-print-directory \
	        BUILD=$(BUILD)/settings/$$setting TARGET_DIR=target/settings check-stack main-job-5x52 || exit 1; \
	done
	@for setting in $(refused_settings); do \
	    if ECMULT_MULTI_WINDOW_G=$${setting%-*} ECMULT_MULTI_STACK_BYTES=$${setting#*-} $(CARGO) check -q --target-dir target/settings -p $(NAME) --features capi \
	        >$(BUILD)/settings/log 2>&1; then echo "check-settings: $$setting is not refused"; exit 1; fi; \
	    grep -o 'ECMULT_MULTI_[A-Z_]* \(must\|has no room\).*' $(BUILD)/settings/log || { cat $(BUILD)/settings/log; exit 1; }; \
	done

# Who asks for heap memory, and a program without a heap.
check-heap: $(LIB)
	RUN="$(DROPIN_RUN)" capi-tests/c/check_heap.sh $(LIB) include $(CC)

# The header's constant sizes against the functions, in every layout, and with the alignments of AVX and AVX-512.
scratch_sizes := $(addprefix $(BUILD)/scratch_size_,$(DROPIN_LAYOUTS) align32 align64)
scratch_size_alignment_align32 := 32
scratch_size_alignment_align64 := 64
check-scratch-size: $(scratch_sizes)
	for program in $^; do $(DROPIN_RUN) $$program || exit 1; done

$(scratch_sizes): $(BUILD)/scratch_size_%: capi-tests/c/scratch_size.c $(wildcard include/*.h) $(LIB)
	$(CC) -std=c89 -O2 -pedantic -Wall -Wextra -Werror $(dropin_flags_$*) \
	    $(scratch_size_alignment_$*:%=-U__BIGGEST_ALIGNMENT__ -D__BIGGEST_ALIGNMENT__=%) -Iinclude $< $(LIB) -o $@

# Callbacks that throw, with the archive and with the shared library.
check-throw: $(BUILD)/throw_static $(BUILD)/throw_shared
	RUN="$(DROPIN_RUN)" capi-tests/c/check_throw.sh $^

$(BUILD)/throw_static $(BUILD)/throw_shared: $(BUILD)/throw_%: capi-tests/c/throw.cpp $(wildcard include/*.h capi-tests/c/users/*.h) $(LIB) $(LIB_SHARED)
	$(CXX) -std=c++11 -O2 -pedantic -Wall -Wextra -Werror -Iinclude $< $(if $(filter static,$*),$(LIB),$(LIB_SHARED) -Wl,-rpath,$(abspath $(BUILD))) -o $@

# Callbacks that leave by longjmp.
check-jump: $(BUILD)/jump
	$(DROPIN_RUN) $<

$(BUILD)/jump: capi-tests/c/jump.c $(wildcard include/*.h capi-tests/c/*.h capi-tests/c/users/*.h) $(LIB)
	$(CC) -std=c89 -O2 -pedantic -Wall -Wextra -Werror -Iinclude $< $(LIB) -o $@

# The headers and the programs that look at the library, by the other compiler.
check-clang:
	@tools/setup.sh clang:clang
	@$(MAKE) --no-print-directory CC=clang CXX=clang++ BUILD=$(BUILD)/clang check-header check-refusals check-reexport-5x52 check-throw check-jump \
	    check-scratch-size check-heap main-job

lib: $(LIB) $(LIB_SHARED) ## The C library, static and shared, in build/, or for another machine in build/TARGET/

# Cargo knows whether there is something to do. What depends on the archive is made anew only if it differs: a phony
# target would be newer each time.
FORCE:
$(BUILD)/capi/lib$(NAME).a: FORCE
	$(CARGO) rustc --target-dir $(TARGET_DIR) $(TARGET:%=--target %) --profile capi -p $(NAME) --features capi --crate-type staticlib -- --cfg ecmult_multi_staticlib
	@mkdir -p $(@D)
	@cmp -s $(TARGET_DIR)/$(TARGET:%=%/)capi/lib$(NAME).a $@ || cp $(TARGET_DIR)/$(TARGET:%=%/)capi/lib$(NAME).a $@

# Rust's archive holds all of core under global names. One object with our names and what they need, all
# others local, cannot clash with another Rust library in the same program.
$(BUILD)/$(NAME).o: $(BUILD)/capi/lib$(NAME).a $(SYMBOLS)
	@echo "  reduce $@"
	@$(LD) -r --gc-sections $(addprefix -u ,$(shell cat $(SYMBOLS))) -o $@ $<
	@$(OBJCOPY) --keep-global-symbols=$(SYMBOLS) --remove-section=.llvmbc --remove-section=.llvmcmd $@

# In the archive the names are hidden: a shared library that is linked with it does not export them again.
# The references make the assembler mention them, and they go when the archive is linked.
$(BUILD)/hidden.o: $(BUILD)/$(NAME).o
	@{ echo '.section .note.GNU-stack,"",%progbits'; echo '.section .discard.visibility,"",%progbits'; \
	    sed 's/.*/.hidden &\n.reloc 0, BFD_RELOC_NONE, &/' $(SYMBOLS); } | $(CC) -x assembler -c - -o $(BUILD)/visibility.o
	@$(LD) -r -o $@ $< $(BUILD)/visibility.o

$(LIB): $(BUILD)/hidden.o
	@rm -f $@
	$(AR) rcs $@ $<

$(LIB_SHARED): $(BUILD)/$(NAME).o
	$(CC) -shared -Wl,-soname,$(@F) -Wl,-z,defs -Wl,--gc-sections -o $@ $<
	ln -sf $(@F) $(BUILD)/lib$(NAME).so

clean: ## Removes everything that was built
	rm -rf target $(BUILD)

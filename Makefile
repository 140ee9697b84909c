# make help says what there is. Everything is built below target/ and build/.

SHELL := /bin/bash
.DEFAULT_GOAL := help

CC ?= cc
AR ?= ar
LD ?= ld
OBJCOPY ?= objcopy
CARGO ?= cargo
BUILD := build
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include

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

.PHONY: help setup run test test-long bench lib header install uninstall clean \
    check-format check-clippy check-docs check-header-fresh test-rust test-rust-32 check-stack bench-musig prove

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1@\2/p' $(MAKEFILE_LIST) | column -t -s @

setup: ## Checks for what the build needs, and installs what is missing
	@tools/setup.sh

run: setup lib ## Builds everything and runs the main job: a thousand points, three ways, checked against upstream
	@$(MAKE) --no-print-directory main-job

test: setup ## All that CI runs
	@$(MAKE) --no-print-directory check-format check-clippy check-docs
	@$(MAKE) --no-print-directory lib check-header-fresh test-rust test-rust-32
	@$(MAKE) --no-print-directory check-stack dropin-check

test-long: test ## The same with many more random cases and full iterations
	ECMULT_MULTI_CASES=$(or $(CASES),20000) $(CARGO) test --release -p capi-tests --config profile.release.debug-assertions=true
	ECMULT_MULTI_EXHAUSTIVE=1 $(CARGO) test --release -p $(NAME) --features capi whole
	@$(MAKE) --no-print-directory prove
	@$(MAKE) --no-print-directory dropin-ecmult DROPIN_ECMULT_ITERATIONS=64 DROPIN_SUITE_ITERATIONS=16 dropin-suite

prove: ## Proves the formulas of src/group with a computer algebra system (Python, from PyPI)
	python3 -m venv $(BUILD)/proofs
	$(BUILD)/proofs/bin/pip install -q -r proofs/requirements.txt
	$(BUILD)/proofs/bin/python -B proofs/group.py

BENCH_FLAGS ?= --algorithm all --engine all --scratch both
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
	rustfmt --edition 2024 --check src/msm/pippenger/*.rs

check-clippy:
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTFLAGS='--cfg ecmult_multi_limbs="32"' $(CARGO) clippy --target-dir target/limbs32 -p $(NAME) --all-targets --all-features -- -D warnings

check-docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps -p $(NAME) --all-features

check-header-fresh:
	$(CARGO) run -q -p capi-tests --bin generate_header . --check

header: ## Writes the C header anew from the Rust sources
	$(CARGO) run -q -p capi-tests --bin generate_header .

test-rust:
	$(CARGO) test --workspace --features $(NAME)/capi

# The other limb width, with which every result must be the same.
test-rust-32:
	RUSTFLAGS='--cfg ecmult_multi_limbs="32"' $(CARGO) test --target-dir target/limbs32 --workspace --features $(NAME)/capi

# The stack's depth, of the library as it is shipped.
check-stack: $(BUILD)/stack_depth
	$<

$(BUILD)/stack_depth: capi-tests/c/stack_depth.c $(wildcard include/*.h) $(LIB)
	$(CC) -O2 -Wall -Wextra -Werror -Iinclude $< $(LIB) -pthread -o $@

lib: $(LIB) $(LIB_SHARED) ## The C library, static and shared, in build/

.PHONY: $(BUILD)/capi/lib$(NAME).a
$(BUILD)/capi/lib$(NAME).a:
	$(CARGO) rustc --target-dir target --profile capi -p $(NAME) --features capi --crate-type staticlib -- --cfg ecmult_multi_staticlib
	@mkdir -p $(@D)
	@cmp -s target/capi/lib$(NAME).a $@ || cp target/capi/lib$(NAME).a $@

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

$(BUILD)/$(NAME).pc: tools/$(NAME).pc.in Makefile
	@mkdir -p $(@D)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' $< > $@

install: lib $(BUILD)/$(NAME).pc ## Installs to PREFIX (/usr/local), below DESTDIR if it is set
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(LIB) $(DESTDIR)$(LIBDIR)
	install -m 755 $(LIB_SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf lib$(NAME).so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/lib$(NAME).so
	install -m 644 include/*.h $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(BUILD)/$(NAME).pc $(DESTDIR)$(LIBDIR)/pkgconfig

uninstall: ## Removes what install has put there
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,lib$(NAME).a lib$(NAME).so.$(SOVERSION) lib$(NAME).so pkgconfig/$(NAME).pc)
	rm -f $(addprefix $(DESTDIR)$(INCLUDEDIR)/,$(notdir $(wildcard include/*.h)))

clean: ## Removes everything that was built
	rm -rf target $(BUILD)

# Upstream's whole project, built by its own CMake or autotools files with nothing changed but flags,
# and the library behind it. To be included after exhaustive.mk, whose library it uses.
#
# To be set before, or on the command line:
#   UPSTREAM_BUILD_ITERATIONS  iterations of upstream's tests
#
# Targets:
#   upstream-build      the CMake project with all default programs, as CC and CMake have it; its tests
#                       pass, its benchmarks run, and its shared library exports what
#                       upstream's tools/symbol-check.py allows. And the exhaustive tests, which
#                       have an order on the command line, in a build of their own
#   upstream-autotools  the autotools project with all default programs, its tests, and its shared library
#   upstream-builds     both projects by gcc and clang, not optimized, optimized, at link time, with
#                       -mavx, -mavx512f and -DUSE_FORCE_WIDEMUL_INT64; for one of them
#                       upstream-build-COMPILER-VARIANT or upstream-autotools-COMPILER-VARIANT
#   check-releases      the tests.c of older releases, with the drop-in header, in all layouts

UPSTREAM_BUILD_ITERATIONS ?= 1

.PHONY: upstream-build upstream-build-exhaustive upstream-builds upstream-autotools check-releases

# Those that a package was made of: vendor/releases.
check-releases: $(LIB)
	@rm -rf $(BUILD)/releases
	$(CARGO) run -q --locked --manifest-path vendor/releases/Cargo.toml --target-dir target/releases -- $(BUILD)/releases $(HOST)
	$(dropin_src)/check_releases.sh $(BUILD)/releases $(DROPIN_INCLUDE) $(LIB) $(CC)

builds_directory := $(abspath $(BUILD))/upstream
builds_cflags = -I$(UPSTREAM) -I$(abspath $(DROPIN_INCLUDE)) -include secp256k1_ecmult_multi_dropin.h
builds_python := $(builds_directory)/venv/bin/python

$(builds_python): $(dropin_src)/requirements.txt
	python3 -m venv $(builds_directory)/venv
	$@ -m pip install -q -r $<
	@touch $@

# The instructions that a variant's programs need, and the flags and options that make it.
builds_needs_avx := avx
builds_needs_avx512f := avx512f
builds_options_O0 := -DCMAKE_BUILD_TYPE=Debug
builds_options_O2 := -DCMAKE_BUILD_TYPE=Release
# autotools has no build types.
builds_autotools_O0 := -O0
builds_cflags_avx := -mavx
builds_cflags_avx512f := -mavx512f
builds_cflags_int64 := -DUSE_FORCE_WIDEMUL_INT64=1
builds_cflags_lto := -flto
builds_ldflags_lto := -flto
builds_variants := O0 O2 lto avx avx512f int64

# The rule of the build $(1), by the compiler $(2), in the variant $(3).
define builds_rule
.PHONY: upstream-build-$(1)
upstream-build-$(1): $(LIB) $(builds_python)
	$$(dropin_need_upstream)CC="$(2)" NEEDS=$(builds_needs_$(3)) SECP256K1_TEST_ITERS=$$(UPSTREAM_BUILD_ITERATIONS) \
	    $(dropin_src)/upstream_cmake.sh $$(UPSTREAM) $(builds_directory)/$(1) all \
	    "$$(builds_cflags) $(builds_cflags_$(3))" "$(abspath $(LIB)) $(builds_ldflags_$(3))" \
	    -DSECP256K1_BUILD_EXHAUSTIVE_TESTS=OFF $(builds_options_$(3))
	$(dropin_src)/check_upstream_symbols.sh $$(UPSTREAM) $(builds_python) $(builds_directory)/$(1)/lib/libsecp256k1.so

# The sources lack one file of upstream's autotools, for which ours stands in.
.PHONY: upstream-autotools-$(1)
upstream-autotools-$(1): $(LIB) $(LIB_SMALL_ORDERS) $(builds_python)
	$$(dropin_need_upstream)CC="$(2)" NEEDS=$(builds_needs_$(3)) SECP256K1_TEST_ITERS=$$(UPSTREAM_BUILD_ITERATIONS) \
	    $(dropin_src)/upstream_autotools.sh $$(UPSTREAM) $(builds_directory)/autotools-$(1) $(abspath $(dropin_src)/upstream_macros.m4) \
	    $(abspath $(DROPIN_INCLUDE)) $(abspath $(LIB)) $(abspath $(LIB_SMALL_ORDERS)) "$(or $(builds_autotools_$(3)),-O2) -g $(builds_cflags_$(3))"
	$(dropin_src)/check_upstream_symbols.sh $$(UPSTREAM) $(builds_python) $(builds_directory)/autotools-$(1)/build/.libs/libsecp256k1.so
endef
$(eval $(call builds_rule,default,$(CC),default))
$(foreach compiler,gcc clang,$(foreach variant,$(builds_variants),$(eval $(call builds_rule,$(compiler)-$(variant),$(compiler),$(variant)))))

upstream-build: upstream-build-default upstream-build-exhaustive ## Upstream's whole project with this library, and its tests
upstream-autotools: upstream-autotools-default
upstream-builds: $(foreach compiler,gcc clang,$(foreach variant,$(builds_variants),upstream-build-$(compiler)-$(variant) upstream-autotools-$(compiler)-$(variant)))

# An order is for one program only: it and nothing else is built here.
upstream-build-exhaustive: $(LIB_SMALL_ORDERS)
	$(dropin_need_upstream)CC="$(CC)" $(dropin_src)/upstream_cmake.sh $(UPSTREAM) $(builds_directory)/exhaustive exhaustive_tests \
	    "$(builds_cflags) -DEXHAUSTIVE_TEST_ORDER=13" "$(abspath $(LIB_SMALL_ORDERS))" \
	    -DSECP256K1_BUILD_TESTS=OFF -DSECP256K1_BUILD_BENCHMARK=OFF

# Upstream's own programs, and ours, with the library behind upstream's sources. GNU make.
#
#     make -f capi-tests/c/dropin.mk UPSTREAM=... LIB=... dropin-check
#
# To be set before a makefile includes this one, or on the command line:
#   UPSTREAM        root of libsecp256k1's sources, v0.8.0
#   LIB             libsecp256k1_ecmult_multi.a
#   LIB_SHARED      the shared library; check-symbols looks at it, too, if it is set
#   BUILD           directory for what is made here
#   CC              compiler, with options like -m32 if need be
#   DROPIN_LAYOUTS  the layouts that LIB holds, of 5x52 10x26 5x52_verify 10x26_verify
#   DROPIN_JOBS     processes that upstream's tests run in
#   DROPIN_RUN      runs a program of another machine: an emulator and its options
#   V=1             shows the commands
#
# Targets, each for all of DROPIN_LAYOUTS, or for one with -LAYOUT behind its name:
#   dropin-suite      upstream's tests.c, all of it, one iteration
#   dropin-ecmult     upstream's ecmult, wNAF, scratch and MuSig tests at full iterations; every
#                     function of the library must have been called often enough
#   dropin-bench      upstream's bench_ecmult.c, which checks its sums; not with VERIFY
#   main-job          a thousand points through the library by every way
#   check-upstream-sizes  any scratch space that is enough for upstream is enough here
#   check-symbols     upstream's functions are gone, the library exports the listed names only
#   check-reexport    a shared libsecp256k1 that was linked with LIB exports none of them
# and without a layout:
#   check-header      the generated header compiles as C and C++, and is complete
#   check-refusals    the headers refuse what does not fit
#   dropin-compile    every source file of upstream compiles with the drop-in header, in all
#                     layouts, optimized or not, and for processors with other alignments
#   dropin-align      upstream's scratch and ecmult_multi tests with the alignments of AVX and AVX-512
#   dropin-check      all of the above
#   dropin-msan       upstream's tests and a probe under MemorySanitizer; CC has to be clang
#   exported-symbols  writes exported_symbols.txt anew

# What a step that failed has half made is not there the next time.
.DELETE_ON_ERROR:

BUILD ?= build
DROPIN_LAYOUTS ?= 5x52
DROPIN_JOBS ?= 2
DROPIN_SUITE_ITERATIONS ?= 1
DROPIN_ECMULT_ITERATIONS ?= 16
# From 3 iterations on bench_ecmult runs sizes up to 32768 points, below that up to 8. The other
# algorithms than the default one would take minutes with the large ones.
DROPIN_BENCH_ITERATIONS ?= 3
DROPIN_BENCH_ITERATIONS_OTHERS ?= 2
DROPIN_LDLIBS ?=
DROPIN_RUN ?=
NM ?= nm
DROPIN_OPTIMIZE ?= -O2

dropin_src := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
dropin_root := $(dropin_src)/../..
DROPIN_INCLUDE ?= $(dropin_root)/include
dropin_template := $(dropin_root)/include/secp256k1_ecmult_multi.h.in
dropin_build := $(BUILD)/dropin
# What everything compiled here depends on: the headers, and the command, which changes with the compiler and its flags.
dropin_headers := $(wildcard $(DROPIN_INCLUDE)/*.h) $(dropin_build)/command
dropin_job_headers := $(wildcard $(dropin_src)/main_job*.h)

# At the head of recipes that need them. UPSTREAM is used in recipes only, so that a makefile may
# find it out when it is needed first.
dropin_need_upstream = $(if $(shell test -f "$(UPSTREAM)/src/tests.c" && echo yes),,$(error UPSTREAM is "$(UPSTREAM)", where there is no src/tests.c: set it to the root of libsecp256k1's sources, v0.8.0))
dropin_need_lib = $(if $(LIB),,$(error LIB is not set: build the library and set LIB to its .a file))

# Asked of the compiler when they are used first.
dropin_warnings = $(eval dropin_warnings := $$(shell $(dropin_src)/warning_flags.sh $(CC)))$(dropin_warnings)
dropin_asm = $(eval dropin_asm := $$(if $$(shell $(CC) -dM -E -x c /dev/null | grep -w __x86_64__),-DUSE_ASM_X86_64=1))$(dropin_asm)

# What upstream's build passes by default, and the modules that it leaves off.
dropin_config = -DECMULT_WINDOW_SIZE=15 -DCOMB_BLOCKS=43 -DCOMB_TEETH=6 $(dropin_asm) \
    -DENABLE_MODULE_ECDH=1 -DENABLE_MODULE_RECOVERY=1 -DENABLE_MODULE_EXTRAKEYS=1 \
    -DENABLE_MODULE_SCHNORRSIG=1 -DENABLE_MODULE_MUSIG=1 -DENABLE_MODULE_ELLSWIFT=1 \
    -DENABLE_MODULE_SILENTPAYMENTS=1 -DSUPPORTS_CONCURRENCY=1
dropin_all_layouts := 5x52 10x26 5x52_verify 10x26_verify
# Where the compiler has no type of 128 bits a struct stands in for it.
dropin_flags_5x52 := $(if $(shell $(CC) -dM -E -x c /dev/null | grep -w __SIZEOF_INT128__),,-DUSE_FORCE_WIDEMUL_INT128_STRUCT=1)
dropin_flags_10x26 := -DUSE_FORCE_WIDEMUL_INT64=1
dropin_flags_5x52_verify := $(dropin_flags_5x52) -DVERIFY
dropin_flags_10x26_verify := -DUSE_FORCE_WIDEMUL_INT64=1 -DVERIFY

dropin_cc = $(CC) -std=c90 $(DROPIN_OPTIMIZE) -g -ffunction-sections -fdata-sections $(dropin_warnings) -Werror $(dropin_config)
dropin_ours = -I$(DROPIN_INCLUDE)
dropin_upstreams = -I$(UPSTREAM)
dropin_both = $(dropin_upstreams) $(dropin_ours) -include secp256k1_ecmult_multi_dropin.h
dropin_q := $(if $(V),,@)
dropin_say = @mkdir -p $(@D) && echo "  make $@"

.PHONY: dropin-check dropin-suite dropin-ecmult dropin-bench main-job check-upstream-sizes check-symbols check-exports check-reexport \
    check-header check-refusals dropin-compile dropin-align dropin-msan exported-symbols
dropin-check: check-header check-refusals check-symbols check-reexport main-job check-upstream-sizes dropin-compile dropin-align dropin-suite dropin-ecmult dropin-bench
dropin-suite: $(DROPIN_LAYOUTS:%=dropin-suite-%)
dropin-ecmult: $(DROPIN_LAYOUTS:%=dropin-ecmult-%)
dropin-bench: $(patsubst %,dropin-bench-%,$(filter-out %_verify,$(DROPIN_LAYOUTS)))
main-job: $(DROPIN_LAYOUTS:%=main-job-%)
check-upstream-sizes: $(DROPIN_LAYOUTS:%=check-upstream-sizes-%)
check-symbols: check-exports $(DROPIN_LAYOUTS:%=check-gone-%)
check-reexport: $(DROPIN_LAYOUTS:%=check-reexport-%)

.PHONY: dropin-command
$(dropin_build)/command: dropin-command
	$(dropin_need_upstream)@mkdir -p $(@D)
	@echo '$(dropin_cc) $(UPSTREAM)' | cmp -s - $@ || echo '$(dropin_cc) $(UPSTREAM)' >$@

# Upstream's tables, the same in all layouts, and nothing of ours in them.
dropin_tables := $(dropin_build)/precomputed_ecmult.o $(dropin_build)/precomputed_ecmult_gen.o
$(dropin_tables): $(dropin_build)/%.o: $(dropin_build)/command
	$(dropin_need_upstream)$(dropin_say)
	$(dropin_q)$(dropin_cc) -c $(UPSTREAM)/src/$*.c -o $@

# The rules of one layout, $(1), for objects and programs in directory $(2).
define dropin_rules
.PHONY: dropin-suite-$(1) dropin-ecmult-$(1) dropin-bench-$(1) main-job-$(1) check-upstream-sizes-$(1) check-gone-$(1) check-reexport-$(1)

# Upstream's files as they are, with the drop-in header before them.
$(2)/secp256k1.o $(2)/tests.o $(2)/bench_ecmult.o: $(2)/%.o: $(dropin_headers)
	$$(dropin_need_upstream)$$(dropin_say)
	$(dropin_q)$$(dropin_cc) $(dropin_flags_$(1)) $$(dropin_both) -c $$(UPSTREAM)/src/$$*.c -o $$@
$(2)/tests $(2)/bench_ecmult: %: %.o $(dropin_tables) $(LIB)
	$$(dropin_need_lib)$$(dropin_say)
	$(dropin_q)$$(CC) -Wl,--gc-sections $$^ $$(DROPIN_LDLIBS) -o $$@

dropin-suite-$(1): $(2)/tests
	$$(DROPIN_RUN) $$< --iterations=$$(DROPIN_SUITE_ITERATIONS) --jobs=$$(DROPIN_JOBS)

# The object knows which functions it counts.
$(2)/count_calls.o: $(dropin_src)/count_calls.c $(dropin_headers)
	$$(dropin_say)
	$(dropin_q)$$(CC) -std=c90 -O2 -g -pedantic -Wall -Wextra -Wno-long-long -Werror $(dropin_flags_$(1)) $$(dropin_ours) -c $$< -o $$@
$(2)/counting_tests: $(2)/tests.o $(2)/count_calls.o $(dropin_tables) $(LIB)
	$$(dropin_need_lib)$$(dropin_say)
	$(dropin_q)$$(CC) $$$$($$(NM) $(2)/count_calls.o | sed -n 's/.* T __wrap_/-Wl,--wrap=/p') $$^ $$(DROPIN_LDLIBS) -o $$@

dropin-ecmult-$(1): $(2)/counting_tests
	COUNT_CALLS_FILE=$(2)/calls.txt $$(DROPIN_RUN) $$< --iterations=$$(DROPIN_ECMULT_ITERATIONS) --jobs=$$(DROPIN_JOBS) \
	    --target=ecmult --target=musig --target=scratch_tests --target=invalid_scratch_space_tests
	$(dropin_src)/check_floors.sh $(2)/calls.txt $(dropin_src)/floors_upstream_tests.txt

dropin-bench-$(1): $(2)/bench_ecmult
	SECP256K1_BENCH_ITERS=$$(DROPIN_BENCH_ITERATIONS) $$(DROPIN_RUN) $$<
	SECP256K1_BENCH_ITERS=$$(DROPIN_BENCH_ITERATIONS_OTHERS) $$(DROPIN_RUN) $$< strauss_wnaf
	SECP256K1_BENCH_ITERS=$$(DROPIN_BENCH_ITERATIONS_OTHERS) $$(DROPIN_RUN) $$< pippenger_wnaf
	SECP256K1_BENCH_ITERS=$$(DROPIN_BENCH_ITERATIONS_OTHERS) $$(DROPIN_RUN) $$< simple

# Each part of the main job sees no other headers than those that it stands for.
$(2)/main_job_dropin.o $(2)/main_job_preallocated.o $(2)/upstream_sizes.o: dropin_see = $$(dropin_both)
$(2)/main_job_upstream.o: dropin_see = $$(dropin_upstreams)
$(2)/main_job_header.o $(2)/main_job.o: dropin_see = $$(dropin_ours)
$(2)/main_job_dropin.o $(2)/main_job_preallocated.o $(2)/main_job_upstream.o $(2)/main_job_header.o $(2)/main_job.o $(2)/upstream_sizes.o: $(2)/%.o: $(dropin_src)/%.c $(dropin_job_headers) $(dropin_headers)
	$$(dropin_need_upstream)$$(dropin_say)
	$(dropin_q)$$(dropin_cc) $(dropin_flags_$(1)) $$(dropin_see) -c $$< -o $$@
$(2)/main_job: %: %.o %_upstream.o %_dropin.o %_preallocated.o %_header.o $(dropin_tables) $(LIB)
	$$(dropin_need_lib)$$(dropin_say)
	$(dropin_q)$$(CC) $$^ $$(DROPIN_LDLIBS) -o $$@

main-job-$(1): $(2)/main_job
	$$(DROPIN_RUN) $$<

$(2)/upstream_sizes: %: %.o $(dropin_tables) $(LIB)
	$$(dropin_need_lib)$$(dropin_say)
	$(dropin_q)$$(CC) $$^ $$(DROPIN_LDLIBS) -o $$@
check-upstream-sizes-$(1): $(2)/upstream_sizes
	$$(DROPIN_RUN) $$<

# tests.c tests upstream's tables, so they stay in its program; from the benchmark they must go.
# An object without the drop-in header is refused.
check-gone-$(1): $(2)/secp256k1.o $(2)/bench_ecmult.o $(2)/bench_ecmult $(2)/main_job_upstream.o
	$(dropin_src)/check_gone.sh $$(filter-out %_upstream.o,$$^)
	@$(dropin_src)/check_gone.sh $(2)/main_job_upstream.o | grep -q "still has upstream's" || { echo "check_gone.sh does not see upstream's own functions"; exit 1; }

$(2)/libsecp256k1.so: $(dropin_headers) $(LIB)
	$$(dropin_need_upstream)$$(dropin_need_lib)$$(dropin_say)
	$(dropin_q)$$(dropin_cc) -fPIC -shared $(dropin_flags_$(1)) $$(dropin_both) $$(patsubst %,$$(UPSTREAM)/src/%.c,secp256k1 precomputed_ecmult precomputed_ecmult_gen) $(LIB) $$(DROPIN_LDLIBS) -o $$@
# Our own shared library, which does export the names, is refused.
check-reexport-$(1): $(2)/libsecp256k1.so $(LIB_SHARED)
	$(dropin_src)/check_reexport.sh $$< $(dropin_src)/exported_symbols.txt
	$$(if $(LIB_SHARED),@$(dropin_src)/check_reexport.sh $(LIB_SHARED) $(dropin_src)/exported_symbols.txt | grep -q 'exports [0-9]* of our symbols' || { echo "check_reexport.sh does not see exported names"; exit 1; })
endef
$(foreach layout,$(dropin_all_layouts),$(eval $(call dropin_rules,$(layout),$(dropin_build)/$(layout))))

check-exports: $(LIB) $(LIB_SHARED)
	$(dropin_need_lib)@mkdir -p $(dropin_build)
	@$(dropin_src)/expand_names.sh $(dropin_template) $(DROPIN_LAYOUTS) >$(dropin_build)/exported_symbols.txt
	@diff $(dropin_src)/exported_symbols.txt $(dropin_build)/exported_symbols.txt || \
	    { echo "exported_symbols.txt (<) is not what secp256k1_ecmult_multi.h.in and DROPIN_LAYOUTS say (>): correct DROPIN_LAYOUTS, or run make -f $(dropin_src)/dropin.mk exported-symbols."; exit 1; }
	$(foreach library,$(LIB) $(LIB_SHARED),$(dropin_src)/check_exports.sh $(library) $(dropin_src)/exported_symbols.txt &&) true

exported-symbols:
	$(dropin_src)/expand_names.sh $(dropin_template) $(DROPIN_LAYOUTS) >$(dropin_src)/exported_symbols.txt

check-header:
	$(dropin_src)/check_header.sh $(DROPIN_INCLUDE) $(dropin_template) $(CC)

check-refusals:
	$(dropin_need_upstream)$(dropin_src)/check_refusals.sh $(abspath $(UPSTREAM)) $(DROPIN_INCLUDE) $(CC)

# Every layout of the headers, whatever LIB holds: optimized all of upstream's files, as its own
# build makes them; otherwise those that get most from the headers.
dropin_sources := secp256k1 bench_ecmult
dropin_sources_O2 := bench_internal bench precomputed_ecmult precomputed_ecmult_gen
dropin_flags_avx := -mavx
dropin_flags_avx512 := -mavx512f
dropin_flags_struct := -DUSE_FORCE_WIDEMUL_INT128_STRUCT=1
dropin_compile_O2 := $(dropin_all_layouts:%=$(dropin_build)/compile/%.O2)
dropin_compile_O := $(patsubst %,$(dropin_build)/compile/%,$(dropin_all_layouts:%=%.O0) avx.O1 avx512.O1 struct.O1)
dropin-compile: $(dropin_compile_O2) $(dropin_compile_O) $(dropin_build)/compile/linked
$(dropin_compile_O2): $(dropin_build)/compile/%.O2: $(dropin_build)/%/secp256k1.o $(dropin_build)/%/tests.o $(dropin_build)/%/bench_ecmult.o
$(dropin_compile_O2): dropin_sources := $(dropin_sources_O2)
$(dropin_compile_O2) $(dropin_compile_O): $(dropin_headers)
	$(dropin_need_upstream)$(dropin_say)
	@# A compiler for another processor does not know the flag: nothing to check then.
	$(dropin_q)if echo 'int known;' | $(CC) $(dropin_flags_$(basename $(@F))) -x c -c -o /dev/null - 2>/dev/null; then \
	    for source in $(dropin_sources); do \
	        $(CC) -std=c90 -$(patsubst .%,%,$(suffix $@)) $(dropin_warnings) -Werror $(dropin_config) $(dropin_flags_$(basename $(@F))) \
	            $(dropin_both) -c $(UPSTREAM)/src/$$source.c -o $@.o || exit 1; \
	    done; \
	fi
	@rm -f $@.o && touch $@
# Without optimization compilers keep more than is called; what they keep must link, and a program that calls nothing needs
# neither tables nor library.
$(dropin_build)/compile/linked: $(dropin_headers) $(dropin_tables) $(LIB)
	$(dropin_need_lib)$(dropin_say)
	$(dropin_q)$(CC) -std=c90 -O0 $(dropin_config) $(dropin_flags_$(firstword $(DROPIN_LAYOUTS))) $(dropin_both) $(UPSTREAM)/src/bench_internal.c $(dropin_tables) $(LIB) $(DROPIN_LDLIBS) -o $@
	$(dropin_q)$(CC) -std=c90 -O0 $(dropin_config) $(dropin_flags_$(firstword $(DROPIN_LAYOUTS))) $(dropin_both) $(patsubst %,$(UPSTREAM)/src/%.c,bench secp256k1 precomputed_ecmult precomputed_ecmult_gen) $(LIB) $(DROPIN_LDLIBS) -o $@
	$(dropin_q)echo 'int main(void) { return 0; }' | $(CC) -std=c90 -O0 $(dropin_config) $(dropin_flags_$(firstword $(DROPIN_LAYOUTS))) $(dropin_both) -x c - -o $@

# The alignment that -mavx and -mavx512f bring, without instructions that this processor may lack.
dropin_alignments := 32 64
dropin-align: $(dropin_alignments:%=$(dropin_build)/align%)
	for program in $^; do \
	    $(DROPIN_RUN) $$program --iterations=1 --jobs=$(DROPIN_JOBS) --target=ecmult_multi_tests --target=scratch_tests --target=invalid_scratch_space_tests || exit 1; \
	done
$(dropin_alignments:%=$(dropin_build)/align%): $(dropin_build)/align%: $(dropin_headers) $(dropin_tables) $(LIB)
	$(dropin_need_upstream)$(dropin_need_lib)$(dropin_say)
	$(dropin_q)$(dropin_cc) $(dropin_flags_$(firstword $(DROPIN_LAYOUTS))) -U__BIGGEST_ALIGNMENT__ -D__BIGGEST_ALIGNMENT__=$* $(dropin_both) $(UPSTREAM)/src/tests.c $(dropin_tables) $(LIB) $(DROPIN_LDLIBS) -o $@

# The library is not compiled with the sanitizer: the headers tell it what it has to know. The
# tests are those that come here and do not take minutes there.
dropin_msan = $(CC) -std=c90 -O1 -g -fsanitize=memory -fno-omit-frame-pointer $(dropin_flags_$(firstword $(DROPIN_LAYOUTS)))
dropin-msan: $(dropin_build)/msan_probe $(dropin_build)/msan_tests
	$(dropin_src)/check_reports.sh $(dropin_build)/msan_probe \
	    $(foreach mistake,scalar callback-scalar callback-point callback-return,"$(mistake)=MemorySanitizer: use-of-uninitialized-value")
	$(dropin_build)/msan_tests --iterations=1 --jobs=$(DROPIN_JOBS) --target=ecmult_multi_tests --target=wnaf \
	    --target=ecmult_chain --target=point_times_order --target=musig --target=scratch_tests \
	    --target=invalid_scratch_space_tests --target=ecdsa_sign_verify --target=schnorrsig
$(dropin_build)/msan_probe: $(dropin_src)/sanitizer_probe.c $(dropin_headers) $(LIB)
	$(dropin_need_lib)$(dropin_say)
	$(dropin_q)$(dropin_msan) $(dropin_ours) $< $(LIB) $(DROPIN_LDLIBS) -o $@
# The same without a sanitizer, or with those in CC: for sanitizers.mk.
$(dropin_build)/sanitizer_probe: $(dropin_src)/sanitizer_probe.c $(dropin_headers) $(LIB)
	$(dropin_need_lib)$(dropin_say)
	$(dropin_q)$(CC) -std=c90 -O1 -g $(dropin_flags_$(firstword $(DROPIN_LAYOUTS))) $(dropin_ours) $< $(LIB) $(DROPIN_LDLIBS) -o $@
$(dropin_build)/msan_tests: $(dropin_headers) $(dropin_tables) $(LIB)
	$(dropin_need_upstream)$(dropin_need_lib)$(dropin_say)
	$(dropin_q)$(dropin_msan) $(dropin_warnings) -Werror $(filter-out -DUSE_ASM_X86_64=1,$(dropin_config)) $(dropin_both) $(UPSTREAM)/src/tests.c $(dropin_tables) $(LIB) $(DROPIN_LDLIBS) -o $@

# Programs of users, built against the installed files and nothing else of ours. They are examples, too. GNU make.
#
#   check-install    install and uninstall, and what pkg-config and CMake are told
#   check-users      the programs in users/ with pkg-config and with CMake, and the README's example
#
# To be set before a makefile includes this one: BUILD, CC, UPSTREAM, and what tools/install.mk asks for.

users_src := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))/users
users_build := $(BUILD)/users
users_stage := $(abspath $(users_build)/stage)
users_pkgconfig := PKG_CONFIG_SYSROOT_DIR=$(users_stage) PKG_CONFIG_LIBDIR=$(users_stage)/usr/lib/pkgconfig pkg-config
# In recipes, which the shell fills in.
users_cflags = $$($(users_pkgconfig) --cflags $(NAME))
users_shared = $$($(users_pkgconfig) --libs $(NAME)) -Wl,-rpath,$(users_stage)/usr/lib
# Without the libraries that the compiler adds: the archive asks for no other than C's.
users_static = -Wl,-Bstatic $$($(users_pkgconfig) --static --libs $(NAME)) -Wl,-Bdynamic -nodefaultlibs -lc -lgcc
users_c = $(CC) -std=c89 -O2 -pedantic -Wall -Wextra -Werror $(users_cflags)
users_cxx = $(CXX) -std=c++11 -O2 -pedantic -Wall -Wextra -Werror $(users_cflags)

users_c_programs := sum threads readme
users_programs := $(users_c_programs:%=%_shared) $(users_c_programs:%=%_static) cpp_shared cpp_static plugins dropin
users_plugins := first second 10x26

.PHONY: check-install check-users check-users-pkg-config check-users-cmake
check-install: lib
	$(users_src)/../check_install.sh $(MAKE)

check-users: check-users-pkg-config check-users-cmake

# Whatever is there from an earlier run goes, so that nothing but what install does is seen.
$(users_stage)/installed: $(LIB) $(LIB_SHARED) $(wildcard include/*.h tools/*.in) tools/install.mk
	@rm -rf $(users_stage) && mkdir -p $(users_stage)
	@$(MAKE) --no-print-directory install DESTDIR=$(users_stage) PREFIX=/usr LIBDIR=/usr/lib INCLUDEDIR=/usr/include >/dev/null
	@touch $@

users_headers := $(wildcard $(users_src)/*.h)
$(users_programs:%=$(users_build)/%) $(users_plugins:%=$(users_build)/libplugin_%.so): $(users_headers) $(users_stage)/installed

# The README's first example, as it stands there; the second is a piece of a program.
$(users_build)/readme.c: README.md
	@mkdir -p $(@D)
	@sed -n '/^```c$$/,/^```$$/{/^```$$/q;/^```/!p}' $< >$@
$(users_build)/sum_shared $(users_build)/sum_static: $(users_src)/sum.c
$(users_build)/threads_shared $(users_build)/threads_static: $(users_src)/threads.c
$(users_build)/readme_shared $(users_build)/readme_static: $(users_build)/readme.c
$(users_c_programs:%=$(users_build)/%_shared): $(users_build)/%_shared:
	$(dropin_say)
	$(dropin_q)$(users_c) $(filter %.c,$^) -pthread $(users_shared) -o $@
$(users_c_programs:%=$(users_build)/%_static): $(users_build)/%_static:
	$(dropin_say)
	$(dropin_q)$(users_c) $(filter %.c,$^) -pthread $(users_static) -o $@
$(users_build)/cpp_shared: $(users_src)/sum.cpp
	$(dropin_say)
	$(dropin_q)$(users_cxx) $< $(users_shared) -o $@
$(users_build)/cpp_static: $(users_src)/sum.cpp
	$(dropin_say)
	$(dropin_q)$(users_cxx) $< -Wl,-Bstatic $$($(users_pkgconfig) --static --libs $(NAME)) -Wl,-Bdynamic -o $@

$(users_build)/libplugin_10x26.so: users_layout := -DUSE_FORCE_WIDEMUL_INT64
$(users_plugins:%=$(users_build)/libplugin_%.so): $(users_build)/libplugin_%.so: $(users_src)/plugin.c
	$(dropin_say)
	$(dropin_q)$(users_c) $(users_layout) -DPLUGIN=plugin_$* -fPIC -shared $< $(users_static) -o $@
	@$(users_src)/../check_reexport.sh $@ $(SYMBOLS)
$(users_build)/plugins: $(users_src)/plugins.c $(users_plugins:%=$(users_build)/libplugin_%.so)
	$(dropin_say)
	$(dropin_q)$(users_c) $(filter %.c %.so,$^) -Wl,-rpath,$(abspath $(users_build)) -o $@

# Upstream's types, and a function of ours behind the name that the program calls.
$(users_build)/dropin: $(users_src)/dropin.c
	$(dropin_need_upstream)$(dropin_say)
	$(dropin_q)$(CC) -std=c90 -O2 -ffunction-sections -I$(UPSTREAM) $(users_cflags) -include secp256k1_ecmult_multi_dropin.h \
	    $< $(UPSTREAM)/src/precomputed_ecmult.c $(UPSTREAM)/src/precomputed_ecmult_gen.c -Wl,--gc-sections $(users_static) -o $@
	@nm $@ | grep -q ' secp256k1_ecmult_multi_var_[0-9]' || { rm $@; echo "dropin.c calls upstream's function, not the library's"; exit 1; }

check-users-pkg-config: $(users_programs:%=$(users_build)/%)
	@for program in $^; do echo "$$program" && $$program || exit 1; done
	@for file in $(filter %_shared,$^); do \
	    readelf -d $$file | grep -q 'NEEDED.*\[lib$(NAME)\.so\.$(SOVERSION)\]' || { echo "$$file does not take the shared library by its SONAME"; exit 1; }; done
	@for file in $(filter-out %_shared,$^) $(users_build)/libplugin_*.so; do \
	    readelf -d $$file >$(users_build)/needed && grep -q 'NEEDED.*libc' $(users_build)/needed || { echo "readelf -d does not say what $$file needs"; exit 1; }; \
	    ! grep 'NEEDED.*lib$(NAME)' $(users_build)/needed || { echo "$$file takes the shared library, too"; exit 1; }; done

check-users-cmake: $(users_stage)/installed
	$(dropin_need_upstream)@rm -rf $(users_build)/cmake
	@cmake -S $(users_src) -B $(users_build)/cmake -DCMAKE_PREFIX_PATH=$(users_stage)/usr -DSECP256K1_ROOT=$(UPSTREAM) -DCMAKE_C_COMPILER=$(CC) \
	    -DCMAKE_CXX_COMPILER=$(CXX) >$(users_build)/cmake.log 2>&1 && cmake --build $(users_build)/cmake >>$(users_build)/cmake.log 2>&1 || \
	    { cat $(users_build)/cmake.log; exit 1; }
	@nm $(users_build)/cmake/dropin | grep -q ' secp256k1_ecmult_multi_var_[0-9]' || { echo "CMake's target for the drop-in header does not bring it"; exit 1; }
	@cd $(users_build)/cmake && ctest --output-on-failure

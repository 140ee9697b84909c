# install and uninstall. The makefile that includes this one sets NAME, VERSION, SOVERSION, LIB, LIB_SHARED, BUILD
# and CC, and has a target lib.

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include

install_headers := $(wildcard include/*.h)
install_pc := tools/$(NAME).pc.in
install_cmake := tools/$(NAME)-config.cmake.in tools/$(NAME)-config-version.cmake.in
install_lib := $(DESTDIR)$(LIBDIR)
install_include := $(DESTDIR)$(INCLUDEDIR)
# A directory of our own; the others are everybody's.
install_cmakedir := $(install_lib)/cmake/$(NAME)

.PHONY: install uninstall

# install_fill TEMPLATE,DIRECTORY: the file, filled in where it goes, since it depends on variables. Below PREFIX the
# pkg-config file names directories by its prefix, which then can be changed with --define-prefix. The CMake package finds
# everything from where it is itself.
install_fill = sed -e 's|@PREFIX@|$(PREFIX)|' \
	    -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
	    -e 's|@INCLUDEDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))|' \
	    -e "s|@INCLUDE_FROM_CMAKE@|$$(realpath -m --relative-to=$(LIBDIR)/cmake/$(NAME) $(INCLUDEDIR))|" \
	    -e "s|@POINTER_BYTES@|$(install_pointer_bytes)|" \
	    -e 's|@VERSION@|$(VERSION)|' -e 's|@SOVERSION@|$(SOVERSION)|' $(1) >$(2)/$(basename $(notdir $(1)))
# For which machine the CMake package says it is.
install_pointer_bytes = $(or $(shell $(CC) -dM -E -x c /dev/null | sed -n 's/.*__SIZEOF_POINTER__ //p'),$(error $(CC) -dM -E does not tell __SIZEOF_POINTER__: set CC to GCC or clang))

install: lib ## Installs to PREFIX (/usr/local), LIBDIR and INCLUDEDIR, below DESTDIR if it is set
	install -d $(install_lib)/pkgconfig $(install_cmakedir) $(install_include)
	install -m 644 $(LIB) $(install_lib)
	install -m 755 $(LIB_SHARED) $(install_lib)
	ln -sf $(notdir $(LIB_SHARED)) $(install_lib)/lib$(NAME).so
	install -m 644 $(install_headers) $(install_include)
	$(call install_fill,$(install_pc),$(install_lib)/pkgconfig)
	$(foreach template,$(install_cmake),$(call install_fill,$(template),$(install_cmakedir)) &&) true
	chmod 644 $(addprefix $(install_lib)/pkgconfig/,$(basename $(notdir $(install_pc)))) $(addprefix $(install_cmakedir)/,$(basename $(notdir $(install_cmake))))

uninstall: ## Removes what install has put there
	rm -f $(addprefix $(install_lib)/,$(notdir $(LIB) $(LIB_SHARED)) lib$(NAME).so pkgconfig/$(basename $(notdir $(install_pc))))
	rm -f $(addprefix $(install_cmakedir)/,$(basename $(notdir $(install_cmake))))
	rm -f $(addprefix $(install_include)/,$(notdir $(install_headers)))
	if [ -d $(install_cmakedir) ]; then rmdir $(install_cmakedir); fi

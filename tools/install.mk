# install and uninstall. The makefile that includes this one sets NAME, VERSION, SOVERSION, LIB, LIB_SHARED, BUILD
# and CC, and has a target lib.

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include

install_headers := $(wildcard include/*.h)
install_pc := $(BUILD)/$(NAME).pc
install_cmake := $(BUILD)/$(NAME)-config.cmake $(BUILD)/$(NAME)-config-version.cmake
install_lib := $(DESTDIR)$(LIBDIR)
install_include := $(DESTDIR)$(INCLUDEDIR)
# A directory of our own; the others are everybody's.
install_cmakedir := $(install_lib)/cmake/$(NAME)

.PHONY: install uninstall $(install_pc) $(install_cmake)

# Made anew each time, since they depend on variables. Below PREFIX the pkg-config file names directories by its
# prefix, which then can be changed with --define-prefix. The CMake package finds everything from where it is itself.
$(install_pc) $(install_cmake): $(BUILD)/%: tools/%.in
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|' \
	    -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
	    -e 's|@INCLUDEDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))|' \
	    -e "s|@INCLUDE_FROM_CMAKE@|$$(realpath -m --relative-to=$(LIBDIR)/cmake/$(NAME) $(INCLUDEDIR))|" \
	    -e "s|@POINTER_BYTES@|$$($(CC) -dM -E -x c /dev/null | sed -n 's/.*__SIZEOF_POINTER__ //p')|" \
	    -e 's|@VERSION@|$(VERSION)|' -e 's|@SOVERSION@|$(SOVERSION)|' $< >$@

install: lib $(install_pc) $(install_cmake) ## Installs to PREFIX (/usr/local), LIBDIR and INCLUDEDIR, below DESTDIR if it is set
	install -d $(install_lib)/pkgconfig $(install_cmakedir) $(install_include)
	install -m 644 $(LIB) $(install_lib)
	install -m 755 $(LIB_SHARED) $(install_lib)
	ln -sf $(notdir $(LIB_SHARED)) $(install_lib)/lib$(NAME).so
	install -m 644 $(install_headers) $(install_include)
	install -m 644 $(install_pc) $(install_lib)/pkgconfig
	install -m 644 $(install_cmake) $(install_cmakedir)

uninstall: ## Removes what install has put there
	rm -f $(addprefix $(install_lib)/,$(notdir $(LIB) $(LIB_SHARED)) lib$(NAME).so pkgconfig/$(notdir $(install_pc)))
	rm -f $(addprefix $(install_cmakedir)/,$(notdir $(install_cmake)))
	rm -f $(addprefix $(install_include)/,$(notdir $(install_headers)))
	if [ -d $(install_cmakedir) ]; then rmdir $(install_cmakedir); fi

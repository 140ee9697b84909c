# The library in firmware: bare-metal 32-bit ARM, no heap, no C library. GNU make.
#
#   check-firmware    links such a program and runs it in qemu-arm
#   firmware-sizes    flash and stack for every window of the tables for G, as a table
#
# Takes rustc's target FIRMWARE_TARGET, and Debian's gcc-arm-none-eabi and qemu-user.

FIRMWARE_TARGET ?= thumbv7em-none-eabi
FIRMWARE_CPU ?= -mcpu=cortex-m4 -mthumb
# Cargo's name for how the library is shipped.
FIRMWARE_OPT_LEVEL ?= 3
FIRMWARE_WINDOW_G ?= 5

firmware_src := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))/firmware
firmware_build := build/$(FIRMWARE_TARGET)
firmware_make = CARGO_PROFILE_CAPI_OPT_LEVEL=$(FIRMWARE_OPT_LEVEL) $(MAKE) --no-print-directory TARGET=$(FIRMWARE_TARGET)

.PHONY: check-firmware firmware-sizes firmware-run firmware-size
check-firmware:
	@tools/cross.sh $(FIRMWARE_TARGET)
	@ECMULT_MULTI_WINDOW_G=$(FIRMWARE_WINDOW_G) $(firmware_make) firmware-run

# For size: half as much code.
firmware-sizes: FIRMWARE_OPT_LEVEL := s
firmware-sizes:
	@tools/cross.sh $(FIRMWARE_TARGET)
	@mkdir -p $(firmware_build)
	@echo "| window | flash, bytes | tables among them | RAM, static | stack |"
	@echo "|---|---|---|---|---|"
	@for window in 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do \
	    ECMULT_MULTI_WINDOW_G=$$window $(firmware_make) firmware-size FIRMWARE_WINDOW_G=$$window >$(firmware_build)/size.log 2>&1 || { cat $(firmware_build)/size.log; exit 1; }; \
	    tail -n 1 $(firmware_build)/size.log; done

# The rest is for TARGET=$(FIRMWARE_TARGET).
$(BUILD)/firmware.elf: $(firmware_src)/firmware.c $(wildcard include/*.h capi-tests/c/users/*.h) $(LIB)
	$(CC) -std=c99 -O2 -Wall -Wextra -Werror $(FIRMWARE_CPU) -ffreestanding -nostdlib -static -Wl,--gc-sections -Iinclude $< $(LIB) -lgcc -o $@
	@$(NM) $@ >$@.symbols
	@! grep -wE 'malloc|free|calloc|realloc' $@.symbols || { echo "$@ asks for heap memory"; exit 1; }

firmware-run: $(BUILD)/firmware.elf
	qemu-arm -cpu max $<

# What one function needs, and nothing of the program that calls it.
$(BUILD)/multi_var.o: $(LIB)
	$(LD) -r --gc-sections -u secp256k1_ecmult_multi_var_10x26 -o $@ $<

firmware-size: $(BUILD)/multi_var.o $(BUILD)/firmware.elf
	@set -o pipefail; size=$$($(tools)size $< | sed -n 2p) && stack=$$(qemu-arm -cpu max $(BUILD)/firmware.elf | sed -n 's/^stack: \([0-9]*\) bytes/\1/p') && \
	set -- $$size && echo "| $(FIRMWARE_WINDOW_G) | $$(($$1 + $$2)) | $$((2 << ($(FIRMWARE_WINDOW_G) + 4))) | $$(($$2 + $$3)) | $$stack |"

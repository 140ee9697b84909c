# Upstream's exhaustive tests, which try all inputs in groups of few points, with a library for
# these groups behind them. To be included after dropin.mk, whose variables it uses.
#
# To be set before, or on the command line:
#   EXHAUSTIVE_LAYOUTS the layouts to test
#   EXHAUSTIVE_SHARES  order 199 has 3.1e11 multi-multiplications of two points: they are cut into
#                      so many shares, of which one is run, chosen at random
#   EXHAUSTIVE_RUNS    how often order 199 is gone through; z is random in all runs but the last
#
# Targets:
#   exhaustive         orders 7 and 13 whole, and a share of order 199; every function that these
#                      tests use must have been called as often as is due. Also for one order and
#                      layout, exhaustive-ORDER-LAYOUT
#   check-orders       what was compiled for a small group does not link with LIB

EXHAUSTIVE_LAYOUTS ?= 5x52 5x52_verify
EXHAUSTIVE_SHARES ?= 1000000
EXHAUSTIVE_RUNS ?= 1

# The number of runs, a seed (none: a random one), and for order 199 the number of shares and the
# share. The program prints all of them.
exhaustive_arguments_7 :=
exhaustive_arguments_13 :=
exhaustive_arguments_199 = $(EXHAUSTIVE_RUNS) "" $(EXHAUSTIVE_SHARES) $$(shuf -n 1 -i 0-$$(($(EXHAUSTIVE_SHARES) - 1)))
# Curves of even order are not for ElligatorSwift's tests, of which one function is left unused then.
exhaustive_config_7 = $(filter-out -DENABLE_MODULE_ELLSWIFT=1,$(dropin_config))
exhaustive_config_13 = $(dropin_config)
exhaustive_config_199 = $(dropin_config)
exhaustive_hash := \#

.PHONY: exhaustive check-orders
exhaustive: $(foreach order,7 13 199,$(EXHAUSTIVE_LAYOUTS:%=exhaustive-$(order)-%)) check-orders ## Upstream's exhaustive tests, in groups of 7, 13 and 199 points
check-orders: $(foreach order,7 13 199,$(EXHAUSTIVE_LAYOUTS:%=check-orders-$(order)-%))

# The groups are in a library of their own, for these tests alone, with all layouts in it.
LIB_SMALL_ORDERS := $(BUILD)/small_orders/lib$(NAME).a
$(LIB_SMALL_ORDERS): FORCE
	$(CARGO) rustc --target-dir target/small_orders --profile capi -p $(NAME) --features capi --crate-type staticlib -- --cfg ecmult_multi_staticlib --cfg ecmult_multi_small_orders
	@mkdir -p $(@D)
	@cmp -s target/small_orders/capi/lib$(NAME).a $@ || cp target/small_orders/capi/lib$(NAME).a $@

# The rules of order $(1) in layout $(2), with objects and programs in directory $(3).
define exhaustive_rules
.PHONY: exhaustive-$(1)-$(2) check-orders-$(1)-$(2)

# The order has to be known when the drop-in header is read.
$(3)/tests_exhaustive.o: $(dropin_headers)
	$$(dropin_need_upstream)$$(dropin_say)
	$(dropin_q)$$(filter-out $$(dropin_config),$$(dropin_cc)) $$(exhaustive_config_$(1)) $(dropin_flags_$(2)) -DEXHAUSTIVE_TEST_ORDER=$(1) $$(dropin_both) -c $$(UPSTREAM)/src/tests_exhaustive.c -o $$@
$(3)/count_calls.o: $(dropin_src)/count_calls.c $(dropin_headers)
	$$(dropin_say)
	$(dropin_q)$$(CC) -std=c90 -O2 -g -pedantic -Wall -Wextra -Wno-long-long -Werror $(dropin_flags_$(2)) '-DSECP256K1_ECMULT_MULTI_NAME_ORDER(name)=name$(exhaustive_hash)$(exhaustive_hash)_order$(1)' $$(dropin_ours) -c $$< -o $$@
$(3)/tests_exhaustive: $(3)/tests_exhaustive.o $(3)/count_calls.o $(LIB_SMALL_ORDERS)
	$$(dropin_say)
	$(dropin_q)$$(CC) $$$$(nm $(3)/count_calls.o | sed -n 's/.* T __wrap_/-Wl,--wrap=/p') $$^ $$(DROPIN_LDLIBS) -o $$@

exhaustive-$(1)-$(2): $(3)/tests_exhaustive
	COUNT_CALLS_FILE=$(3)/calls.txt $$< $$(exhaustive_arguments_$(1))
	@sed -nE 's/^($(1)|all) //p' $(dropin_src)/floors_exhaustive.txt >$(3)/floors.txt
	@# These tests use a few of the functions, and only those have floors.
	@grep -v ' 0$$$$' $(3)/calls.txt >$(3)/called.txt
	$(dropin_src)/check_floors.sh $(3)/called.txt $(3)/floors.txt

check-orders-$(1)-$(2): $(3)/tests_exhaustive.o $(LIB)
	$$(dropin_need_lib)$(dropin_src)/check_orders.sh $$< $(LIB) _$(2)_order$(1) $$(CC)
endef
$(foreach order,7 13 199,$(foreach layout,$(dropin_all_layouts),$(eval $(call exhaustive_rules,$(order),$(layout),$(dropin_build)/$(layout)/order$(order)))))

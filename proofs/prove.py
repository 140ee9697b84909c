#!/usr/bin/env python3
"""Proves what src/group, src/recode and the split by λ compute. docs/proofs.md says how, and what it trusts.

With --mutate, faults are planted in copies of the functions, and each has to be refuted.
"""

import argparse
import os
import sys
import time
from collections import Counter
from multiprocessing import get_context

import group
import integers
import mutate
import signed_sums
from equivalent import EQUIVALENT
from points import Symbolic, small_fields
from rust import Program, Sources

GROUP = integers.SRC / "group"
FORMULAS = [path for path in sorted(GROUP.glob("*.rs")) if path.name not in ("mod.rs", "tests.rs")]
# Functions without a formula, by file and name.
NO_FORMULA = {
    ("generator.rs", "odd_multiple_of_g"): "reads a table that build.rs makes",
    ("generator.rs", "fe"): "reads an entry of it",
}
# Choices of points and z that a proof goes through in one small field, at most.
CHOICES = 8000

# What processes work on that are forked from this one.
EVERYTHING, MUTANTS = [], []


class Check:
    """A part of the proof: what it is called, how it is done, and, once it is done, which functions it has run."""

    def __init__(self, name, way, steps, size=0):
        self.name, self.way, self.steps, self.size = name, way, steps, size
        self.called = set()

    def run(self):
        """Runs it, and returns what there is to print."""
        Program.called.clear()
        lines = [f"{self.name}: {self.size} choices" if self.size else self.name]
        for what, step in self.steps():
            Program.taken.clear()
            try:
                step()
            except AssertionError as error:
                raise AssertionError(f"{self.name}, {what}: not right, {error}") from error
            if self.way == "polynomials":
                lines.append(f"  {what:18}{', '.join(dict.fromkeys(Program.taken))}".rstrip())
        return lines


def steps_of(proof, setting):
    """One step for each choice of operands."""

    def steps():
        for what, operands in setting.operands(proof):
            yield what, lambda: proof.run(setting, operands)

    return steps


def single(step, *arguments):
    return lambda: iter([("", lambda: step(*arguments))])


def checks(formulas, arithmetic):
    """All parts, the quick ones and those that say most first."""
    symbolic = Symbolic(formulas)
    result = [Check(str(proof), "polynomials", steps_of(proof, symbolic)) for proof in group.PROOFS]
    program = signed_sums.program(formulas)
    for size in signed_sums.SIZES:
        name = f"list_signed_sums, expand_signed_sums ({size} points)"
        result.append(Check(name, "symbols", single(signed_sums.prove_size, program, size)))
    for proof in integers.PROOFS:
        name = proof.__doc__.splitlines()[0]
        result.append(Check(name, "integers", single(proof, arithmetic)))
    fields = small_fields(formulas)
    for proof in group.PROOFS:
        for i, field in enumerate(fields):
            # Faults meet the smallest field alone.
            way = "other small fields" if i else "a small field"
            if i == 0 or field.size(proof) <= CHOICES:
                result.append(Check(f"{proof} for {field}", way, steps_of(proof, field), field.size(proof)))
    for size, factors in ((2, 6), (3, 2)):
        name = f"list_signed_sums, expand_signed_sums ({size} points) for {fields[0]}, z = 1 … {factors}"
        step = single(signed_sums.prove_small_field, fields[0], size, factors)
        result.append(Check(name, "a small field", step, len(fields[0].points) ** size * factors))
    return result


def run_check(number):
    """What a check prints, what it has called and the outcomes of its conditions; or what is wrong."""
    check = EVERYTHING[number]
    try:
        lines = check.run()
    except AssertionError as error:
        return [str(error)], None, None
    return lines, set(Program.called), set(Program.outcomes)


def run_all(everything):
    with get_context("fork").Pool(os.cpu_count()) as pool:
        for check, (lines, called, outcomes) in zip(everything, pool.imap(run_check, range(len(everything)))):
            print("\n".join(lines), flush=True)
            if called is None:
                pool.terminate()
                sys.exit("a proof fails")
            check.called = called
            Program.outcomes |= outcomes


def check_coverage(everything, formulas, arithmetic):
    """That nothing has been forgotten: a function without a proof, or a branch that no case takes."""
    proven = {name for proof in group.PROOFS for name in proof.functions}
    proven |= {"list_signed_sums", "expand_signed_sums", "mul_3b"}
    called = set().union(*(check.called for check in everything))
    functions = {**formulas.functions, **arithmetic.functions}
    names = set()
    for key, function in functions.items():
        file = function.place.partition(":")[0]
        names.add((file, function.name))
        if (file, function.name) in NO_FORMULA:
            continue
        if key not in called:
            sys.exit(f"{function.place}: {function} has no proof")
        if function.public and key in formulas.functions and str(function) not in proven:
            sys.exit(f"{function.place}: {function} has no proof of its own")
        for branch in branches(function.body):
            for held in (True, False):
                if (branch, held) not in Program.outcomes:
                    sys.exit(f"{branch}: no case where this is {held}")
    if stale := set(NO_FORMULA) - names:
        sys.exit(f"{stale} are not in the sources")
    print(f"{len(functions) - len(NO_FORMULA)} functions, each run by a proof, with each of their branches taken and not taken")


def branches(node):
    if node[:1] and node[0] in ("if", "if_let"):
        yield node[-1]
    for part in node:
        if isinstance(part, tuple):
            yield from branches(part)


# Faults


def refuted_by(mutant):
    """The way that refutes a mutant, by its number."""
    sources, key, what, function = MUTANTS[mutant]
    original = sources.functions[key]
    sources.functions[key] = function
    start = time.monotonic()
    way = None
    try:
        for check in EVERYTHING:
            # What is known to do nothing meets no field.
            ways = ("polynomials", "symbols", "integers", *(() if explanation(function, what) else ("a small field",)))
            if check.way in ways and key in check.called:
                try:
                    check.run()
                except AssertionError:
                    way = check.way
                except Exception:  # the types do not fit any more
                    way = "types"
                if way:
                    break
    finally:
        sources.functions[key] = original
    return mutant, way, time.monotonic() - start


def explanation(function, what):
    return EQUIVALENT.get((str(function), mutate.without_place(what)))


def plant_faults(everything, sources):
    """Every fault has to be refuted, or to be one that EQUIVALENT says does nothing."""
    for each in sources:
        for key, function in each.functions.items():
            if isinstance(function.body, tuple) and any(key in check.called for check in everything):
                MUTANTS.extend((each, key, what, mutant) for what, mutant in mutate.mutants(function))
    ways, survivors = Counter(), []
    with get_context("fork").Pool(os.cpu_count()) as pool:
        for number, way, seconds in pool.imap_unordered(refuted_by, range(len(MUTANTS)), chunksize=4):
            _, _, what, function = MUTANTS[number]
            if os.environ.get("VERBOSE"):
                print(f"{seconds:.2f} {function}: {what}: {way}")
            if way:
                ways[way] += 1
            else:
                survivors.append((function, what))
    print(f"{len(MUTANTS)} faults, refuted by", ", ".join(f"{way}: {count}" for way, count in ways.most_common()))
    unknown = set(EQUIVALENT) - {(str(function), mutate.without_place(what)) for function, what in survivors}
    for function, what in sorted(survivors, key=lambda survivor: (str(survivor[0]), survivor[1])):
        if reason := explanation(function, what):
            print(f"  does nothing: {function}, {what}: {reason}")
        else:
            print(f"  NOT REFUTED: {function}, {what}")
            unknown.add((str(function), what))
    if unknown:
        sys.exit(f"faults that are not refuted, or known to do nothing and refuted, or not there: {sorted(unknown)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutate", action="store_true", help="plant faults afterwards, and see each refuted")
    options = parser.parse_args()
    formulas, arithmetic = Sources(FORMULAS), integers.read()
    # It works on limbs, so it belongs to the integers.
    del formulas.functions[None, "mul_3b"]
    EVERYTHING.extend(checks(formulas, arithmetic))
    run_all(EVERYTHING)
    check_coverage(EVERYTHING, formulas, arithmetic)
    if options.mutate:
        plant_faults(EVERYTHING, (formulas, arithmetic))


if __name__ == "__main__":
    main()

"""What counts as a fault of the runtime: python -m unittest discover -s tests/runtime"""

import collections
import unittest

from faults import Fault, Faults
from workers import Outcome

LINE = "graph/walk spir64-O3* 2026-11-21 vectoriser lanes are mixed up"
CRASH = "the process died of signal 11: 0. Running pass"
LABELS = {0: "spir64-O3", 1: "spir64-Os"}


def right(_):
    """An oracle's verdict."""


def compared(results, then, line=LINE):
    """The results and notes of graph/walk, where other oracles say `then(who)`; and the lines that were not needed."""
    faults = Faults({"graph/walk"}, [line])
    outcome = Outcome(dict(results), [], collections.Counter())
    faults.compare("graph/walk", LABELS, outcome, lambda numbers, who: Outcome({n: then(who) for n in numbers}, [], None))
    return outcome.results, outcome.notes, faults.unused()


class Judging(unittest.TestCase):
    def test_a_listed_fault_passes_with_a_note(self):
        results, notes, unused = compared({0: "5, not 6", 1: None}, then=right)
        self.assertEqual(results, {0: None, 1: None})
        self.assertIn("spir64-O3 goes wrong in the runtime's vectoriser only", notes[0])
        self.assertEqual(unused, [])

    def test_what_is_not_listed_fails(self):
        results, notes, unused = compared({0: None, 1: "5, not 6"}, then=right)
        self.assertIn("not in faults.txt", results[1])
        self.assertEqual(notes, [])
        self.assertEqual(len(unused), 1)

    def test_what_is_listed_fails_where_another_oracle_says_so(self):
        results, notes, unused = compared({0: "5, not 6", 1: None}, then=lambda _: "7, not 6")
        self.assertEqual(results[0], "5, not 6 | other oracles: 7, not 6")
        self.assertEqual((notes, len(unused)), ([], 1))

    def test_a_crash_of_the_compiler_is_judged_by_our_own_device(self):
        line = LINE.replace("vectoriser", "compiler")
        results, _, unused = compared({0: CRASH, 1: None}, lambda who: None if who == "own" else CRASH, line)
        self.assertEqual((results[0], unused), (None, []))

    def test_a_wrong_result_is_no_crash(self):
        line = LINE.replace("vectoriser", "compiler")
        for why in ("5, not 6", "the process died of signal 11: in a kernel"):
            results, _, unused = compared({0: why, 1: None}, right, line)
            self.assertIn("not in faults.txt", results[0])
            self.assertEqual(len(unused), 1)

    def test_a_line_that_nothing_met_is_not_unused(self):
        _, _, unused = compared({0: None, 1: None}, then=right, line=LINE.replace("O3", "O1"))
        self.assertEqual(unused, [])

    def test_a_line_names_a_program_and_a_date(self):
        for line in ("graph/walk spir64-O3 lanes", LINE.replace("walk", "none")):
            with self.assertRaises(ValueError):
                Faults({"graph/walk"}, [line])

    def test_a_pattern_covers_the_round_trip(self):
        self.assertTrue(Fault(LINE).covers("spir64-O3-roundtrip"))


if __name__ == "__main__":
    unittest.main()

"""What the checks of the project's own device take for a failure."""

import unittest

import runner
import shaders


NEEDED = "pipes without memory"
LISTED = {"pipes/reservations": NEEDED}


class Refusals(unittest.TestCase):
    def test_what_does_not_run_is_listed(self):
        said = "a: not run: " + NEEDED
        self.assertIsNone(runner.verdict("pipes/reservations", [said], LISTED))
        self.assertEqual(runner.verdict("scan/inclusive", [said], LISTED), said)
        self.assertIsNone(runner.verdict("scan/inclusive", [], LISTED))

    def test_what_is_listed_does_not_run_for_that_reason(self):
        self.assertIn("REFUSED", runner.verdict("pipes/reservations", [], LISTED))
        other = "a: not run: no memory"
        self.assertEqual(runner.verdict("pipes/reservations", ["b: " + NEEDED, other], LISTED), other)

    def test_shaders_are_equal_or_listed(self):
        self.assertIsNone(shaders.verdict("scan", shaders.EQUAL))
        self.assertIsNone(shaders.verdict("ray_query", shaders.NOT_RUN))
        for name, kind in (("scan", shaders.NOT_RUN), ("ray_query", shaders.EQUAL), ("ray_query", shaders.REFUSED)):
            self.assertIsNotNone(shaders.verdict(name, kind))


if __name__ == "__main__":
    unittest.main()

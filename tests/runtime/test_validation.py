"""Which complaints of the validator say only that it does not know an extension."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from validation import without_unknown  # noqa: E402

FREEZE = "`spirv-val k.spv`: exit 1: error: line 5: Invalid capability operand: 5156"


class Validation(unittest.TestCase):
    def test_extensions_are_left_out_once(self):
        self.assertEqual(without_unknown(FREEZE, "+all"), "+all,-SPV_KHR_poison_freeze")
        self.assertIsNone(without_unknown(FREEZE, "+all,-SPV_KHR_poison_freeze"))

    def test_nothing_is_left_out_where_nothing_is_allowed(self):
        self.assertIsNone(without_unknown(FREEZE, ""))

    def test_the_text_is_exact(self):
        self.assertIsNone(without_unknown(FREEZE + "6", "+all"))
        self.assertIsNone(without_unknown("error: line 5: Invalid capability operand: 4", "+all"))
        wide = "error: line 9: Invalid number of bits (24) used for OpTypeInt. | %1 = OpTypeInt 24 0"
        self.assertIn("-SPV_INTEL_int4", without_unknown(wide, "+all"))
        self.assertIsNone(without_unknown("error: line 4: operand X requires one of these extensions: Y", "+all"))


if __name__ == "__main__":
    unittest.main()

"""The sessions that `docs/guide/python.md` shows."""

import doctest
import os
import pathlib
import tempfile
import unittest

from llvm_spirv import _native

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/guide/python.md"


class ThePage(unittest.TestCase):
    @unittest.skipUnless(_native.HAS_RUN, "it runs a kernel, and this wheel has no `run`")
    def test_sessions_say_what_the_page_shows(self) -> None:
        lines = ("" if line.startswith("```") else line for line in PAGE.read_text().splitlines())
        test = doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, PAGE.name, str(PAGE), 0)
        self.assertGreater(len(test.examples), 10)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                runner.run(test)
            finally:
                os.chdir(before)
        self.assertEqual(runner.summarize(verbose=False).failed, 0)


if __name__ == "__main__":
    unittest.main()

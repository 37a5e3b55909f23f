"""The parts of the wheel that need no build of the library. `make test` runs them."""

import email
import importlib
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARCHIVE = next(pathlib.Path("/usr/lib").glob("*/libexpat.a"), None)
SHARED = next(pathlib.Path("/usr/lib").glob("*/libexpat.so.1"), None)


def backend():
    spec = importlib.util.spec_from_file_location("backend", ROOT / "Python" / "backend.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@unittest.skipIf(sys.version_info < (3, 11), "the backend requires Python 3.11")
class Metadata(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.backend = backend()
        cls.metadata = email.message_from_string(cls.backend.metadata())

    def test_every_field_of_the_project_is_in_the_metadata(self):
        project = self.backend.project_table()
        self.assertEqual(self.metadata["Name"], "pose3d")
        self.assertEqual(self.metadata["Summary"], project["description"])
        self.assertEqual(self.metadata["Author"], "Pose3D contributors")
        self.assertEqual(self.metadata["Requires-Python"], ">=3.10")
        self.assertEqual(self.metadata.get_all("Classifier"), project["classifiers"])
        self.assertEqual(self.metadata["Keywords"].split(","), project["keywords"])

    def test_openvino_is_required_in_the_version_of_set_up(self):
        setup = (ROOT / "scripts" / "setup").read_text(encoding="utf-8")
        version = re.search(r"openvino_version=(\S+)", setup)[1]
        self.assertIn(f"openvino=={version}", self.metadata.get_all("Requires-Dist"))

    def test_the_description_has_no_relative_links(self):
        self.assertEqual(self.metadata["Description-Content-Type"], "text/markdown")
        page = self.metadata.get_payload()
        self.assertIn("# pose3d", page)
        self.assertEqual(re.findall(r"\]\((?!https://)[^)]*\)", page), [])

    def test_the_command_exists(self):
        line = self.backend.entry_points().splitlines()[1]
        module, function = line.removeprefix("pose3d = ").split(":")
        self.assertTrue(callable(getattr(importlib.import_module(module), function)))


TOOLS = all(map(shutil.which, ("clang", "nm", "objdump", "pkg-config")))


@unittest.skipUnless(ARCHIVE and SHARED and TOOLS, "needs Expat's archive, clang and binutils")
@unittest.skipIf(sys.version_info < (3, 11), "the backend requires Python 3.11")
class Expat(unittest.TestCase):
    def test_expat_runs_on_glibc_2_35(self):
        builder = backend()
        with tempfile.TemporaryDirectory() as folder:
            linked = builder.link_expat(SHARED, pathlib.Path(folder))
            self.assertLessEqual(builder.newest("GLIBC", pathlib.Path(folder)), (2, 35))
            self.assertLessEqual(builder.exported_names(SHARED), builder.exported_names(linked))
            parsed = subprocess.run(
                [sys.executable, "-c", PARSING, linked], text=True, stdout=subprocess.PIPE)
        self.assertEqual(parsed.stdout, "1 expat\n")


# Parses a document with the library that is named, whose hash needs random numbers.
PARSING = """
import ctypes, sys
expat = ctypes.CDLL(sys.argv[1])
expat.XML_ParserCreate.restype = ctypes.c_void_p
expat.XML_ExpatVersion.restype = ctypes.c_char_p
parser = ctypes.c_void_p(expat.XML_ParserCreate(None))
text = b"<a b='1' c='2'><d/></a>"
print(expat.XML_Parse(parser, text, len(text), 1), expat.XML_ExpatVersion().decode().split("_")[0])
"""


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])

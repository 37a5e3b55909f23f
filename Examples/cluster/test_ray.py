"""ray_batch.py on two nodes, one of which is lost. `make check-ray` runs it, in an environment that has Ray
and the package; elsewhere it is skipped."""

import csv
import hashlib
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
CLIP = HERE.parents[1] / "fixtures" / "video" / "squats.mp4"
COPIES = 24
MISSING = [name for name in ("ray", "pose3d") if importlib.util.find_spec(name) is None]


def command(videos, output, *further):
    return [sys.executable, str(HERE / "ray_batch.py"), str(videos), "-o", str(output), *further]


def documents(folder):
    """The digests of the documents in a folder, by name."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.json"))}


def table(folder):
    with open(folder / "summary.csv", newline="") as file:
        return list(csv.DictReader(file))


@unittest.skipIf(MISSING, f"{' and '.join(MISSING)} isn't installed here: make check-ray")
class LostNode(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.videos = self.root / "videos"
        self.videos.mkdir()
        for number in range(COPIES):
            shutil.copy(CLIP, self.videos / f"clip-{number:02}.mp4")
        (self.videos / "broken.mp4").write_bytes(b"This is no video. " * 50)

    def test_every_file_is_measured_once_though_a_node_is_lost(self):
        import ray
        from ray.cluster_utils import Cluster

        alone, together = self.root / "alone", self.root / "together"
        self.assertEqual(subprocess.run(command(self.videos, alone)).returncode, 1)

        node = {"num_cpus": 1, "object_store_memory": 150 << 20}
        cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
        self.addCleanup(cluster.shutdown)
        second = cluster.add_node(**node)
        cluster.wait_for_nodes()
        ray.init(address=cluster.address, log_to_driver=False)
        self.addCleanup(ray.shutdown)
        batch = subprocess.Popen(command(self.videos, together, "--address", cluster.address))
        self.addCleanup(batch.kill)
        # Both nodes are at work when one goes.
        until = time.monotonic() + 240
        while len(documents(together)) < COPIES // 4 or ray.available_resources().get("CPU", 0) > 0:
            self.assertIsNone(batch.poll(), "the batch was over before a node could be lost")
            self.assertLess(time.monotonic(), until, "the two nodes didn't come to work together")
            time.sleep(0.05)
        cluster.remove_node(second, allow_graceful=False)
        before = documents(together)
        self.assertLess(len(before), COPIES)
        self.assertEqual(batch.wait(timeout=240), 1)

        expected = {f"clip-{number:02}.mp4.json" for number in range(COPIES)}
        self.assertEqual(set(documents(together)), expected)
        self.assertEqual(documents(together), documents(alone))
        found = table(together)
        files = [str(path) for path in sorted(self.videos.iterdir())]
        self.assertEqual([row["file"] for row in found], files)
        for row in found:
            if row["file"].endswith("broken.mp4"):
                self.assertIn("broken.mp4", row["error"])
                self.assertEqual(row["document"], "")
            else:
                self.assertEqual((row["exercise"], row["repetitions"], row["error"]), ("squat", "2", ""))

        # Once more: nothing is measured or written again but the table, which is the same.
        written = {path: path.stat().st_mtime_ns for path in together.glob("*.json")}
        again = command(self.videos, together, "--address", cluster.address)
        self.assertEqual(subprocess.run(again).returncode, 1)
        self.assertEqual({path: path.stat().st_mtime_ns for path in together.glob("*.json")}, written)
        self.assertEqual(table(together), found)


if __name__ == "__main__":
    unittest.main()

"""The command under test, and a small study."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

STUDY = {
    "version": 1,
    "title": "A small study",
    "base": {"gallery": "teaching-machine"},
    "factors": [
        {"vary": "field", "path": "until_ms", "values": [100, 200]},
        {"vary": "mechanism", "id": "no_direct_fs_writeback"},
    ],
    "design": {"kind": "grid"},
    "measures": ["counter:pgscan_kswapd", "ratio:counter:pgscan_kswapd"],
    "seeds": 4,
}
RUNS = 24


@pytest.fixture(scope="session")
def reclaim() -> str:
    """Return the path of the command."""
    path = os.environ.get("RECLAIM", "")
    assert Path(path).is_file(), "Set RECLAIM to the path of the command, as `npm run test:python` does."
    return path


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Return a file with the small study."""
    file = tmp_path / "study.json"
    file.write_text(json.dumps(STUDY))
    return file


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Return a client of two worker processes."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        Client(cluster) as client,
    ):
        yield client


def on_one_machine(reclaim: str, study: Path, form: str) -> bytes:
    """Return what the command prints."""
    return subprocess.run([reclaim, "study", str(study), "--format", form], capture_output=True, check=True).stdout

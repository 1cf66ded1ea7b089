"""`python -m reclaim_study` as a person or a script meets it."""

import os
import subprocess
import sys
from pathlib import Path

from conftest import on_one_machine

SOURCE = Path(__file__).parent.parent / "src"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run the program."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    line = [sys.executable, "-m", "reclaim_study", *(str(argument) for argument in arguments)]
    return subprocess.run(line, capture_output=True, check=False, env=environment)


def refused(*arguments: str | Path) -> str:
    """Return the sentence with which the program refuses."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    return done.stderr.decode()


def test_a_local_cluster_prints_the_same_bytes(reclaim: str, study: Path, tmp_path: Path) -> None:
    """Also from saved runs alone."""
    saved = tmp_path / "runs.jsonl"
    arguments: list[str | Path] = [study, "--workers", "2", "--command", reclaim, "--resume", saved, "--format", "csv"]
    first, again = run(*arguments), run(*arguments)
    assert (first.returncode, first.stderr) == (0, b"")
    assert first.stdout == again.stdout == on_one_machine(reclaim, study, "csv")


def test_mistakes_are_refused_with_a_sentence(reclaim: str, study: Path, tmp_path: Path) -> None:
    """Each says what is wrong and what to do."""
    command: list[str | Path] = ["--command", reclaim]
    assert "`0` is not a number of workers" in refused(study, "--workers", "0")
    assert "not allowed with" in refused(study, "--workers", "1", "--scheduler", "tcp://127.0.0.1:1")
    assert "cannot be read" in refused(tmp_path / "nothing.json", *command)
    assert "`/nowhere/reclaim` cannot be run" in refused(study, "--command", "/nowhere/reclaim")
    assert "There is no Dask scheduler at nonsense" in refused(study, *command, "--scheduler", "nonsense")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(study.read_text().replace("no_direct_fs_writeback", "nothing"))
    assert "factors[1].id: There is no mechanism `nothing`." in refused(wrong, *command)
    other = tmp_path / "other.jsonl"
    other.write_text('{"program":"0.0.1"}\n')
    assert "another build of reclaim" in refused(study, *command, "--resume", other)

"""Runs of a study on a cluster."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from conftest import RUNS, on_one_machine
from distributed import Client

from reclaim_study.cluster import parts_of, spread
from reclaim_study.command import plan
from reclaim_study.failure import Failure
from reclaim_study.part import Part


def evaluated(reclaim: str, study: Path, saved: Path, form: str) -> bytes:
    """Return the results of the saved runs, without running anything."""
    assert plan(reclaim, study, saved).groups == []
    arguments = [reclaim, "study", str(study), "--resume", str(saved), "--format", form]
    return subprocess.run(arguments, capture_output=True, check=True).stdout


def test_a_killed_worker_does_not_change_the_result(reclaim: str, study: Path, tmp_path: Path, client: Client) -> None:
    """The runs that it had are carried out by others."""
    saved = tmp_path / "runs.jsonl"
    pids = client.run(os.getpid)
    killed: list[tuple[str, ...]] = []

    def kill_one(_part: Part) -> None:
        if not killed:
            worker, tasks = next((worker, tasks) for worker, tasks in client.processing().items() if tasks)
            os.kill(pids[worker], signal.SIGKILL)
            killed.append(tuple(tasks))

    whole = plan(reclaim, study, saved)
    assert whole.runs == sum(map(len, whole.groups)) == RUNS
    spread(client, reclaim, study.read_text(), whole, saved, kill_one)
    assert killed and killed[0], "it had parts when it was killed"
    for form in ("text", "json", "jsonl", "csv"):
        assert evaluated(reclaim, study, saved, form) == on_one_machine(reclaim, study, form)


def test_what_was_saved_before_an_interruption_is_not_run_again(
    reclaim: str, study: Path, tmp_path: Path, client: Client
) -> None:
    """Ctrl-C leaves a file to continue from."""
    saved = tmp_path / "runs.jsonl"

    def interrupt(_part: Part) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spread(client, reclaim, study.read_text(), plan(reclaim, study, saved), saved, interrupt)
    rest = plan(reclaim, study, saved)
    assert 0 < sum(map(len, rest.groups)) < RUNS
    spread(client, reclaim, study.read_text(), rest, saved)
    assert evaluated(reclaim, study, saved, "json") == on_one_machine(reclaim, study, "json")


def test_a_worker_with_another_build_is_refused(reclaim: str, study: Path, tmp_path: Path, client: Client) -> None:
    """Its results may differ."""
    other = tmp_path / "other"
    # A program runs with a byte more at its end, and is another build.
    other.write_bytes(Path(reclaim).read_bytes() + b"\0")
    other.chmod(0o755)
    saved = tmp_path / "runs.jsonl"
    with pytest.raises(Failure, match=r"Worker tcp://.*: This is another build of reclaim"):
        spread(client, str(other), study.read_text(), plan(reclaim, study, saved), saved)


def test_a_worker_without_the_command_is_named(reclaim: str, study: Path, tmp_path: Path, client: Client) -> None:
    """The sentence says which worker, and what it lacks."""
    saved = tmp_path / "runs.jsonl"
    with pytest.raises(Failure, match=r"Worker tcp://.*: The command `/nowhere/reclaim` cannot be run: No such file"):
        spread(client, "/nowhere/reclaim", study.read_text(), plan(reclaim, study, saved), saved)


def test_a_command_that_keeps_dying_ends_the_study(reclaim: str, study: Path, tmp_path: Path, client: Client) -> None:
    """It is tried a few times, then the sentence names the signal."""
    dying = tmp_path / "dying"
    dying.write_text("#!/bin/sh\nkill -9 $$\n")
    dying.chmod(0o755)
    saved = tmp_path / "runs.jsonl"
    with pytest.raises(Failure, match=r"was ended by signal 9\. It was tried 4 times"):
        spread(client, str(dying), study.read_text(), plan(reclaim, study, saved), saved)


def test_groups_stay_whole_unless_threads_would_have_nothing_to_do() -> None:
    """Each run is in one part, and there is a limit to the parts."""
    pairs = [[at, at + 1] for at in range(0, 20, 2)]
    assert parts_of(pairs, 1) == pairs
    assert parts_of(pairs, 1, most=3) == [list(range(0, 8)), list(range(8, 16)), list(range(16, 20))]
    assert parts_of([list(range(32))], 2) == [list(range(at, at + 4)) for at in range(0, 32, 4)]
    assert parts_of([[0, 1], [2]], 64) == [[0], [1], [2]]

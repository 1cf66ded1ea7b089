"""The command `reclaim study` on this machine: its plan, and the evaluation of collected results."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from reclaim_study.failure import Failure


@dataclass(frozen=True)
class Plan:
    """The runs of a study."""

    build: str
    """Identifies the build of the command; results of another build may differ."""
    runs: int
    """All runs of the study."""
    groups: list[list[int]]
    """The runs that are not saved yet. Runs of a group share their beginnings."""


def plan(command: str, study: Path, saved: Path) -> Plan:
    """Return the runs that a study needs and that the file does not have; makes the file if there is none."""
    done = _run([command, "study", str(study), "--plan", "--resume", str(saved)], capture=True)
    try:
        document = json.loads(done.stdout)
        return Plan(build=document["build"], runs=document["runs"], groups=document["groups"])
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"`{command} study --plan` did not print a plan. Use this version of reclaim.") from error


def evaluate(command: str, study: Path, saved: Path, form: str) -> int:
    """Print the results to standard output, from the runs in the file; return the exit code of the command."""
    done = _run([command, "study", str(study), "--resume", str(saved), "--format", form], capture=False)
    return done.returncode


def _run(arguments: list[str], *, capture: bool) -> subprocess.CompletedProcess[bytes]:
    try:
        done = subprocess.run(arguments, capture_output=capture, check=False)
    except OSError as error:
        raise Failure(
            f"The command `{arguments[0]}` cannot be run: {error.strerror}. Build it with "
            "`cargo build --release -p reclaim-cli`, and name it with --command."
        ) from error
    if capture and done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().removeprefix("reclaim: ")
        raise Failure(said or f"`{' '.join(arguments)}` failed.", abs(done.returncode))
    return done

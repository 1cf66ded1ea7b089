"""What a worker does: it carries out some runs of a study with the command on its own machine."""

import subprocess
import threading
from dataclasses import dataclass

from distributed import get_worker

interrupted = threading.Event()
"""Set in a worker process of this machine by Ctrl-C."""


@dataclass(frozen=True)
class Part:
    """The result of some runs."""

    worker: str
    """Address of the worker that carried them out."""
    lines: bytes = b""
    """One line per run, as in a file of `--resume`, without the first line, which names the build."""
    refusal: str = ""
    """Why the worker's command refused; empty if it did not."""


class CommandDiedError(Exception):
    """The command ended without an answer, for example because its machine had no memory left. Dask retries it."""


def carry_out(command: str, study: str, build: str, runs: list[int]) -> Part:
    """Carry out these runs of a study (its text), one after another, with the worker's command."""
    worker = str(get_worker().address)
    if interrupted.is_set():
        return Part(worker, refusal="Interrupted.")
    numbers = ",".join(str(run) for run in runs)
    arguments = [command, "study", "-", "--only", numbers, "--jobs", "1", "--build", build]
    try:
        done = subprocess.run(arguments, input=study.encode(), capture_output=True, check=False)
    except OSError as error:
        return Part(worker, refusal=f"The command `{command}` cannot be run: {error.strerror}.")
    said = done.stderr.decode(errors="replace").strip().removeprefix("reclaim: ")
    if done.returncode < 0:
        raise CommandDiedError(f"`{command}` on worker {worker} was ended by signal {-done.returncode}.")
    if done.returncode != 0:
        return Part(worker, refusal=said or f"`{command}` ended with code {done.returncode}.")
    _, _, lines = done.stdout.partition(b"\n")
    if lines.count(b"\n") != len(runs):
        return Part(worker, refusal=f"`{command}` did not print a line for each run. Use this version of reclaim.")
    return Part(worker, lines=lines)


def as_is(text: str) -> str:
    """Return the text.

    The study is the result of a task, not of `scatter`, so that Dask can make it again when a worker with it is lost.
    """
    return text

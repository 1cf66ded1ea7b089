"""`python -m reclaim_study FILE`: like `reclaim study FILE`, on a Dask cluster."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from reclaim_study import command
from reclaim_study.cluster import connect, spread
from reclaim_study.failure import Failure
from reclaim_study.part import Part

INTERRUPTED = 130
"""Exit code after Ctrl-C, as of a shell."""


def _workers(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of workers; use 1 to 256")
    return number


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="reclaim_study",
        description="Run a study on the workers of a Dask cluster. Prints the same bytes as `reclaim study FILE`.",
    )
    parser.add_argument("study", metavar="FILE", type=Path, help="file with the study")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, such as tcp://10.0.0.1:8786")
    where.add_argument(
        "--workers", metavar="N", type=_workers, help="workers on this machine; default: the number of processors"
    )
    parser.add_argument(
        "--resume", metavar="FILE", type=Path, help="save finished runs in this file, and continue from it"
    )
    parser.add_argument("--format", choices=["text", "json", "jsonl", "csv"], default="text")
    parser.add_argument(
        "--command", metavar="PATH", default="reclaim", help="the command reclaim; default: the one on the PATH"
    )
    parser.add_argument(
        "--worker-command", metavar="PATH", help="the same build of it on the workers; default: as --command"
    )
    return parser.parse_args(arguments)


class Progress:
    """A line on standard error that is overwritten, if it is a terminal."""

    def __init__(self, done: int, runs: int) -> None:
        """Start with the runs that are saved, of so many."""
        self.done, self.runs, self.started = done, runs, time.monotonic()
        self.show()

    def part(self, part: Part) -> None:
        """Count the runs of a part that ended."""
        self.done += part.lines.count(b"\n")
        self.show()

    def show(self) -> None:
        """Draw the line."""
        seconds = round(time.monotonic() - self.started)
        self._write(f"{self.done} of {self.runs} runs, {seconds} s")

    def clear(self) -> None:
        """Remove the line."""
        self._write("")

    def _write(self, line: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()


def _run(arguments: argparse.Namespace, saved: Path) -> int:
    try:
        study = arguments.study.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"{arguments.study} cannot be read: {error}.") from error
    plan = command.plan(arguments.command, arguments.study, saved)
    if plan.groups:
        missing = sum(map(len, plan.groups))
        workers = min(arguments.workers or os.cpu_count() or 1, missing)
        progress = Progress(plan.runs - missing, plan.runs)
        try:
            with connect(arguments.scheduler, workers) as client:
                on_workers = arguments.worker_command or arguments.command
                spread(client, on_workers, study, plan, saved, progress.part)
        finally:
            progress.clear()
    return command.evaluate(arguments.command, arguments.study, saved, arguments.format)


def main(arguments: list[str] | None = None) -> int:
    """Run a study, and return the exit code."""
    parsed = _arguments(arguments)
    saved: Path = parsed.resume or _temporary()
    try:
        code = _run(parsed, saved)
    except Failure as failure:
        print(f"reclaim_study: {failure}", file=sys.stderr)
        code = failure.code
    except KeyboardInterrupt:
        print("reclaim_study: Interrupted.", file=sys.stderr)
        code = INTERRUPTED
    if parsed.resume is None and (code == 0 or _lines(saved) < 2):
        saved.unlink(missing_ok=True)
    elif code != 0 and _lines(saved) > 1:
        runs = _lines(saved) - 1
        print(f"reclaim_study: {runs} runs are saved; continue with --resume {saved}", file=sys.stderr)
    return code


def _temporary() -> Path:
    handle, name = tempfile.mkstemp(prefix="reclaim-study-", suffix=".jsonl")
    os.close(handle)
    return Path(name)


def _lines(file: Path) -> int:
    try:
        return file.read_bytes().count(b"\n")
    except OSError:
        return 0


if __name__ == "__main__":
    sys.exit(main())

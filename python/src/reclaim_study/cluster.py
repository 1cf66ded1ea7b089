"""The cluster: connecting to it, and spreading the runs of a study over its workers."""

import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, as_completed

from reclaim_study.command import Plan
from reclaim_study.failure import Failure
from reclaim_study.part import CommandDiedError, Part, as_is, carry_out

MOST_PARTS = 1_000
"""Parts of a study at most: each starts the command once."""
PARTS_OF_THREAD = 4
"""Parts for each thread of the cluster at least, so that all end at about the same time."""
RETRIES = 3
"""How often a part is tried again when the command dies. Parts of lost workers are retried by the scheduler."""
PATIENCE_S = 10
"""How long to wait for the scheduler, and for the first worker, seconds."""


@contextmanager
def connect(scheduler: str | None, workers: int) -> Iterator[Client]:
    """Connect to the scheduler at an address, or start so many workers on this machine."""
    # Its warnings about lost workers are not for the reader of a study; what matters is said in a sentence.
    with dask.config.set({"logging.distributed": "critical"}):
        if scheduler is None:
            with (
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                    preload=["reclaim_study.local_worker"],
                ) as cluster,
                Client(cluster) as client,
            ):
                yield client
            return
        try:
            client = Client(scheduler, timeout=PATIENCE_S)
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            raise Failure(
                f"There is no Dask scheduler at {scheduler}. Start one with `dask scheduler`, and use the address "
                "that it prints, such as tcp://127.0.0.1:8786."
            ) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=PATIENCE_S)
            except TimeoutError as error:
                raise Failure(
                    f"The scheduler at {scheduler} has no workers. Start some with `dask worker {scheduler}`."
                ) from error
            yield client


def parts_of(groups: list[list[int]], threads: int, most: int = MOST_PARTS) -> list[list[int]]:
    """Divide the runs of groups into parts.

    A part has whole groups, so that runs share their beginnings, unless some threads would then have nothing to do.
    """
    largest = max(1, sum(map(len, groups)) // (PARTS_OF_THREAD * threads))
    pieces = [group[at : at + largest] for group in groups for at in range(0, len(group), largest)]
    each = max(1, -(-len(pieces) // most))
    return [list(chain.from_iterable(pieces[at : at + each])) for at in range(0, len(pieces), each)]


def spread(
    client: Client,
    command: str,
    study: str,
    plan: Plan,
    saved: Path,
    on_part: Callable[[Part], None] = lambda part: None,
) -> None:
    """Carry out the runs of a plan on the workers, and append each part to the file as soon as it ends."""
    name = uuid.uuid4().hex
    text = client.submit(as_is, study, key=f"study-{name}")
    futures = [
        client.submit(carry_out, command, text, plan.build, runs, key=f"part-{name}-{at}", retries=RETRIES)
        for at, runs in enumerate(parts_of(plan.groups, sum(client.nthreads().values())))
    ]
    try:
        with saved.open("ab") as file:
            for future in as_completed(futures):
                part = _result(future)
                if part.refusal:
                    raise Failure(f"Worker {part.worker}: {part.refusal}")
                _write(file.write, file.flush, part.lines, saved)
                future.release()
                on_part(part)
    finally:
        client.cancel(futures)


def _result(future: Future) -> Part:
    try:
        part = future.result()
    except KilledWorker as error:
        raise Failure(
            f"The same part of the study was running on {error.allowed_failures + 1} workers when they were lost. "
            "It may need more memory than a worker has.",
            1,
        ) from error
    except CommandDiedError as error:
        raise Failure(f"{error} It was tried {RETRIES + 1} times.", 1) from error
    except ModuleNotFoundError as error:
        raise Failure(
            f"A worker lacks a package: {error}. Install this package on every worker, with `pip install python/`."
        ) from error
    assert isinstance(part, Part)
    return part


def _write(write: Callable[[bytes], int], flush: Callable[[], None], lines: bytes, saved: Path) -> None:
    try:
        write(lines)
        flush()
    except OSError as error:
        raise Failure(f"{saved} cannot be written: {error.strerror}.") from error

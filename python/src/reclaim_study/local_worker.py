"""Loaded by the worker processes of this machine: Ctrl-C on the terminal reaches them too."""

import signal

from reclaim_study import part


def dask_setup(_worker: object) -> None:
    """Start no command after Ctrl-C. The main program ends the worker; commands get the signal from the terminal."""
    # A handler, not SIG_IGN, which the command would inherit.
    signal.signal(signal.SIGINT, lambda _signal, _frame: part.interrupted.set())

"""Replays a trace of page requests in libCacheSim, and in the plainest model of two lists.

Usage: peer.py TRACE PAGES [--model]. TRACE has 32 bits a request, little-endian; PAGES is the room of the cache. Prints
JSON: for LRU and Clock of libCacheSim the share of misses and the requests a second; with --model the share of misses of two
lists besides. Ends with 3 where libCacheSim (PyPI: libcachesim) is not installed.
"""

import json
import sys
import tempfile
import time
from array import array
from collections import OrderedDict
from pathlib import Path

try:
    import libcachesim
    import numpy
except ImportError:
    sys.exit(3)

PAGE_BYTES = 4096


def as_oracle_general(requests, path):
    """Writes the binary form that libCacheSim reads fastest."""
    record = [("time", "<u4"), ("id", "<u8"), ("size", "<u4"), ("next", "<i8")]
    records = numpy.zeros(len(requests), dtype=record)
    records["id"] = requests.astype(numpy.uint64) + 1
    records["size"] = PAGE_BYTES
    records["next"] = -2
    records.tofile(path)


def replay(policy, path, pages, count):
    """Share of misses, and requests a second."""
    reader = libcachesim.TraceReader(
        str(path),
        libcachesim.TraceType.ORACLE_GENERAL_TRACE,
        libcachesim.ReaderInitParam(),
    )
    cache = policy(pages * PAGE_BYTES)
    start = time.perf_counter()
    misses, _ = cache.process_trace(reader)
    return {"misses": misses, "per_second": count / (time.perf_counter() - start)}


def two_lists(requests, pages):
    """Share of misses of an inactive and an active list: a page is activated when it is asked for a second time while it
    is inactive, and the active list gives its oldest back while it is the longer one."""
    inactive, active = OrderedDict(), OrderedDict()
    misses = 0
    for page in requests:
        if page in active:
            continue
        if page in inactive:
            del inactive[page]
            active[page] = True
            continue
        misses += 1
        inactive[page] = True
        if len(inactive) + len(active) > pages:
            while len(active) > len(inactive):
                oldest, _ = active.popitem(last=False)
                inactive[oldest] = True
            inactive.popitem(last=False)
    return misses / len(requests)


def main():
    trace, pages = sys.argv[1], int(sys.argv[2])
    requests = numpy.fromfile(trace, dtype="<u4")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.oracleGeneral.bin"
        as_oracle_general(requests, path)
        result = {
            name: replay(policy, path, pages, len(requests))
            for name, policy in [("lru", libcachesim.LRU), ("clock", libcachesim.Clock)]
        }
    if "--model" in sys.argv:
        plain = array("I", requests.tobytes())
        result["two_lists"] = {"misses": two_lists(plain, pages)}
    print(json.dumps(result))


main()

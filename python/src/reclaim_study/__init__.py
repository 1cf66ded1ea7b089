"""Spreads the runs of `reclaim study` over the workers of a Dask cluster.

The result has the same bytes as `reclaim study` on one machine: workers only carry out runs, and the command on this
machine evaluates the collected results.
"""

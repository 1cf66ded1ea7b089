"""An error for the user."""


class Failure(Exception):
    """A sentence for standard error, and the exit code: 2 for bad input, 1 for an unexpected error."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        """Take the sentence and the exit code."""
        super().__init__(sentence)
        self.code = code

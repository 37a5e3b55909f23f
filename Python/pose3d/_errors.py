"""The exception of the package."""


class Pose3DError(Exception):
    """Unusable input or options. The text is a sentence: what was found, what was expected, and the
    remedy.

    Attributes:
        code: the kind of failure in one word, such as "noSuchFile" or "unitMissing".
        status: the exit code with which the program `pose3d` would end.
    """

    def __init__(self, message: str, code: str = "unknown", status: int = 65) -> None:
        super().__init__(message)
        self.code = code
        self.status = status

    def __reduce__(self) -> "tuple[object, ...]":
        # Otherwise the exception of a pool's process would lose its code and status.
        return type(self), (str(self), self.code, self.status)

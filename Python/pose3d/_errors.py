"""What goes wrong."""


class Pose3DError(Exception):
    """Something can't be used. The text is a sentence: what was found, what was expected, and what to do.

    Attributes:
        code: the kind of failure in one word, such as "noSuchFile" or "unitMissing".
        status: the exit code with which the program `pose3d` would end.
    """

    def __init__(self, message: str, code: str = "unknown", status: int = 65) -> None:
        super().__init__(message)
        self.code = code
        self.status = status

    def __reduce__(self) -> "tuple[object, ...]":
        # What a process of a pool raises comes back whole.
        return type(self), (str(self), self.code, self.status)

"""SHA-256 as the interpreter has it by itself: `hashlib` loads OpenSSL, for a twentieth of a command's whole time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256  # Python 3.11
        except ImportError:
            from hashlib import sha256  # an interpreter that was built without its own

__all__ = ["sha256"]

"""`tableside`: a whole table, or one game in this terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from companion.cli import command_line
from companion.errors import ConfigError, OptionError, RecordError, TablesideError

REFUSED = (ConfigError, OptionError, RecordError)
"""What the person who typed the command can mend: exit status 2, as for misuse."""


def main(words: Sequence[str] | None = None) -> int:
    """Carry out one command; every error is one line on stderr."""
    args = command_line().parse_args(words)
    try:
        status: int = args.carry_out(args)
    except TablesideError as fault:
        print(f"tableside {args.command}: {' '.join(str(fault).split())}", file=sys.stderr)
        return 2 if isinstance(fault, REFUSED) else 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    return status


if __name__ == "__main__":
    sys.exit(main())

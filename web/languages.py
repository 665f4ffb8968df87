"""In which language a page speaks: the reader's own, if its texts are there, else English."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, request
from flask_babel import Babel

FOLDER = Path(__file__).parent / "translations"
SPOKEN = ("en", *sorted(path.name for path in FOLDER.glob("*") if path.is_dir()))
"""English stands in the templates and in the rules; the others have a catalogue each."""


def chosen() -> str:
    """The language that this reader's browser likes best of those that are spoken here."""
    return request.accept_languages.best_match(SPOKEN) or "en"


def speak(app: Flask) -> None:
    """Let templates say `_("…")`."""
    Babel(app, default_translation_directories=str(FOLDER), locale_selector=chosen)
    app.jinja_env.globals["language"] = chosen

    @app.after_request
    def say_so(response: Response) -> Response:
        """Whoever keeps an answer keeps it for that language alone."""
        if response.mimetype in ("text/html", "application/json"):
            response.vary.add("Accept-Language")
        return response

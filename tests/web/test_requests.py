"""Requests as a server hands them over, in whatever pieces they come."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest


class Line:
    """One request: the parts that come, and what is sent back."""

    def __init__(self, parts: Sequence[dict[str, Any]]) -> None:
        self.parts, self.sent = list(parts), list[dict[str, Any]]()

    async def receive(self) -> dict[str, Any]:
        return self.parts.pop(0)

    async def send(self, message: Any) -> None:
        self.sent.append(message)


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.fixture
def posted(table):
    def post(path: str, *parts: dict[str, Any], **headers: str) -> Line:
        line = Line(parts)
        told = {"host": "localhost", "origin": "http://localhost", **headers}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "query_string": b"",
            "headers": [
                (name.replace("_", "-").encode(), value.encode()) for name, value in told.items()
            ],
        }
        asyncio.run(table.app(scope, line.receive, line.send))
        return line

    return post


def test_a_phone_that_goes_in_the_middle_of_a_word_has_said_nothing(posted, table):
    before = table.board.frame("audience")

    line = posted(
        "/act",
        part(b"command=sit&arg_seat=jason", more=True),
        {"type": "http.disconnect"},
        content_type="application/x-www-form-urlencoded",
        content_length="40",
    )

    assert line.sent[0]["status"] == 400
    assert table.board.frame("audience") is before


def test_a_name_with_letters_of_all_countries_arrives_as_it_was_written(posted, table):
    form = "command=name&arg_seat=jason&arg_name=J%C3%B8rn&as=owner"
    owner = f"tableside_owner={table.app.guests.owner_token}"

    line = posted(
        "/act",
        part(form.encode(), more=False),
        content_type="application/x-www-form-urlencoded",
        content_length=str(len(form)),
        cookie=owner,
    )

    assert line.sent[0]["status"] == 303
    assert json.loads(table.board.frame("audience").body)["seats"][0]["name"] == "Jørn"


def test_of_a_request_that_says_too_much_no_more_is_read_than_refuses_it(posted):
    much, size = part(bytes(1 << 19), more=True), str(100 << 19)

    line = posted("/act", *[much] * 100, content_type="application/json", content_length=size)

    assert line.sent[0]["status"] == 413
    assert len(line.parts) > 90

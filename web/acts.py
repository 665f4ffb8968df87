"""What one does: answers and commands, as JSON or as the forms of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Flask, abort, jsonify, make_response, redirect, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from companion.engines.core import AUDIENCE
from companion.table.board import OWNER
from companion.table.inbox import Answer, Command, Reply
from web.guests import OWNER_COOKIE, SEATS_COOKIE, tokens
from web.pages import Table, about, draw
from web.words import Words

STATUS = {"ok": 200, "stale": 409, "illegal": 422, "forbidden": 403, "unsaved": 503}
CLAIMED = {"illegal": "waits", "forbidden": "code"}
"""What the page of the seats says when one was asked for and not given."""
YEAR_S = 31_536_000
LONG = 400_000
"""A whole evening's record has fewer letters."""
GAP = re.compile(r"\{(\w+)\}")
FLAGS = {"yes", "on", "robot", "alone", "end"}


def acts(app: Flask, table: Table) -> None:
    """What phones, the shared screen and the owner may say."""

    @app.post("/answer")
    def answer() -> AnyResponse:
        body = told()
        return answered(
            table, say_answer(table, table.viewer(body.get("as")), body, text(body, "answer"))
        )

    @app.post("/command")
    def command() -> AnyResponse:
        body = told()
        args = body.get("args", {})
        if not isinstance(args, dict):
            abort(400)
        return answered(table, say_command(table, table.viewer(body.get("as")), body, args))

    @app.post("/act")
    def act() -> AnyResponse:
        """A form of a page, then back to the page; to a page's own script the reply itself."""
        form = request.form.to_dict()
        viewer = table.viewer(form.get("as"))
        if "undo" in form:
            reply = say_command(table, viewer, {**form, "name": "undo"}, {})
        elif "paying" in form:
            reply = say_answers(table, viewer, form, ticked(form))
        elif "question" in form:
            reply = say_answer(table, viewer, form, answer_of(form))
        else:
            form |= ordered(form)
            reply = say_command(table, viewer, form, args_of(form))
        if request.headers.get("X-Tableside"):
            return answered(table, reply)
        page = back(form.get("page", "/"))
        frame = table.frame(viewer)
        if reply.status == "ok" or (reply.words and frame["toast"] == reply.words.json()):
            return redirect(page, 303)  # its own screen tells it: it need not be told twice
        return redirect(f"{page}?{urlencode({'note': reply.status, 'of': about(frame)})}", 303)


def doors(app: Flask, table: Table) -> None:
    """How a phone gets its seat and the owner the page."""

    @app.post("/claim")
    def claim() -> AnyResponse:
        """Ask for a seat: its token goes into the cookie, the two signs onto both screens.

        A phone waits for one seat at a time, and may go `back` to all of them.
        """
        body = told() if request.is_json else request.form.to_dict()
        args = {name: text(body, name) for name in ("seat", "code") if body.get(name)}
        waiting, kept = table.viewer(), [*tokens(request.cookies)]
        if "/" in waiting:
            args["instead"] = waiting.partition("/")[2]
            kept = kept[1:]
        if body.get("back"):
            reply = table.say(Command(AUDIENCE, "unclaim", {"claim": args.get("instead", "")}))
            response = to_seats(table)
        elif "seat" not in args:
            abort(400)
        else:
            reply = table.say(Command(AUDIENCE, "claim", args))
            kept = [reply.data["token"], *kept] if reply.status == "ok" else kept
            response = redirect("/seat?asked=1", 303)
            if reply.status != "ok":
                response = to_seats(table, note=CLAIMED.get(reply.status, "illegal"))
        if request.is_json:
            response = answered(table, reply)
        if reply.status == "ok":
            keep(response, SEATS_COOKIE, ".".join(kept[:6]))
        return response

    @app.post("/owner")
    def open_up() -> AnyResponse:
        """The code from the terminal. A wrong one and none at all get the same answer."""
        page = back(request.form.get("page", "/owner"))
        if not table.guests.code_fits(request.form.get("code", "")):
            note = gettext(
                "That code does not open it. After five wrong ones it rests for a minute."
            )
            return make_response(draw(table, "door.html", AUDIENCE, goal=page, note=note), 403)
        response = redirect(page, 303)
        keep(response, OWNER_COOKIE, table.guests.owner_token)
        return response


def to_seats(table: Table, **said: str) -> AnyResponse:
    """The page of all seats; who holds one already would like another."""
    if table.held():
        said["add"] = "1"
    return redirect(f"/seat?{urlencode(said)}" if said else "/seat", 303)


def say_answer(table: Table, viewer: str, body: Mapping[str, Any], answer: str) -> Reply:
    if viewer in (AUDIENCE, OWNER) or "/" in viewer:
        abort(403)
    return table.say(Answer(viewer, text(body, "question"), answer, text(body, "id")))


def say_answers(
    table: Table, viewer: str, body: Mapping[str, Any], answers: Sequence[str]
) -> Reply:
    """What was ticked at once: each answers the question that the one before has opened.

    What no question asks for any more is not said; too few answers leave one open.
    """
    reply, question = Reply("ok"), text(body, "question")
    for number, answer in enumerate(answers):
        told = {"question": question, "id": f"{text(body, 'id')}-{number}"}
        reply = say_answer(table, viewer, told, answer)
        ask = table.frame(viewer)["ask"]
        if reply.status != "ok" or not ask:
            break
        question, open_now = ask["question"], {option["answer"] for option in ask["options"]}
        if not open_now.issuperset(answers[number + 1 : number + 2]):
            break
    return reply


def say_command(
    table: Table, viewer: str, body: Mapping[str, Any], args: Mapping[str, Any]
) -> Reply:
    name = text(body, "name")
    if name == "claim":
        abort(400)
    return table.say(Command(AUDIENCE if "/" in viewer else viewer, name, args, text(body, "id")))


def answered(table: Table, reply: Reply) -> AnyResponse:
    """A reply as JSON, its status as HTTP says it."""
    told = reply.words.json() if reply.words else None
    words = Words(table.frame(AUDIENCE)).plain(told) if told else ""
    body = {"status": reply.status, "words": words, "text": told}
    body |= {key: value for key, value in reply.data.items() if key not in ("token", "viewer")}
    return make_response(jsonify(body), STATUS[reply.status])


# -- what was sent


def told() -> dict[str, Any]:
    if not request.is_json:
        abort(415)
    body = request.get_json(silent=True)
    if not isinstance(body, dict) or not isinstance(body.get("as", ""), str):
        abort(400)
    return body


def text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > LONG:
        abort(400)
    return value


def answer_of(form: Mapping[str, str]) -> str:
    """The answer that a form means: a button's, ticked chips, or several dice."""
    if "laying" in form:
        return f"chips {' '.join(sorted(request.form.getlist('chip'))) or 'none'}"
    return dice_of(form) or form.get("answer", "")


def dice_of(form: Mapping[str, str]) -> str:
    """Several dice, each of a field of its own."""
    return " ".join(form[name] for name in sorted(form) if re.fullmatch(r"die\d", name))


def ticked(form: Mapping[str, str]) -> list[str]:
    """Cards that pay, and what the button says after them."""
    return [*request.form.getlist("pay"), *filter(None, [form["paying"]])]


def ordered(form: Mapping[str, str]) -> dict[str, str]:
    """The command that a form means: its own, or the one that its button names as `sit?seat=…`."""
    name, _, args = form.get("order", form.get("command", "")).partition("?")
    return {
        "name": name,
        **{f"arg_{key}": value for key, value in parse_qsl(args, keep_blank_values=True)},
    }


def args_of(form: Mapping[str, str]) -> dict[str, Any]:
    """A command's arguments: `arg_…`, and house rules as `opt_…` where one was chosen.

    `gap_…` fills a gap of a statement.
    """
    args: dict[str, Any] = {key[4:]: v for key, v in form.items() if key.startswith("arg_")}
    args |= {flag: args[flag] == "true" for flag in FLAGS & args.keys()}
    args |= {"answer": dice} if (dice := dice_of(form)) else {}
    gaps = {key[4:]: v for key, v in form.items() if key.startswith("gap_")}
    if gaps:
        args["statement"] = GAP.sub(lambda gap: gaps.get(gap[1], ""), args.get("statement", ""))
    options = {key[4:]: v for key, v in form.items() if key.startswith("opt_") and v}
    return args | ({"options": options} if options else {})


def back(page: str) -> str:
    """A page of this table; anything else is none."""
    return page if re.fullmatch(r"/([a-z0-9_.-]+/?)*", page) else "/"


def keep(response: AnyResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR_S, httponly=True, samesite="Strict")

"""A plug-in of pytest that gives each test a world of its own.

One file, for Python 3.9 and newer, without dependencies: ``antechamber kit python > antechamber_pytest.py``,
and in ``conftest.py``: ``pytest_plugins = ["antechamber_pytest"]``.
"""

import asyncio
import base64
import collections
import concurrent.futures
import contextlib
import difflib
import hashlib
import json
import logging
import os
import re
import shlex
import subprocess
import sys
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request
import wsgiref.simple_server

import pytest

FIRST_INSTANT = "2026-01-01T00:00:00Z"
PATIENCE_S = 1.0
WAIT_S = 5.0
LOOK_S = 2.0
#: After this long without a new entry of the journal, nothing more is expected.
SILENCE_S = 0.02
#: Messages of a channel that a user looks back to: as many as a view has.
VIEWED_MAX = 1000
#: Lines of a transcript that a failure tells.
TOLD_LINES = 30
FIRST_ANSWER_S = 3
ANSWER_S = 900
#: How long a handler that answered already may go on at the end of a test.
LINGER_S = 0.25
END_S = 15
#: Of what a server wrote that never became ready.
SHOWN_LINES = 20
EPHEMERAL = 64
#: Intents for what people write.
GUILD_INTENTS = {"GUILD_MESSAGES": 1 << 9, "MESSAGE_CONTENT": 1 << 15}
DIRECT_INTENTS = {"DIRECT_MESSAGES": 1 << 12}
SUBCOMMANDS = (1, 2)
CHAT_INPUT = 1
#: Kinds of command: those that are typed, and those of the menus of users and messages.
TYPED, MENUS = (CHAT_INPUT,), (2, 3)
STRING, INTEGER, BOOLEAN, CHANNEL, NUMBER = 3, 4, 5, 7, 10
#: A name before a colon, of what names may hold: vowel signs of Devanagari and Thai, too.
NAME = re.compile(r"(?:^|\s)([\w'\u0900-\u0950\u0955-\u0963\u0966-\u097f\u0e01-\u0e3a\u0e40-\u0e5b-]+):")
UNANSWERED = ("timed_out", "failed", "pending", "deferred")
TRACE_MODES = ("off", "on", "retain-on-failure")
TRACE_FOLDER = "antechamber-traces"
TRACES_MAX = 1000
PAGE = 1000


def __tracebackhide__(excinfo):
    """Whether pytest hides the lines of this file: a test's own line shows what cannot be done."""
    return excinfo is not None and isinstance(excinfo.value, (CannotDo, Refusal))


class CannotDo(AssertionError):
    """A user cannot do what the test asks: a fault of the test, not of the application."""


class Refusal(Exception):
    """The control plane refused a call of the kit."""

    def __init__(self, call, status, body):
        self.reason = "; ".join(_fault_lines(body.get("errors"))) or body.get("message", "")
        super().__init__(f"{call} was refused with {status}: {self.reason}")
        self.status = status
        self.body = body


def _fault_lines(tree, path=""):
    """Each fault of the API's tree of errors, with its place."""
    for key, value in tree.items() if isinstance(tree, dict) else ():
        if key == "_errors":
            yield from (f"{path or 'body'}: {each['message']}" for each in value)
        else:
            yield from _fault_lines(value, f"{path}.{key}" if path else key)


class Control:
    """Calls of the control plane of one world."""

    def __init__(self, url, key, world=None):
        self.url = url
        self.key = key
        self.world = world

    def call(self, route, body=None, **query):
        text = self.text(route, body, **query)
        return self._parsed(text) if text else None

    def _parsed(self, text):
        try:
            return json.loads(text)
        except ValueError:
            raise ConnectionError(f"something other than an Antechamber service answers at {self.url}") from None

    def whole_list(self, route, **query):
        """All items of a list, however many pages it has."""
        items, after = [], {}
        while True:
            page = self.call(route, limit=PAGE, **query, **after)
            items += page["items"]
            if page["next"] is None:
                return items
            after = {"after": page["next"]}

    def text(self, route, body=None, **query):
        method, path = route.split(" ")
        if self.world is not None:
            query["world"] = self.world
        address = f"{self.url}/control/v1{path}"
        if query:
            address += "?" + urllib.parse.urlencode(query)
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Control {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            raise Refusal(route, error.code, self._parsed(error.read() or b"{}")) from None
        except urllib.error.URLError as error:
            raise ConnectionError(f"no service answers at {self.url}: {error.reason}") from None


class Reply:
    """What a user got for what they did."""

    def __init__(self, user, deed, outcome):
        self.user = user
        self.deed = deed
        self.outcome = outcome["outcome"]
        self.interaction = outcome["interaction"]
        self.messages = outcome["messages"]
        self.decision = outcome["decision"]
        self.modal = outcome.get("modal")
        self.choices = [choice["name"] for choice in outcome.get("choices", [])]
        self.reason = outcome.get("reason")
        #: The permissions that a denied user would need.
        self.needs = outcome.get("needs", {}).get("permission", [])
        self.is_expected = False

    @property
    def message(self):
        return self.messages[-1] if self.messages else None

    @property
    def text(self):
        """The text of the newest message of the answer."""
        return self.message["content"] if self.message else ""

    @property
    def ephemeral(self):
        return bool(self.message and self.message.get("flags", 0) & EPHEMERAL)

    @property
    def denied(self):
        return self.outcome == "denied"

    @property
    def timed_out(self):
        """True when nobody answered in time; to ask says that the test knows."""
        self.is_expected = True
        return self.outcome == "timed_out"

    @property
    def failed(self):
        """True when the application's answer was refused; to ask says that the test knows."""
        self.is_expected = True
        return self.outcome == "failed"

    @property
    def unfulfilled(self):
        """True when an answer was promised and did not come; to ask says that the test knows."""
        self.is_expected = True
        return self.outcome == "deferred"

    @property
    def denied_at(self):
        """The number of the step that denied; None for who was let through."""
        return self.decision[-1]["step"] if self.denied else None

    @property
    def fields(self):
        """The labels of the fields of the form that was the answer."""
        return [label for label, _ in _controls(self.modal["components"])] if self.modal else []

    def has(self, text=None, **fields):
        """True when the answer is a message with this text, or that fits, and with all of these."""
        return self.outcome == "replied" and any(_is_seen_as(each, text, fields) for each in self.messages)

    def modal_has(self, title):
        """True when the answer is a form of this title, or whose title fits."""
        return self.modal is not None and _contains(self.modal["title"], title)

    def click(self, button):
        return self.user.click(self, button)

    def select(self, menu, *values):
        return self.user.select(self, menu, *values)

    def submit(self, files=None, /, **fields):
        """Fills in a form by the labels of its fields; ``files`` are bytes by the names that fields have."""
        return self.user.submit(self, fields, files)

    @property
    def why(self):
        """Why the command was denied, or no valid answer came; empty where there is an answer."""
        if self.denied:
            last = self.decision[-1]
            names = self.user.world.names()
            subject = re.sub(r"\b\d{17,19}\b", lambda found: names.get(found[0], found[0]), last["subject"])
            about = "; ".join([subject, *([f"it needs {', '.join(self.needs)}"] if self.needs else [])])
            return f"at step {last['step']}, {last['outcome']}: {last['rule']} ({about})"
        if self.reason is None:
            return ""
        faults = _fault_lines((self.reason.get("error") or {}).get("errors"))
        return "; ".join([self.reason["message"], *faults])

    def __repr__(self):
        why = f": {self.why}" if self.why else ""
        return f"<{self.user.name} {self.deed}: {self.outcome} {self.text!r}{why}>"


def _contains(actual, expected):
    """True when everything that is expected is there; lists hold what is listed."""
    if isinstance(expected, re.Pattern):
        return isinstance(actual, str) and expected.search(actual) is not None
    if isinstance(expected, list):
        return isinstance(actual, list) and all(any(_contains(one, each) for one in actual) for each in expected)
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(_contains(actual.get(key), each) for key, each in expected.items())
    return actual == expected


def _is_seen_as(message, text, fields):
    fields = dict(fields)
    ephemeral = fields.pop("ephemeral", None)
    if ephemeral is not None and ephemeral != bool(message.get("flags", 0) & EPHEMERAL):
        return False
    return (text is None or _contains(message["content"], text)) and _contains(message, fields)


def _attached(files):
    if not files:
        return {}
    encoded = ((name, base64.b64encode(data).decode()) for name, data in files.items())
    return {"attachments": [{"filename": name, "data": data} for name, data in encoded]}


def _controls(components, label=None):
    for each in components:
        face = each.get("placeholder") or (each.get("emoji") or {}).get("name")
        name = each.get("label") or label or face
        if each.get("custom_id"):
            yield name, each
        inner = list(each.get("components", []))
        if each.get("accessory"):
            inner.append(each["accessory"])
        yield from _controls(inner, label)
        if each.get("component"):
            yield from _controls([each["component"]], each.get("label"))


def _control(components, named, fits):
    found = [each for label, each in _controls(components) if fits(each) and named in (label, each["custom_id"])]
    if len(found) != 1:
        names = ", ".join(str(label or each["custom_id"]) for label, each in _controls(components))
        count = "no" if not found else "more than one"
        raise CannotDo(f'there is {count} control "{named}"; the controls are {names}')
    if found[0].get("disabled"):
        raise CannotDo(f'"{named}" is disabled')
    return found[0]


def _chosen(control, given):
    """The values of options by their labels or values: of one, or of each of a list."""
    known = {option["label"]: option["value"] for option in control.get("options", [])}

    def value_of(one):
        if known and one not in known and one not in known.values():
            raise CannotDo(f'there is no option "{one}"{_suggestion(one, list(known))}')
        return known.get(one, one)

    if isinstance(given, list):
        return [value_of(one) for one in given]
    return value_of(given) if isinstance(given, str) else given


def _written_name(command):
    """As people write it: commands of menus have no slash."""
    return f"/{command['name']}" if command.get("type", CHAT_INPUT) == CHAT_INPUT else command["name"]


def _suggestion(written, names):
    """The three names that are closest to what was written."""
    nearest = difflib.get_close_matches(written, names, 3, 0)
    return f"; did you mean {', '.join(nearest)}?" if nearest else "; there is none"


def _message_of(shown):
    if not isinstance(shown, Reply):
        return shown
    if shown.message is None:
        raise CannotDo(f"there is no message to use: the outcome was {shown.outcome}")
    return shown.message


class User:
    """A person of the world, who can do what that person could do and nothing else."""

    def __init__(self, world, entity, guild=None):
        self.world = world
        self.id = entity["id"]
        self.name = entity["username"]
        self.token = entity["token"]
        #: The guild whose channels they mean, where they do not say which.
        self.guild = guild

    def in_(self, channel, guild=None):
        return Place(self, channel.lstrip("#"), channel, guild or self.guild)

    def dm(self, other):
        return Place(self, "@" + other.lstrip("@"), "@" + other.lstrip("@"))

    def click(self, message, button):
        """Clicks a button of a message, or of the reply that another user got."""
        seen = self._seen(message)
        control = _control(seen.get("components", []), button, lambda each: each["type"] == 2)
        return self._act("click", f"click {button}", {"message": seen["id"], "custom_id": control["custom_id"]})

    def select(self, message, menu, *values):
        seen = self._seen(message)
        control = _control(seen.get("components", []), menu, lambda each: each["type"] in (3, 5, 6, 7, 8))
        body = {
            "message": seen["id"],
            "custom_id": control["custom_id"],
            "values": _chosen(control, list(values)),
        }
        return self._act("select", f"select {', '.join(values)}", body)

    def react(self, message, emoji, remove=False):
        """Reacts to a message with an emoji, or takes that back."""
        seen = self._seen(message)
        body = {"channel": seen["channel_id"], "message": seen["id"], "emoji": emoji}
        return self._call("POST react", f"react with {emoji}", {**body, **({"remove": True} if remove else {})})

    def submit(self, form, fields, files=None):
        if form.modal is None:
            raise CannotDo(f"there is no modal to submit: the outcome was {form.outcome}")
        components = form.modal["components"]
        controls = ((_control(components, name, lambda each: True), value) for name, value in fields.items())
        filled = {control["custom_id"]: _chosen(control, value) for control, value in controls}
        return self._act("submit", "submit", {"interaction": form.interaction, "fields": filled, **_attached(files)})

    def view(self, channel, guild=None):
        where = {} if guild is None else {"guild": guild}
        return self._call("GET view", f"see {channel}", channel=channel, limit=VIEWED_MAX, **where)

    def consents(self, address, scopes=None):
        """Accepts the request of a sign-in address, or of a device, and gives where the browser is sent then.

        ``scopes`` are those that the test expects to be asked for; nothing is sent anywhere after a device's address.
        """
        return self._decide(address, True, scopes)

    def refuses(self, address):
        """Refuses the request of a sign-in address, or of a device, and gives where the browser is sent then."""
        return self._decide(address, False)

    def _decide(self, address, accept, scopes=None):
        asked = urllib.parse.urlsplit(address)
        query = dict(urllib.parse.parse_qsl(asked.query))
        if asked.path != "/activate":
            self._require_scopes(query.get("scope", "").split(), scopes)
            answer = self._send(f"/oauth2/authorize?{asked.query}", {"authorize": accept})
            return answer["location"]
        if "user_code" not in query:
            raise CannotDo(f"{address} has no code: take verification_uri_complete of the device")
        if scopes is not None:
            asking = self._send("/oauth2/device/verify", {"user_code": query["user_code"]})
            self._require_scopes(asking["scopes"], scopes)
        result = "granted" if accept else "denied"
        self._send("/oauth2/device/finish", {"user_code": query["user_code"], "result": result})
        return address

    def _require_scopes(self, asked, expected):
        if expected is not None and sorted(asked) != sorted(expected):
            raise AssertionError(f'the site asks for "{" ".join(asked)}", and not for "{" ".join(expected)}"')

    def _send(self, path, body):
        """Calls the API as their own client does."""
        return _api_call(self.world, "POST", path, self.token, body)

    def deauthorize(self, application):
        """Takes back what they allowed an application."""
        return self._call("POST deauthorize", f"leave {application}", {"application": application})

    def _seen(self, message):
        message = _message_of(message)
        try:
            messages = self.view(message["channel_id"])["messages"]
        except CannotDo:
            messages = []
        for each in messages:
            if each["id"] == message["id"]:
                return each
        raise CannotDo(f"{self.name} cannot see this message")

    def _call(self, route, deed, body=None, **query):
        method, verb = route.split(" ")
        try:
            return self.world.control.call(f"{method} /users/{self.id}/{verb}", body, **query)
        except Refusal as refusal:
            if refusal.status >= 500:
                raise
            raise CannotDo(f"{self.name} cannot {deed}: {refusal.reason}") from None

    def _act(self, verb, deed, body):
        """Acts, and gives up an application that says nothing by moving the frozen clock."""
        sent = dict(body, wait=int(WAIT_S * 1000))
        result = {}

        def send():
            try:
                result["outcome"] = self._call(f"POST {verb}", deed, sent)
            except Exception as error:
                result["error"] = error

        acting = threading.Thread(target=send, daemon=True)
        acting.start()
        for seconds in (FIRST_ANSWER_S, ANSWER_S):
            acting.join(PATIENCE_S)
            if not acting.is_alive() or not self.world.clock.frozen:
                break
            self.world.clock.advance(seconds)
            acting.join(PATIENCE_S / 10)
        acting.join()
        if "error" in result:
            raise result["error"]
        reply = Reply(self, deed, result["outcome"])
        self.world.replies.append(reply)
        return reply


class Place:
    """A user in a channel."""

    def __init__(self, user, channel, shown, guild=None):
        self.user = user
        self.channel = channel
        self.shown = shown
        self.guild = guild

    @property
    def _where(self):
        return {"channel": self.channel} if self.guild is None else {"channel": self.channel, "guild": self.guild}

    def run(self, text, app=None, options=None, files=None):
        """Runs a command as it is typed: ``/ban user:@bob reason:spam``.

        ``options`` are values that cannot be typed, ``files`` bytes by the names that options have.
        """
        application, path, typed, _ = self._read(text, app, False, options or {})
        body = {"application": application, "command": path, "options": {**typed, **(options or {})}}
        return self.user._act("invoke", text, {**self._where, **body, **_attached(files)})

    def run_on(self, target, command, app=None):
        """Uses a command of the menu on a user, or on a message or its id."""
        target = target if isinstance(target, str) else _message_of(target)["id"]
        application, _ = self.user.world.commands_named(command, app, MENUS)
        body = {"application": application, "command": command, "target": target}
        return self.user._act("invoke", f"{command} on {target}", {**self._where, **body})

    def autocomplete(self, text, app=None):
        """Types a command whose last option is not done, and waits for its suggestions."""
        application, path, options, last = self._read(text, app, True)
        body = {"application": application, "command": path, "options": options, "focused": last}
        return self.user._act("autocomplete", text, {**self._where, **body})

    def message(self, content, files=None):
        """Writes a message; ``files`` are bytes by their names."""
        body = {**self._where, "content": content, **_attached(files)}
        return self.user._call("POST message", f"write in {self.shown}", body)

    def sees(self):
        return self.user.view(self.channel, self.guild)

    def find(self, text=None, **fields):
        """The newest message here that has all of this, now or within two seconds."""
        found = self._look(text, fields)
        if found is None:
            view = self.sees()
            lines = [*view["text"].splitlines()[-TOLD_LINES:], *self._notes_on(view)]
            raise CannotDo("\n".join([f"{self.user.name} sees no such message in {self.shown}:", *lines]))
        return found

    def shows(self, text=None, **fields):
        """True when there is such a message here, now or within two seconds."""
        return self._look(text, fields) is not None

    def _look(self, text, fields):
        end = time.monotonic() + LOOK_S
        while True:
            seen = [each for each in self.sees()["messages"] if _is_seen_as(each, text, fields)]
            if seen or time.monotonic() >= end:
                return seen[-1] if seen else None
            time.sleep(0.005)

    def _notes_on(self, view):
        """Why no bot may have read the newest message, if a person wrote it."""
        newest = view["messages"][-1:]
        if not newest or newest[0]["author"].get("bot"):
            return []
        return self.user.world.unread_notes(is_direct=self.shown.startswith("@"))

    def __repr__(self):
        view = self.sees()
        return "; ".join([f"<{self.user.name} in {self.shown}: {view['text']!r}", *self._notes_on(view)]) + ">"

    def _read(self, text, app, is_typing, more=()):
        name, _, rest = text.lstrip("/").partition(" ")
        application, namesakes = self.user.world.commands_named(f"/{name}", app, TYPED)
        slips = []
        # As for people, commands of guilds come before global ones.
        for command in sorted(namesakes, key=lambda each: each.get("guild_id") is None):
            try:
                return application, *self._fitting(name, rest, command, is_typing, more)
            except CannotDo as slip:
                slips.append(slip)
        raise slips[0]

    def _fitting(self, name, rest, command, is_typing, more):
        path, takers = [name], command.get("options", [])
        while any(each["type"] in SUBCOMMANDS for each in takers):
            word, _, rest = rest.partition(" ")
            found = [each for each in takers if each["name"] == word]
            if not found:
                names = [each["name"] for each in takers]
                fault = f'has no subcommand "{word}"' if word else "needs a subcommand"
                raise CannotDo(f'/{" ".join(path)} {fault}{_suggestion(word, names)}')
            path.append(word)
            takers = found[0].get("options", [])
        names = [each["name"] for each in takers]
        for unknown in (each for each in more if each not in names):
            raise CannotDo(f'/{" ".join(path)} has no option "{unknown}"{_suggestion(unknown, names)}')
        options, last = self._options(rest, takers, " ".join(path), is_typing)
        return " ".join(path), options, last

    @staticmethod
    def _options(rest, takers, path, is_typing):
        names = {each["name"]: each for each in takers}
        marks = list(NAME.finditer(rest))
        marks = [mark for i, mark in enumerate(marks) if i == 0 or mark.group(1) in names]
        if rest.strip() and (not marks or marks[0].start() != 0):
            raise CannotDo(f'/{path}: "{rest}" is not an option; write name:value')
        options, last = {}, None
        for i, mark in enumerate(marks):
            last = mark.group(1)
            if last not in names:
                raise CannotDo(f'/{path} has no option "{last}"{_suggestion(last, list(names))}')
            if last in options:
                raise CannotDo(f'/{path}: "{last}" is given twice')
            end = marks[i + 1].start() if i + 1 < len(marks) else None
            value = rest[mark.end() : end].strip()
            slip = None if _may_be(names[last], value) else NAME.search(" " + value)
            if slip:
                raise CannotDo(f'/{path} has no option "{slip.group(1)}"{_suggestion(slip.group(1), list(names))}')
            is_typed = is_typing and i == len(marks) - 1
            options[last] = value if is_typed else _value(names[last], value)
        return options, last


def _may_be(option, text):
    """True for free text, in which words before a colon are no options, and for a choice as it is called."""
    choices = option.get("choices", [])
    if choices:
        return any(text in (choice["name"], str(choice["value"])) for choice in choices)
    return option["type"] == STRING


def _value(option, text):
    name, kind = option["name"], option["type"]
    for choice in option.get("choices", []):
        if text in (choice["name"], str(choice["value"])):
            return choice["value"]
    if option.get("choices"):
        choices = [choice["name"] for choice in option["choices"]]
        raise CannotDo(f'{name}: there is no choice "{text}"{_suggestion(text, choices)}')
    if kind in (INTEGER, NUMBER):
        try:
            return int(text) if kind == INTEGER else float(text)
        except ValueError:
            raise CannotDo(f'{name}: "{text}" is not a number') from None
    if kind == BOOLEAN:
        if text not in ("true", "false"):
            raise CannotDo(f'{name}: write true or false, not "{text}"')
        return text == "true"
    # The app's own name for a channel is without the sign that people type.
    return text.lstrip("#") if kind == CHANNEL else text


def _is_over(entry):
    """True for an entry that is complete: that of a call begins before its answer."""
    is_call = entry["kind"] in ("request", "delivery")
    return not is_call or "ms" in entry or entry["name"].startswith("control.")


class Member:
    """A member of a guild, whose roles a test reads and changes."""

    def __init__(self, world, guild, user):
        self._control = world.control
        self._guild = guild
        self._path = f"/members/{urllib.parse.quote(guild, safe='')}/{user}"

    def roles(self):
        """The names of the member's roles, without ``@everyone``."""
        names = self._names()
        return [names.get(each, each) for each in self._role_ids()]

    def add_role(self, role):
        """Adds a role by name or id."""
        self._put([*self._role_ids(), self._id(role)])

    def remove_role(self, role):
        """Removes a role by name or id."""
        removed = self._id(role)
        self._put([each for each in self._role_ids() if each != removed])

    def _role_ids(self):
        return self._control.call(f"GET {self._path}").get("roles", [])

    def _put(self, roles):
        self._control.call(f"PATCH {self._path}", {"roles": roles})

    def _names(self):
        guild = self._control.call(f"GET /guilds/{urllib.parse.quote(self._guild, safe='')}")
        return {each["id"]: each["name"] for each in guild.get("roles", [])}

    def _id(self, role):
        names, plain = self._names(), role.lstrip("@")
        found = [plain] if plain in names else [id for id, name in names.items() if name == plain]
        if not found:
            raise CannotDo(f'there is no role "{role}"{_suggestion(plain, list(names.values()))}')
        if len(found) > 1:
            raise CannotDo(f'several are named "{role}": {", ".join(found)}; use the id')
        return found[0]


class Player:
    """A player of games, by the API that games use."""

    def __init__(self, world, user):
        self.world = world
        self.user = user

    def join(self, application, secret, **wish):
        """Joins the lobby of a secret; the first one who names it makes the lobby."""
        body = {"secret": secret, **wish}
        return self.lobby(_lobby_call(self, self.world.application_id(application), "PUT", "", body))

    def lobby(self, lobby):
        """A lobby that the player is in: by its id, or what the API or ``find_lobby`` gave."""
        known = lobby if isinstance(lobby, str) else getattr(lobby, "id", None) or lobby["id"]
        return Lobby(self, known)


class Lobby:
    """What a player does in a lobby."""

    def __init__(self, player, id):
        self.player = player
        self.id = id

    def send(self, content, **wish):
        return self._call("POST", "/messages", {"content": content, **wish})

    def leave(self):
        return self._call("DELETE", "/members/@me")

    def link(self, channel):
        """Links it to a channel, ``#general``."""
        return self._call("PATCH", "/channel-linking", {"channel_id": self.player.world.channel_id(channel)})

    def unlink(self):
        return self._call("PATCH", "/channel-linking", {})

    def _call(self, method, path, body=None):
        application = self.player.world.find_lobby(id=self.id).application
        return _lobby_call(self.player, application, method, f"/{self.id}{path}", body)


class FoundLobby:
    """A lobby as the control plane lists it."""

    def __init__(self, listed):
        self.id = listed["id"]
        self.application = listed["application"]
        self.metadata = listed["metadata"]
        self.members = listed["members"]
        self.linked_channel = listed["linked_channel"]

    def __repr__(self):
        return f"<lobby {self.id}: {self.metadata}, {self.members} members>"


def _lobby_call(player, application, method, path, body=None):
    player.world.player_tokens += 1
    token = {
        # One of its own each time: a world has no two that are equal.
        "token": f"player.{player.world.control.world}.{player.world.player_tokens}",
        "user": player.user.id,
        "application": application,
        "scopes": ["sdk.social_layer", "openid"],
    }
    bearer = player.world.control.call("POST /tokens", token)["token"]
    return _api_call(player.world, method, f"/lobbies{path}", f"Bearer {bearer}", body)


def _api_call(world, method, path, authorization, body=None):
    headers = {"Authorization": authorization, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{world.api}/v10{path}", data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        raise Refusal(f"{method} {path}", error.code, json.loads(error.read() or b"{}")) from None


class Clock:
    """The clock of a world."""

    def __init__(self, control):
        self._control = control

    @property
    def now(self):
        return self._control.call("GET /clock")["now"]

    @property
    def frozen(self):
        return self._control.call("GET /clock")["frozen"]

    def advance(self, by):
        """Goes on by seconds, or by a duration as ``24h``, ``1h30m``, ``61s`` or ``PT15M``."""
        return self._control.call("PATCH /clock", {"advance": _iso_duration(by)})


UNITS_S = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}


def _iso_duration(by):
    """As the control plane takes it."""
    if not isinstance(by, str):
        return f"PT{by}S"
    # What begins as ISO 8601 does, and the word for what falls due next, are the service's to read.
    if by.startswith("P") or by == "next":
        return by
    parts = re.findall(r"(\d+(?:\.\d+)?)(ms|[smhdw])", by)
    if not parts or "".join(map("".join, parts)) != re.sub(r"\s", "", by):
        raise ValueError(f'"{by}" is not a duration: write 24h, 1h30m, 61s, 500ms or PT15M')
    milliseconds = round(sum(float(count) * UNITS_S[unit] for count, unit in parts) * 1000)
    return f"PT{milliseconds / 1000:.3f}S"


def _error_text(error):
    return "".join(traceback.format_exception(type(error), error, error.__traceback__)).rstrip()


class _Unhandled(logging.Handler):
    """Collects what the library of a client caught and only logged, and what its loop found unhandled."""

    def __init__(self, thread, errors):
        super().__init__(logging.ERROR)
        self._thread = thread
        self._errors = errors

    def emit(self, record):
        # The library logs other errors too: of connections that it makes anew, say.
        is_of_handler = re.match("Ignoring exception in|Unhandled exception in", str(record.msg))
        if record.thread == self._thread.ident and is_of_handler and record.exc_info:
            self._errors.append(_error_text(record.exc_info[1]))

    def in_loop(self, loop, context):
        error = context.get("exception")
        self._errors.append(context["message"] if error is None else _error_text(error))
        loop.default_exception_handler(context)


async def _handlers_done():
    """Waits for what discord.py started for events, commands, views and forms."""
    names = re.compile(r"discord\.py: |CommandTree-invoker|discord-ui-(view|modal)-dispatch")
    running = [task for task in asyncio.all_tasks() if names.match(task.get_name())]
    if running:
        await asyncio.wait(running, timeout=LINGER_S)


async def _closed():
    """Waits until a client that is closing has closed its connection, and ends what goes on, as asyncio.run does."""
    running = asyncio.all_tasks() - {asyncio.current_task()}
    if running:
        _, going_on = await asyncio.wait(running, timeout=LINGER_S)
        for task in going_on:
            task.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)


class _QuietHandler(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *_):
        pass


def _reason_for_none(url):
    """Why a world sends the application at an address no interactions."""
    headers = {"Content-Type": "application/json", "X-Signature-Ed25519": "0" * 128, "X-Signature-Timestamp": "0"}
    try:
        request = urllib.request.Request(url, data=b'{"type": 1}', headers=headers)
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            status = answer.status
    except urllib.error.HTTPError as error:
        status = error.code
    except (OSError, ValueError) as error:
        return f"nothing answers at {url}: {getattr(error, 'reason', error)}"
    if status in (404, 405):
        path = urllib.parse.urlsplit(url).path
        return f'it answers POST {path} with {status}: say where it takes interactions, path="/interactions"'
    if status == 401:
        return "it did not answer a PING with a valid signature"
    return f"it answered a wrong signature with {status} instead of 401, so anybody could pretend to be the platform"


class World:
    """The world of a test."""

    def __init__(self, control, made, file):
        self.control = control
        self.url = made["url"]
        self.api = made["api"]
        #: Where the gateway is, for libraries that do not ask.
        self.gateway = made["gateway"]
        self.clock = Clock(control)
        self.replies = []
        #: What applications did not handle, as text: of clients that are signed in here, and of what is served.
        self.errors = []
        #: What waits until handlers that run at the end of a test are done.
        self.settlers = []
        #: What is done when the test ends, the last first.
        self.cleanups = contextlib.ExitStack()
        self._applications = {each["name"]: each for each in file["applications"]}
        self._users = {each["username"]: User(self, each) for each in file["users"]}
        self._guild = next(iter(file.get("guilds", [])), None)
        self._guilds_added = 0
        self.player_tokens = 0

    def user(self, name):
        """Somebody of the world, by name or id."""
        plain = name[1:] if name.startswith("@") else name
        plain = next((each.name for each in self._users.values() if each.id == plain), plain)
        if plain not in self._users:
            raise CannotDo(f'there is no user "{name}"{_suggestion(plain, list(self._users))}')
        return self._users[plain]

    def application(self, name=None):
        """An application by its name; the first one for None."""
        if name is None and self._applications:
            return next(iter(self._applications.values()))
        if name not in self._applications:
            raise CannotDo(f'there is no application "{name}"{_suggestion(name or "", list(self._applications))}')
        return self._applications[name]

    def player(self, name):
        """A player of games, by name or id; players with a provisional account have only an id."""
        if re.fullmatch(r"\d{17,19}", name) and name not in self.names():
            return Player(self, User(self, {"id": name, "username": name, "token": None}))
        return Player(self, self.user(name))

    def find_lobby(self, **fields):
        """The newest lobby that has all of this, now or within two seconds."""
        end = time.monotonic() + LOOK_S
        while True:
            items = self.control.whole_list("GET /lobbies")
            found = [each for each in items if _contains(each, fields)]
            if found:
                return FoundLobby(found[-1])
            if time.monotonic() >= end:
                raise CannotDo(f"no lobby matches {fields}; there is {items[-5:]}")
            time.sleep(0.005)

    def channel_id(self, channel):
        """The id of a channel by its name, ``#general``."""
        name = channel.lstrip("#")
        listed = self.control.whole_list("GET /channels", q=name)
        found = [each["id"] for each in listed if name in (each["id"], each.get("name"))]
        if not found:
            raise CannotDo(f'there is no channel "{name}"')
        if len(found) > 1:
            raise CannotDo(f'several are named "{name}": {", ".join(found)}; use the id')
        return found[0]

    def names(self):
        """Who is who: names by ids."""
        named = [*self._applications.values(), *([self._guild] if self._guild else [])]
        return {**{each.id: each.name for each in self._users.values()}, **{each["id"]: each["name"] for each in named}}

    @property
    def env(self):
        """Variables that tell a program where this world is, and who it is in it."""
        first = self.application()
        return {
            "DISCORD_API": self.api,
            "DISCORD_GATEWAY": self.gateway,
            "DISCORD_TOKEN": first["bot"]["token"],
            "DISCORD_APPLICATION_ID": first["id"],
            "DISCORD_PUBLIC_KEY": self.public_key(first["name"]),
            "DISCORD_CLIENT_SECRET": first["client_secret"],
        }

    def login(self, client, token=None):
        """Signs a client of discord.py in until the test ends, in a thread with a loop of its own."""
        import discord
        import yarl

        discord.http.Route.BASE = f"{self.api}/v10"
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway)
        loop = asyncio.new_event_loop()
        ready = threading.Event()
        failures = []

        async def wait_for_ready():
            await client.wait_until_ready()
            ready.set()

        async def sign_in():
            async with client:
                waiting = asyncio.create_task(wait_for_ready_soon())
                await client.start(token or self.env["DISCORD_TOKEN"])
                await waiting

        async def wait_for_ready_soon():
            # A client can be waited for once it has begun to sign in.
            while getattr(client, "_ready", discord.utils.MISSING) is discord.utils.MISSING:
                await asyncio.sleep(0.005)
            await wait_for_ready()

        def work():
            try:
                loop.run_until_complete(sign_in())
            except Exception as error:
                failures.append(error)
                ready.set()
            # Signing in ends as its connection begins to close.
            loop.run_until_complete(_closed())

        thread = threading.Thread(target=work, daemon=True)
        unhandled = _Unhandled(thread, self.errors)
        logger = logging.getLogger("discord")
        logger.addHandler(unhandled)
        self.cleanups.callback(logger.removeHandler, unhandled)
        loop.set_exception_handler(unhandled.in_loop)
        thread.start()
        if not ready.wait(30):
            raise TimeoutError("the client was not ready within 30 s")
        if failures:
            raise failures[0]

        # The library waits for seconds until the other side hangs up, which the end of the world does.
        def close():
            if loop.is_running():
                asyncio.run_coroutine_threadsafe(client.close(), loop)

        self.cleanups.callback(close)

        def settle():
            # A client that was closed has no loop any more that could answer.
            if loop.is_running():
                concurrent.futures.wait([asyncio.run_coroutine_threadsafe(_handlers_done(), loop)], WAIT_S)

        self.settlers.append(settle)
        return client

    def wait_for_handlers(self):
        """Returns once what handlers do after their answers is done, or after a quarter of a second."""
        for settler in self.settlers:
            settler()

    def settled(self):
        """Returns once handlers are done, no call is under way, and nothing new has happened for 20 ms."""
        end = time.monotonic() + WAIT_S
        self.wait_for_handlers()
        newest, changed_at = None, time.monotonic()
        while True:
            items = self.control.call("GET /journal", limit=20)["items"]
            now, last = time.monotonic(), items[-1]["id"] if items else None
            if last != newest:
                newest, changed_at = last, now
            if now - changed_at >= SILENCE_S and all(_is_over(each) for each in items):
                return
            if now >= end:
                raise TimeoutError(f"the world did not settle within {WAIT_S} s")
            time.sleep(0.005)

    def member(self, user, guild=None):
        """A member of a guild, by default of the first one."""
        return Member(self, guild or self._guild["id"], self.user(user).id)

    def public_key(self, application):
        """The key by which an application verifies interactions and webhook events, in hexadecimal."""
        return self.control.call(f"GET /applications/{self.application_id(application)}/key")["verify_key"]

    def application_id(self, name):
        """The id of an application by its name; of the first for None."""
        return self.application(name)["id"]

    def serve(self, application, create_app, path="/"):
        """Connects an application that takes its interactions by HTTP, until the test ends.

        ``create_app`` makes a WSGI application of variables with its id, public key and token, or is the address
        of an application that runs already; ``path`` says where that takes interactions.
        """
        if isinstance(create_app, str):
            url = create_app if path == "/" else urllib.parse.urljoin(create_app, path)
            self._send_interactions(application, url)
            return url
        known = self.application(application)
        app = create_app(
            {
                "DISCORD_APPLICATION_ID": known["id"],
                "DISCORD_PUBLIC_KEY": self.public_key(application),
                "DISCORD_TOKEN": known["bot"]["token"],
                "DISCORD_API": self.api,
            }
        )

        def reporting(environ, start_response):
            try:
                return app(environ, start_response)
            except Exception as error:
                self.errors.append(_error_text(error))
                raise

        server = wsgiref.simple_server.make_server("127.0.0.1", 0, reporting, handler_class=_QuietHandler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.cleanups.callback(server.server_close)
        self.cleanups.callback(server.shutdown)
        url = f"http://127.0.0.1:{server.server_port}/{path.lstrip('/')}"
        self._send_interactions(application, url)
        return url

    def _send_interactions(self, application, url):
        try:
            body = {"interactions_endpoint_url": url}
            self.control.call(f"PATCH /applications/{self.application_id(application)}", body)
        except Refusal as refusal:
            if refusal.status != 400:
                raise
            raise CannotDo(f"{application} gets no interactions by HTTP: {_reason_for_none(url)}") from None

    def add_guild(self):
        """A guild like the first one of the world, with a name that no other has."""
        self._guilds_added += 1
        file = {key: value for key, value in self._guild.items() if key != "id"}
        name = f"{file['name']} {self._guilds_added + 1}"
        return Guild(self, self.control.call("POST /guilds", {**file, "name": name}))

    def add(self, kind, **entity):
        if kind not in ENTITY_KINDS:
            raise CannotDo(f'there is no kind "{kind}"{_suggestion(kind, ENTITY_KINDS)}')
        made = self.control.call(f"POST /{kind}", entity)
        if kind == "users":
            self._users[made["username"]] = User(self, made)
        if kind == "applications":
            self._applications[made["name"]] = made
        return made

    def commands_named(self, written, app, kinds):
        """The application that has a command, and all its commands of the name: those of guilds, too."""
        listed = []
        if app is not None:
            self.application(app)
        for application in self._applications.values():
            if app in (None, application["name"]):
                entity = self.control.call(f"GET /applications/{application['id']}")
                listed += [(application["id"], each) for each in entity.get("commands", [])]
        listed = [(owner, each) for owner, each in listed if each.get("type", CHAT_INPUT) in kinds]
        found = [(owner, each) for owner, each in listed if written in (_written_name(each), each["id"])]
        if not found:
            names = list(dict.fromkeys(_written_name(each) for _, each in listed))
            raise CannotDo(f"no application has the command {written}{_suggestion(written, names)}")
        if len({owner for owner, _ in found}) > 1:
            raise CannotDo(f"several applications have {written}; pass app=")
        return found[0][0], [each for _, each in found]

    def unread_notes(self, is_direct):
        """A line about each bot that lacks an intent for what people write, or that there is no bot."""
        bots = [each for each in self.control.whole_list("GET /sessions") if each["kind"] == "bot"]
        if not bots:
            return ["no bot is signed in"]
        names, notes = self.names(), []
        for bot in bots:
            intents = bot["intents"]
            needed = DIRECT_INTENTS if is_direct else GUILD_INTENTS
            lacking = [] if intents is None else [name for name, bit in needed.items() if not intents & bit]
            if lacking:
                application = names.get(bot["application"], bot["application"])
                notes.append(f"the client of {application} lacks the intents {' and '.join(lacking)}")
        return notes

    def unanswered(self):
        return [reply for reply in self.replies if reply.outcome in UNANSWERED and not reply.is_expected]


class Guild:
    """A guild of a world that other tests use too: who acts in it acts here."""

    def __init__(self, world, made):
        self.world = world
        self.id = made["id"]
        self.name = made["name"]
        self._users = {}

    def user(self, name):
        if name not in self._users:
            user = self.world.user(name)
            entity = {"id": user.id, "username": user.name, "token": user.token}
            self._users[name] = User(self.world, entity, self.id)
        return self._users[name]

    def add(self, kind, **entity):
        return self.world.add(kind, guild=self.id, **entity)

    def member(self, user):
        """A member of this guild."""
        return self.world.member(user, self.id)

    @property
    def replies(self):
        """What users did here so far, with what came of it."""
        return [reply for reply in self.world.replies if reply.user in self._users.values()]

    def unanswered(self):
        return [reply for reply in self.world.unanswered() if reply.user in self._users.values()]


def _ids(seed):
    start = 1350000000000000000 + int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big") * 4096
    while True:
        start += 1
        yield str(start)


def _world_file(seed, given):
    """The default world, or a given one, with every id and token that tests need."""
    ids = _ids(seed)
    secret = lambda name: hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest()[:32]
    file = json.loads(json.dumps(given or DEFAULT_WORLD))
    for user in file.setdefault("users", []):
        user.setdefault("id", next(ids))
        user.setdefault("token", "user-" + secret(_name_in(user, "username")))
    for application in file.setdefault("applications", []):
        application.setdefault("id", next(ids))
        name = _name_in(application, "name")
        first = base64.urlsafe_b64encode(application["id"].encode()).decode().rstrip("=")
        application.setdefault("client_secret", secret(f"{name}-secret"))
        bot = application.setdefault("bot", {})
        if bot is not None:
            bot.setdefault("token", f"{first}.kit.{secret(name)}")
    for guild in file.get("guilds", []):
        guild.setdefault("id", next(ids))
    file.setdefault("clock", {"now": FIRST_INSTANT, "frozen": True})
    file.setdefault("gateway", {"hello_delay_ms": 0})
    return file


def _name_in(entity, key):
    if not isinstance(entity.get(key), str):
        raise CannotDo(f"the world of a test lacks {key}")
    return entity[key]


#: What the kit starts from unless a test says otherwise; `antechamber kit python` writes it here.
DEFAULT_WORLD = None

#: Kinds of what tests add; `antechamber kit python` writes them here.
ENTITY_KINDS = []


#: Runs a command until standard input ends, as it does also when pytest is killed, and then ends all that the
#: command started: it is one process group.
KEEPER = """
import os, signal, subprocess, sys
server = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
os.close(1)
sys.stdin.read()
os.killpg(0, signal.SIGTERM) if hasattr(os, "killpg") else server.terminate()
"""


def _start():
    """Starts a server in memory, and gives its address and what ends it."""
    command = os.environ.get("ANTECHAMBER_COMMAND", "npx antechamber").split(" ")
    flags = ["start", "--port", "0", "--store", "sqlite::memory:", "--log", "json"]
    environment = dict(os.environ, ANTECHAMBER_CONTROL_KEY="antechamber")
    keeper = subprocess.Popen(
        [sys.executable, "-c", KEEPER, *command, *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Its log, a line for each call, would be in what pytest captured of every test that fails.
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
        start_new_session=True,
    )
    written = collections.deque(maxlen=SHOWN_LINES)
    readings = [_in_thread(written.extend, keeper.stderr)]
    for line in keeper.stdout:
        ready = re.match(r"antechamber ready (\S+)$", line)
        if ready:
            readings.append(_in_thread(keeper.stdout.read))
            return ready.group(1), lambda: _end(keeper, readings)
    _end(keeper, readings)
    raise RuntimeError("\n".join([f"{' '.join(command)} ended as it started", "".join(written)]).rstrip())


def _in_thread(task, *arguments):
    thread = threading.Thread(target=task, args=arguments, daemon=True)
    thread.start()
    return thread


def _end(keeper, readings):
    """Ends a server, and returns once nothing of it is left."""
    keeper.stdin.close()
    keeper.wait(timeout=END_S)
    for reading in readings:
        reading.join(END_S)


@pytest.fixture(scope="session")
def antechamber_server():
    """The address and the control key of the server of this run."""
    url = os.environ.get("ANTECHAMBER_URL")
    if url:
        yield url.rstrip("/"), os.environ.get("ANTECHAMBER_CONTROL_KEY", "antechamber")
        return
    url, end = _start()
    yield url, "antechamber"
    end()


MARKER_ARGUMENTS = ("world", "limits", "strict")


def _options(node):
    marker = node.get_closest_marker("antechamber")
    return marker.kwargs if marker else {}


def pytest_collection_modifyitems(items):
    for item in items:
        for marker in item.iter_markers("antechamber"):
            unknown = [*map(repr, marker.args), *(name for name in marker.kwargs if name not in MARKER_ARGUMENTS)]
            if unknown:
                known = ", ".join(MARKER_ARGUMENTS)
                raise pytest.UsageError(f"{item.nodeid}: antechamber(…) has no {', '.join(unknown)}; it takes {known}")


def _rerun(node):
    return f"rerun: python -m pytest {shlex.quote(node.nodeid)}"


def _trace_mode():
    """What ANTECHAMBER_TRACE says; unset, failed tests leave a file where CI is set."""
    asked = os.environ.get("ANTECHAMBER_TRACE")
    if not asked:
        return "off" if os.environ.get("CI", "") in ("", "false", "0") else "retain-on-failure"
    if asked not in TRACE_MODES:
        raise pytest.UsageError(f'ANTECHAMBER_TRACE must be one of {", ".join(TRACE_MODES)}, not "{asked}"')
    return asked


def _trace_path(test):
    """Two tests never share a file."""
    words = re.sub(r"[\W_]+", "-", test.lower()).strip("-")[-80:].lstrip("-")
    digest = hashlib.sha256(test.encode()).hexdigest()[:8]
    return os.path.join(TRACE_FOLDER, f"{words}-{digest}.trace.jsonl")


def _entries_since(control, after, **filters):
    while after is not None:
        page = control.call("GET /journal", after=after, limit=PAGE, **filters)
        yield from page["items"]
        after = page["next"]


def _keep_trace(world, test, after):
    """Writes what happened in a world; the journal has no secrets."""
    traces = list(dict.fromkeys(entry["trace"] for entry in _entries_since(world.control, after)))
    kept = traces[-TRACES_MAX:]
    exports = (world.control.text("GET /journal/export", trace=trace, **{"as": "jsonl"}) for trace in kept)
    lines = [line for export in exports for line in export.splitlines() if line]
    head = {"kind": "test", "test": test, "world": world.control.world, "names": world.names()}
    if len(kept) < len(traces):
        head["cut"] = True
    os.makedirs(TRACE_FOLDER, exist_ok=True)
    with open(_trace_path(test), "w", encoding="utf-8") as file:
        for line in [json.dumps(head), *sorted(lines, key=lambda line: int(json.loads(line)["id"]))]:
            file.write(line + "\n")


def _faults(node, opened, world, after):
    """What is wrong with a test that ends, beside its assertions; one that failed has said what is."""
    if getattr(node, "antechamber_failed", False):
        return []
    world.wait_for_handlers()
    failed = [f"the application failed: {error}" for error in world.errors]
    if not _options(node).get("strict", True):
        return failed
    unanswered = opened.unanswered()
    unknown = _entries_since(world.control, after, kind="request", name="unknown")
    return [
        *failed,
        *([f"nobody answered: {unanswered}"] if unanswered else []),
        *(f"unknown route: {entry['summary']}" for entry in unknown),
    ]


def _account(node, opened, world, after):
    """Holds a test to account, and keeps its trace where it is asked for, while its world is still there."""
    faults = _faults(node, opened, world, after)
    world.errors.clear()
    mode = _trace_mode()
    if mode == "on" or (mode == "retain-on-failure" and (faults or getattr(node, "antechamber_failed", False))):
        _keep_trace(world, node.nodeid, after)
    return faults


def _refuse(node, faults):
    if faults:
        pytest.fail("\n".join([*faults, _rerun(node)]), pytrace=False)


@contextlib.contextmanager
def _opened(seed, options, server):
    """A world, which is closed in the end."""
    file = _world_file(seed, options.get("world"))
    if "limits" in options:
        file["limits"] = options["limits"]
    url, key = server
    main = Control(url, key)
    made = main.call("POST /worlds", {"from": {"world": file}, "seed": seed[:1000]})
    opened = World(Control(url, key, made["name"]), made, file)
    # Each is done, whatever the test or another of them threw: the service may be gone.
    with contextlib.ExitStack() as ending:
        ending.callback(main.call, f"DELETE /worlds/{made['name']}")
        ending.enter_context(opened.cleanups)
        yield opened


@pytest.fixture
def world(request, antechamber_server):
    """A world that no other test has; ``@pytest.mark.antechamber(world=…, strict=False)`` changes it."""
    with _opened(request.node.nodeid, _options(request.node), antechamber_server) as opened:
        yield opened
        faults = _account(request.node, opened, opened, "0")
    _refuse(request.node, faults)


@pytest.fixture(scope="module")
def shared_world(request, antechamber_server):
    """A world that the tests of a file share: a bot signs in once, in a fixture of the same scope."""
    with _opened(request.node.nodeid, _options(request.node), antechamber_server) as opened:
        yield opened


@pytest.fixture
def guild(request, shared_world):
    """A guild that no other test has, in the world that the tests of the file share."""
    newest = shared_world.control.call("GET /journal", limit=1)["items"]
    opened = shared_world.add_guild()
    try:
        yield opened
        faults = _account(request.node, opened, shared_world, newest[-1]["id"] if newest else "0")
    finally:
        shared_world.replies = [each for each in shared_world.replies if each not in opened.replies]
        shared_world.control.call(f"DELETE /guilds/{opened.id}")
    _refuse(request.node, faults)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that failed tells what users did, and how it is run again."""
    report = (yield).get_result()
    item.antechamber_failed = getattr(item, "antechamber_failed", False) or report.failed
    given = [item.funcargs[name] for name in ("world", "guild") if name in getattr(item, "funcargs", {})]
    if report.when != "call" or not report.failed or not given:
        return
    lines = [repr(reply) for each in given for reply in each.replies]
    worlds = {id(world): world for world in (getattr(each, "world", each) for each in given)}
    for world in worlds.values():
        world.wait_for_handlers()
    errors = [f"the application failed: {error}" for world in worlds.values() for error in world.errors]
    report.sections.append(("antechamber", "\n".join([*lines[-30:], *errors, _rerun(item)])))


def pytest_configure(config):
    config.addinivalue_line("markers", "antechamber(world, limits, strict): what the world of a test begins with")

"""Lets a program of Python live in the service's time, where the run was started with ``--time``.

Dates and timers of the program's own files follow the service's clock: ``time.time``, ``time.monotonic``,
``time.sleep``, ``datetime.now`` and its kin, and whatever waits by asyncio's loop. Those of libraries stay real,
so that heartbeats and sockets live on; loops of ``discord.ext.tasks`` are taken for the program's own. It stands
alone, and runs on the versions of Python that bots use.
"""

import asyncio
import calendar
import ctypes
import datetime
import gc
import http.client
import json
import os
import re
import sys
import sysconfig
import threading
import time
import traceback
import urllib.parse

# How long work that a timer began is waited for before the next one, in real seconds.
TASK_PATIENCE_S = 0.02
# How long a thread or a loop may take to begin that work, which is long where the machine is busy.
WAKE_PATIENCE_S = 1.0
# How often a thread that was woken is looked at.
LOOK_S = 0.001
# After a call that failed, until the next.
RETRY_S = 0.2
# The service's clock stands at no later instant, and refuses a question for one: 2084-01-01.
LATEST_CLOCK_S = 3_597_523_200
# The clock stands at no earlier instant, so that a question for it is answered at once.
EARLIEST_CLOCK = "2015-02-01T00:00:00.000Z"
# Turns of a loop in which a coroutine that is woken comes to what it waits for next.
TURNS = 4

_real_time = time.time
_real_monotonic = time.monotonic
_real_sleep = time.sleep

_HERE = os.path.dirname(os.path.abspath(__file__))
_STANDARD = tuple(
    {os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")}
    | {sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib")}
)
# What stands between a caller and the clock without a purpose of its own.
_passed_through = re.compile(r"[/\\](discord|nextcord|disnake)[/\\]utils\.py$")
# Loops that a bot declares run in a file of the library.
_own_loops = re.compile(r"[/\\](discord|nextcord|disnake)[/\\]ext[/\\]tasks[/\\]__init__\.py$")
_installed = re.compile(r"[/\\](site|dist)-packages[/\\]")


OWN, LIBRARY, STANDARD, PASSED = "own", "library", "standard", "passed"


def _kind_of(file):
    if _own_loops.search(file):
        return OWN
    if _passed_through.search(file):
        return PASSED
    if _installed.search(file) or file.startswith(_HERE):
        return LIBRARY
    return STANDARD if file.startswith(_STANDARD) or file.startswith("<frozen") else OWN


_kinds = {}

# Threads that sleep until the service's clock is there, by their numbers.
_asleep = set()


def _is_own_call(standard=LIBRARY):
    """Whether the program itself asks, and no library of its.

    ``standard`` is PASSED where modules of Python itself are looked through, to who called them.
    """
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        kind = _kinds.get(file)
        if kind is None:
            kind = _kinds[file] = _kind_of(file)
        if kind is STANDARD:
            # A loop runs what somebody planned, who is not to be seen any more.
            if frame.f_code is asyncio.Handle._run.__code__:
                return False
            kind = standard
        if kind is not PASSED:
            return kind is OWN
        frame = frame.f_back
    return False


def _seconds(text):
    """An instant of the control plane in seconds since 1970."""
    parts = re.match(r"(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(\.\d+)?", text)
    whole = calendar.timegm(tuple(int(part) for part in parts.groups()[:6]))
    return whole + float(parts.group(7) or 0)


def _instant(seconds):
    """Milliseconds are all that the clock knows, and nothing falls due before its time."""
    ms = -int(-seconds * 1000 // 1)
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(ms // 1000))
    return "%s.%03dZ" % (whole, ms % 1000)


class _Timer:
    """Something of the program that falls due."""

    def __init__(self, at, number, run):
        self.at = at
        self.number = number
        self.run = run


class AppTime:
    """Dates and timers of a program, which go where the service's clock goes."""

    def __init__(self, now, frozen, changed):
        self._lock = threading.RLock()
        self._timers = {}
        self._count = 0
        self._changed = changed
        self._frozen = frozen
        self._begun = now
        self._show(now)

    def _show(self, now):
        self._shown, self._shown_at = now, _real_monotonic()

    def now(self):
        with self._lock:
            return self._shown if self._frozen else self._shown + _real_monotonic() - self._shown_at

    def since_start(self):
        return self.now() - self._begun

    def begin_anew(self):
        """In a copy of the process: the threads and loops whose timers these were are not in it, nor who held the lock."""
        self._lock = threading.RLock()
        self._timers = {}

    def next_at(self):
        with self._lock:
            return min((each.at for each in self._timers.values()), default=None)

    def plan(self, delay, run):
        with self._lock:
            self._count += 1
            timer = _Timer(self.now() + delay, self._count, run)
            self._timers[timer.number] = timer
        self._changed()
        return timer

    def cancel(self, timer):
        with self._lock:
            found = self._timers.pop(timer.number, None)
        if found is not None:
            self._changed()

    def go_to(self, now, frozen):
        """Goes to an instant, and runs what falls due on the way, in order; then time stands, or goes on."""
        self._frozen = True
        while True:
            with self._lock:
                due = [each for each in self._timers.values() if each.at <= now + 0.0005]
                if not due:
                    break
                first = min(due, key=lambda each: (each.at, each.number))
                del self._timers[first.number]
                self._show(max(first.at, self._shown))
            try:
                first.run()
            except Exception:
                # The clock goes on, as a loop does.
                traceback.print_exc()
        with self._lock:
            self._show(now)
            self._frozen = frozen


class _Handle(asyncio.TimerHandle):
    """A call that a loop makes when the service's clock is there."""

    def __init__(self, when, callback, args, loop, context, app_time):
        super().__init__(when, callback, args, loop, context)
        self._app_time = app_time
        self._timer = None

    def cancel(self):
        super().cancel()
        if self._timer is not None:
            self._app_time.cancel(self._timer)

    def fall_due(self):
        """Has the loop make the call, and waits for what comes of it at once."""
        begun, done = threading.Event(), threading.Event()

        def turn(left):
            if left == 0:
                done.set()
            else:
                self._loop.call_soon(turn, left - 1)

        def run():
            begun.set()
            if not self._cancelled:
                self._run()
            turn(TURNS)

        try:
            self._loop.call_soon_threadsafe(run)
        except RuntimeError:
            # The loop was closed.
            return
        # A loop that does not run comes to the call when it does, and one whose thread sleeps when that is woken.
        thread = getattr(self._loop, "_thread_id", None)
        if self._loop.is_running() and thread not in _asleep and begun.wait(WAKE_PATIENCE_S):
            done.wait(TASK_PATIENCE_S)


def _lead_loops(app_time):
    loops = asyncio.base_events.BaseEventLoop
    call_later, call_at = loops.call_later, loops.call_at

    def plan(loop, delay, callback, args, context):
        handle = _Handle(loop.time() + delay, callback, args, loop, context, app_time)
        handle._timer = app_time.plan(delay, handle.fall_due)
        return handle

    def led_call_later(self, delay, callback, *args, context=None):
        if delay is None or delay <= 0 or not _is_own_call(PASSED):
            return call_later(self, delay, callback, *args, context=context)
        return plan(self, delay, callback, args, context)

    def led_call_at(self, when, callback, *args, context=None):
        # Some microseconds have gone by since the caller asked what time it is.
        delay = round(when - self.time(), 3)
        if delay <= 0 or not _is_own_call(PASSED):
            return call_at(self, when, callback, *args, context=context)
        return plan(self, delay, callback, args, context)

    loops.call_later, loops.call_at = led_call_later, led_call_at


class _Sleep:
    """A thread that sleeps until the service's clock is there."""

    def __init__(self):
        self._thread = threading.current_thread()
        self._over, self._awake = threading.Event(), threading.Event()

    def last(self, seconds, app_time):
        _asleep.add(self._thread.ident)
        timer = app_time.plan(seconds, self._fall_due)
        try:
            self._over.wait()
        finally:
            # A signal may have ended it before its time.
            app_time.cancel(timer)
            _asleep.discard(self._thread.ident)
            self._awake.set()

    def _fall_due(self):
        """Wakes the thread, and waits until it sleeps again, has ended, or has had its time."""
        _asleep.discard(self._thread.ident)
        self._over.set()
        if not self._awake.wait(WAKE_PATIENCE_S):
            return
        until = _real_monotonic() + TASK_PATIENCE_S
        while self._is_at_work() and _real_monotonic() < until:
            _real_sleep(LOOK_S)

    def _is_at_work(self):
        return self._thread.is_alive() and self._thread.ident not in _asleep


def _lead_sleep(app_time):
    def sleep(seconds):
        if seconds <= 0 or not _is_own_call():
            return _real_sleep(seconds)
        _Sleep().last(seconds, app_time)

    time.sleep = sleep


def _lead_clocks(app_time):
    started = _real_monotonic()

    def led_time():
        return app_time.now() if _is_own_call() else _real_time()

    def led_monotonic():
        return started + app_time.since_start() if _is_own_call() else _real_monotonic()

    real_time_ns, real_monotonic_ns = time.time_ns, time.monotonic_ns

    def led_time_ns():
        return int(app_time.now() * 1000) * 1_000_000 if _is_own_call() else real_time_ns()

    def led_monotonic_ns():
        if not _is_own_call():
            return real_monotonic_ns()
        return int((started + app_time.since_start()) * 1000) * 1_000_000

    time.time, time.time_ns = led_time, led_time_ns
    time.monotonic, time.monotonic_ns = led_monotonic, led_monotonic_ns


def _lead_dates(app_time):
    """Takes the place of methods in the type itself, so that it stays what libraries know.

    ``today`` asks ``time.time``, which is led already.
    """
    real_now, real_utcnow = datetime.datetime.now, datetime.datetime.utcnow

    def now(cls, tz=None):
        if _is_own_call():
            return cls.fromtimestamp(app_time.now(), tz)
        return real_now(tz) if cls is datetime.datetime else cls.fromtimestamp(_real_time(), tz)

    def utcnow(cls):
        if not _is_own_call():
            return real_utcnow()
        return cls.fromtimestamp(app_time.now(), datetime.timezone.utc).replace(tzinfo=None)

    _put(datetime.datetime, {"now": now, "utcnow": utcnow})


def _put(type_, methods):
    held = gc.get_referents(type_.__dict__)[0]
    for name, method in methods.items():
        held[name] = classmethod(method)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(type_))


class _Following:
    """One open question to the service: where the clock goes next."""

    def __init__(self, service):
        self._service = service
        self._address = urllib.parse.urlsplit(service["url"])
        self._name = "%d-%s" % (os.getpid(), os.urandom(4).hex())
        self._lock = threading.Lock()
        self._connection = None
        self._asked = None
        # How often timers changed what is to be asked.
        self._changes = 0
        self._thread = None
        self.time = None

    def _ask(self, next_at, timeout=None):
        connection = http.client.HTTPConnection(self._address.hostname, self._address.port, timeout=timeout)
        query = "?" + urllib.parse.urlencode({"world": self._service["world"]}) if self._service.get("world") else ""
        headers = {"Authorization": "Control " + self._service["key"], "Content-Type": "application/json"}
        try:
            connection.connect()
            with self._lock:
                self._connection = connection
            if self.time is not None and self._asked != (self.time.next_at(),):
                raise OSError("timers changed before it was asked")
            body = {"follower": self._name}
            if next_at is not None:
                body["next"] = next_at
            connection.request("POST", "/control/v1/clock/follow" + query, body=json.dumps(body), headers=headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            if answer.status != 200:
                raise OSError("POST /clock/follow: %d %s" % (answer.status, text))
            return json.loads(text)
        finally:
            with self._lock:
                self._connection = None
            connection.close()

    def begin(self):
        # From here on, the service waits for the next question before the clock goes on.
        clock = self._ask(EARLIEST_CLOCK, timeout=10)
        self.time = AppTime(_seconds(clock["now"]), clock["frozen"], self.changed)
        self._start()
        return self.time

    def begin_anew(self):
        """In a copy of the process, which has no thread of its own yet."""
        self._lock = threading.Lock()
        self.time.begin_anew()
        _asleep.clear()
        self._connection, self._asked = None, None
        self._name = "%d-%s" % (os.getpid(), os.urandom(4).hex())
        self._start()

    def _start(self):
        self._thread = threading.Thread(target=self._follow, name="antechamber-time", daemon=True)
        self._thread.start()

    def changed(self):
        """Timers came or went: the question is asked anew."""
        if threading.current_thread() is self._thread or self._asked == (self.time.next_at(),):
            return
        with self._lock:
            self._changes += 1
            if self._connection is not None and self._connection.sock is not None:
                self._interrupt(self._connection.sock)

    @staticmethod
    def _interrupt(sock):
        try:
            sock.shutdown(2)
        except OSError:
            # It ended by itself.
            pass

    def _follow(self):
        while True:
            changes = self._changes
            next_at = self.time.next_at()
            self._asked = (next_at,)
            is_near = next_at is not None and next_at <= LATEST_CLOCK_S
            try:
                clock = self._ask(_instant(next_at) if is_near else None)
            except (OSError, http.client.HTTPException, ValueError):
                # Asked anew at once where timers changed, and a moment later where the service is away.
                if self._changes == changes and self._asked == (self.time.next_at(),):
                    _real_sleep(RETRY_S)
                continue
            self._asked = None
            self.time.go_to(_seconds(clock["now"]), clock["frozen"])


def follow(service):
    """Puts the service's time in place, before the program's first line runs."""
    following = _Following(service)
    app_time = following.begin()
    _lead_clocks(app_time)
    _lead_sleep(app_time)
    _lead_dates(app_time)
    _lead_loops(app_time)
    if hasattr(os, "register_at_fork"):
        # A copy of the process has no thread that follows.
        os.register_at_fork(after_in_child=following.begin_anew)

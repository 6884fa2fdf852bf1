"""A program whose copies, idle loop and interrupted sleep have timers that nobody waits for any more."""

import asyncio
import datetime
import os
import signal
import sys
import threading
import time


def say(what):
    now = datetime.datetime.now(datetime.timezone.utc)
    print(f"{what} {now.strftime('%Y-%m-%dT%H:%M:%S.000Z')}", flush=True)


class Woken(Exception):
    """What an alarm ends a sleep with."""


def wake(_signal, _frame):
    raise Woken


def sleep_until_woken():
    signal.signal(signal.SIGALRM, wake)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        time.sleep(60)
    except Woken:
        say("woken")


def read_time():
    while not is_over.is_set():
        time.time()


def copy():
    """Copies the program while other threads read the time. The copy sleeps for an hour of its own."""
    child = os.fork()
    if child == 0:
        time.sleep(3600)
        os._exit(0)
    return child


is_over = threading.Event()
sys.setswitchinterval(0.00001)
readers = [threading.Thread(target=read_time) for _ in range(2)]
for reader in readers:
    reader.start()
for _ in range(20):
    threading.Thread(target=time.sleep, args=(1800,), daemon=True).start()
idle = asyncio.new_event_loop()
for _ in range(20):
    idle.call_later(1800, say, "never")
children = [copy() for _ in range(20)]
is_over.set()
sleep_until_woken()
say("ready")
time.sleep(7200)
for child in children:
    os.waitpid(child, 0)
say("over")

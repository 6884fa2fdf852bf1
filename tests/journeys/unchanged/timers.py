"""A program with timers of every kind, which says what they show. A library of its own making lives in real time."""

import asyncio
import datetime
import importlib
import os
import sys
import threading
import time

STARTED = time.time()


def say(what):
    now = datetime.datetime.now(datetime.timezone.utc)
    print(f"{what} {now.strftime('%Y-%m-%dT%H:%M:%S.000Z')}", flush=True)


def sleeper():
    time.sleep(5400)
    say("a thread")


async def minutes():
    await asyncio.sleep(60)
    say("a minute")
    await asyncio.sleep(60)
    say("another")


async def beats():
    for _ in range(2):
        await asyncio.sleep(1200)
        say("beat")


async def tell_of_library():
    """Once all others are waiting."""
    led = abs(await library.wait() - STARTED) < 86_400
    print("library", "led along" if led else "in real time", flush=True)


async def main():
    say("begun")
    loop = asyncio.get_running_loop()
    loop.call_later(3600, say, "an hour")
    loop.call_later(1800, say, "never").cancel()
    threading.Thread(target=sleeper).start()
    waits = asyncio.gather(minutes(), beats(), tell_of_library())
    try:
        await asyncio.wait_for(asyncio.Event().wait(), 7)
    except asyncio.TimeoutError:
        say("given up")
    await waits
    await asyncio.sleep(3600)
    same = [datetime.date.today().isoformat(), time.strftime("%Y-%m-%d", time.gmtime(time.time()))]
    print("dates", same, round(time.time() - STARTED), type(datetime.datetime.now()) is datetime.datetime)


os.makedirs("site-packages", exist_ok=True)
with open("site-packages/a_library.py", "w") as file:
    file.write(
        "import asyncio, time\n"
        "async def wait():\n"
        "    await asyncio.sleep(0.1)\n"
        "    return time.time()\n"
    )
sys.path.insert(0, os.path.abspath("site-packages"))
library = importlib.import_module("a_library")
asyncio.run(main())

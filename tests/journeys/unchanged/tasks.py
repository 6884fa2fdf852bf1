"""A program with a loop as bots declare them."""

import asyncio
import datetime

from discord.ext import tasks


@tasks.loop(hours=1, count=3)
async def hourly():
    now = datetime.datetime.now(datetime.timezone.utc)
    print(f"round {hourly.current_loop + 1} {now.strftime('%Y-%m-%dT%H:%M:%S.000Z')}", flush=True)


async def main():
    await hourly.start()
    print("over", flush=True)


asyncio.run(main())

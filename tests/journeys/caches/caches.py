"""What discord.py keeps of a guild, as a client that listened has it, and one that has just come.

Each line of the input asks for one thing, and each line of the output is an answer in JSON."""

import asyncio
import datetime
import json
import sys

import discord
import yarl

api, gateway, token, guild_id = sys.argv[1:]
discord.http.Route.BASE = api
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def say(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


class Listener(discord.Client):
    def __init__(self):
        # Seconds without another guild after which it is ready: all of them come at once.
        super().__init__(intents=discord.Intents.all(), guild_ready_timeout=0.2)

    async def before_identify_hook(self, shard_id, *, initial=False):
        """It may identify at once: these tests are under no limits."""

    async def on_message(self, message):
        if message.content.startswith("quiet point"):
            say(message.content)

    async def on_error(self, method, *_args, **_kwargs):
        say("error", method=method, error=repr(sys.exc_info()[1]))

    @property
    def guild(self):
        return self.get_guild(int(guild_id))


KINDS = [
    ((discord.abc.User,), "User"),
    ((discord.abc.GuildChannel, discord.Thread), "Channel"),
    ((discord.Guild,), "Guild"),
    ((discord.Role,), "Role"),
    ((discord.Emoji,), "Emoji"),
    ((discord.Message,), "Message"),
    ((discord.ScheduledEvent,), "ScheduledEvent"),
]


def name_of(value):
    """By which others refer to a structure; a member and its user are one."""
    return next((f"-> {kind} {value.id}" for types, kind in KINDS if isinstance(value, types)), None)


def plain(value, above):
    if value is None or isinstance(value, (bool, float, str)):
        return value
    # An enumeration of this library is a tuple of a name and a value.
    if type(value).__name__.startswith("_EnumValue_"):
        return value.name
    if isinstance(value, int):
        return str(value) if value > 2**53 else value
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if (name := name_of(value)) is not None:
        return name
    if id(value) in above:
        return None
    inside = (*above, id(value))
    if isinstance(value, dict):
        return {str(key): plain(value[key], inside) for key in sorted(value, key=str)}
    if isinstance(value, (list, tuple)):
        return [plain(each, inside) for each in value]
    if isinstance(value, (set, frozenset)):
        return sorted(str(plain(each, inside)) for each in value)
    if isinstance(value, discord.utils.SnowflakeList):
        return [str(each) for each in value]
    if isinstance(value, discord.flags.BaseFlags):
        return value.value
    return fields_of(value, above)


def fields_of(structure, above=()):
    inside = (*above, id(structure))
    names = [name for kind in type(structure).__mro__ for name in getattr(kind, "__slots__", ())]
    names += getattr(structure, "__dict__", {}).keys()
    left_out = {"_state", "guild", "parent", "message", "__weakref__", "_http", "_client"}
    fields = {}
    for name in names:
        # What begins with _cs_ is worked out when it is asked for.
        if name in left_out or name.startswith("_cs_") or not hasattr(structure, name):
            continue
        value = getattr(structure, name)
        if not callable(value):
            fields[name] = plain(value, inside)
    return fields


def album(**kinds):
    pages = {f"{kind} {each.id}": each for kind, group in kinds.items() for each in group}
    return {name: fields_of(pages[name]) for name in sorted(pages)}


def picture_of(client, messages):
    guild = client.guild
    return album(
        Guild=[guild],
        User=client.users,
        Channel=[*guild.channels, *guild.threads],
        Role=guild.roles,
        Member=guild.members,
        Emoji=guild.emojis,
        ScheduledEvent=guild.scheduled_events,
        StageInstance=guild.stage_instances,
        Message=messages,
    )


async def asked_of(guild):
    """What REST answers with, in structures that are made of nothing else."""
    return album(
        Channel=[*await guild.fetch_channels(), *await guild.active_threads()],
        Role=await guild.fetch_roles(),
        Member=[member async for member in guild.fetch_members(limit=None)],
        Emoji=await guild.fetch_emojis(),
        ScheduledEvent=await guild.fetch_scheduled_events(with_counts=False),
    )


async def started():
    client = Listener()
    running = asyncio.create_task(client.start(token))
    while not client.is_ready():
        if running.done():
            running.result()
        await asyncio.sleep(0.02)
    await client.guild.chunk()
    return client


async def fresh_pictures():
    fresh = await started()
    try:
        guild = fresh.guild
        messages = []
        for place in [*guild.channels, *guild.threads]:
            if hasattr(place, "history") and place.permissions_for(guild.me).view_channel:
                messages += [message async for message in place.history(limit=100)]
        for thread in guild.threads:
            for member in await thread.fetch_members():
                thread._add_member(member)
        sent = picture_of(fresh, messages)
        rest = await asked_of(guild)
        kinds = {name.split()[0] for name in rest}
        others = {name: each for name, each in sent.items() if name.split()[0] not in kinds}
        return {"gateway": sent, "rest": {**others, **rest}}
    finally:
        await fresh.close()


async def main():
    client = await started()
    say("ready")
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    while line := (await reader.readline()).decode().strip():
        try:
            if line == "cached":
                say("cached", picture=picture_of(client, client.cached_messages))
            else:
                say("fresh", **await fresh_pictures())
        except Exception as error:
            import traceback

            say("failed", error="".join(traceback.format_exception(error)))
    await client.close()


discord.utils.setup_logging(level=40)
asyncio.run(main())

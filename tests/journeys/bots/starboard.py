"""Shows messages with two stars or more in a channel of their own, for as long as they have them."""

import asyncio
import os

import discord

STARS = 2
intents = discord.Intents(guilds=True, messages=True, message_content=True, reactions=True)
client = discord.Client(intents=intents, guild_ready_timeout=0.2)
posts = {}
# Stars come while the ones before are still looked at.
one_at_a_time = asyncio.Lock()


def embed_of(message, count):
    embed = discord.Embed(description=message.content, timestamp=message.created_at)
    embed.set_author(name=message.author.display_name)
    embed.add_field(name="Original", value=f"[Jump]({message.jump_url})")
    embed.set_footer(text=f"{count} stars")
    return embed


async def show(payload):
    if str(payload.emoji) != "⭐":
        return
    guild = client.get_guild(payload.guild_id)
    board = discord.utils.get(guild.text_channels, name="starboard")
    if payload.channel_id == board.id:
        return
    message = await guild.get_channel(payload.channel_id).fetch_message(payload.message_id)
    stars = discord.utils.get(message.reactions, emoji="⭐")
    users = [user async for user in stars.users() if user != message.author] if stars else []
    post = posts.get(message.id)
    if len(users) < STARS and post is not None:
        await post.delete()
        del posts[message.id]
        print("taken off", flush=True)
    elif post is not None:
        await post.edit(embed=embed_of(message, len(users)))
        print(f"changed {len(users)}", flush=True)
    elif len(users) >= STARS:
        posts[message.id] = await board.send(embed=embed_of(message, len(users)))
        await posts[message.id].add_reaction("⭐")
        print(f"shown {len(users)}", flush=True)


@client.event
async def on_raw_reaction_add(payload):
    async with one_at_a_time:
        await show(payload)


@client.event
async def on_raw_reaction_remove(payload):
    async with one_at_a_time:
        await show(payload)


@client.event
async def on_ready():
    guild = client.guilds[0]
    await guild.create_text_channel(
        "starboard",
        overwrites={guild.default_role: discord.PermissionOverwrite(send_messages=False)},
        reason="for stars",
    )
    print("ready", flush=True)


client.run(os.environ["DISCORD_TOKEN"], log_handler=None)

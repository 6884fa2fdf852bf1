"""A bot on an unmodified discord.py. What happens to it is printed, one JSON line each."""

import asyncio
import io
import json
import sys

import discord
import yarl
from discord import app_commands

api, gateway, token, guild_id = sys.argv[1:]
discord.http.Route.BASE = api
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def say(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


class Form(discord.ui.Modal, title="A form"):
    name = discord.ui.TextInput(label="Name", custom_id="name", max_length=10)

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"Hello, {self.name.value}")


class Menu(discord.ui.View):
    @discord.ui.button(label="More", custom_id="more")
    async def more(self, interaction, _button):
        await interaction.response.edit_message(content="more", view=None)

    @discord.ui.select(
        cls=discord.ui.UserSelect, custom_id="people", max_values=2
    )
    async def people(self, interaction, select):
        names = ",".join(user.name for user in select.values)
        await interaction.response.send_message(names, ephemeral=True)


class Bot(discord.Client):
    def __init__(self):
        intents = discord.Intents(guilds=True, guild_messages=True, members=True)
        # Seconds without another guild after which it is ready: all of them come at once.
        super().__init__(intents=intents, guild_ready_timeout=0.2)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self):
        synced = await self.tree.sync()
        say("synced", names=sorted(command.name for command in synced))

    async def before_identify_hook(self, shard_id, *, initial=False):
        """It may identify again at once: these tests are under no limits."""

    async def on_ready(self):
        guild = self.get_guild(int(guild_id))
        say("ready", user=str(self.user.id), channels=[c.name for c in guild.text_channels])

    async def on_resumed(self):
        say("resumed")

    async def on_message(self, message):
        say("message", content=message.content, author=message.author.name)

    async def on_error(self, method, *_args, **_kwargs):
        say("error", method=method, error=repr(sys.exc_info()[1]))


bot = Bot()


@bot.tree.error
async def on_tree_error(interaction, error):
    say("error", method=interaction.command.name, error=repr(error))


@bot.tree.command(description="Answers with its options")
@app_commands.describe(text="What to say", times="How often", who="To whom")
async def echo(interaction, text: str, times: app_commands.Range[int, 1, 5], who: discord.Member):
    await interaction.response.send_message(f"{who.display_name}: {text * times}")


@bot.tree.command(description="Thinks first")
async def think(interaction):
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="thought")
    sent = await interaction.followup.send("and more", wait=True)
    original = await interaction.original_response()
    say("thought", original=original.content, followup=sent.content, ephemeral=original.flags.ephemeral)


@bot.tree.command(description="Suggests")
async def color(interaction, name: str):
    await interaction.response.send_message(name)


@color.autocomplete("name")
async def colors(_interaction, current):
    names = ["red", "green", "blue"]
    return [app_commands.Choice(name=n, value=n) for n in names if n.startswith(current)]


@bot.tree.command(description="Shows a menu")
async def menu(interaction):
    await interaction.response.send_message("menu", view=Menu())


@bot.tree.command(description="Shows a form")
async def form(interaction):
    await interaction.response.send_modal(Form())


@bot.tree.command(description="Sends and reads files")
async def files(interaction, file: discord.Attachment):
    content = await file.read()
    copy = discord.File(io.BytesIO(content[::-1]), filename="reversed.txt")
    await interaction.response.send_message(file.filename, file=copy)
    say("answered", content=file.filename)


@bot.tree.command(description="Says where")
async def where(interaction):
    guild = interaction.guild.name if interaction.guild else "-"
    kind = interaction.channel.type.name if interaction.channel else "-"
    await interaction.response.send_message(f"{guild} {kind} {interaction.user.name}")


@bot.tree.context_menu(name="Who is this")
async def who(interaction, member: discord.Member):
    await interaction.response.send_message(member.display_name)


@bot.tree.context_menu(name="Shout")
async def shout(interaction, message: discord.Message):
    await interaction.response.send_message(message.content.upper())


@bot.tree.command(description="Asks for all members")
async def members(interaction):
    await interaction.response.defer()
    found = await interaction.guild.query_members(user_ids=[m.id for m in interaction.guild.members])
    names = ",".join(sorted(m.name for m in found))
    channel = interaction.guild.text_channels[0]
    history = [m.content async for m in channel.history(limit=5)]
    await interaction.edit_original_response(content=f"{names} {len(history) > 0}")


discord.utils.setup_logging()
asyncio.run(bot.start(token))

"""A bot of discord.py that takes files, and opens lobbies for a game."""

import discord
from discord import app_commands


class Bot(discord.Client):
    def __init__(self):
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        super().__init__(intents=intents, guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)
        self.lobby = None

        @self.tree.command(name="show", description="Shows a file")
        async def show(interaction: discord.Interaction, file: discord.Attachment):
            size = len(await file.read())
            await interaction.response.send_message(f"{file.filename} has {size} bytes")

        @self.tree.command(name="match", description="Opens a match")
        async def match(interaction: discord.Interaction):
            route = discord.http.Route("POST", "/lobbies")
            members = [{"id": str(interaction.user.id), "flags": 1}]
            opened = await self.http.request(route, json={"metadata": {"map": "harbour"}, "members": members})
            self.lobby = opened["id"]
            await interaction.response.send_message("The match is open")

    async def setup_hook(self):
        await self.tree.sync()

    async def on_message(self, message: discord.Message):
        if message.content == "gg" and message.author.id != self.user.id:
            route = discord.http.Route("PATCH", "/lobbies/{lobby_id}", lobby_id=self.lobby)
            await self.http.request(route, json={"metadata": {"map": "harbour", "state": "over"}})
            await message.reply("Well played")

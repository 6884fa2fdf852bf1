import os

import discord
from discord import app_commands

client = discord.Client(intents=discord.Intents(guilds=True), guild_ready_timeout=0.2)
tree = app_commands.CommandTree(client)


@tree.command(description="Answers pong")
async def ping(interaction):
    await interaction.response.send_message("pong")


@client.event
async def on_ready():
    await tree.sync()
    print("ready", flush=True)


client.run(os.environ["DISCORD_TOKEN"], log_handler=None)

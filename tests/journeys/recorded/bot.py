"""A bot of discord.py with a button, a form, an answer that comes later, and a message."""

import discord
from discord import app_commands


class Ticket(discord.ui.Modal, title="Your ticket"):
    subject = discord.ui.TextInput(label="Subject")

    async def on_submit(self, interaction: discord.Interaction):
        embed = discord.Embed(title=self.subject.value, description=f"By {interaction.user.name}")
        tickets = discord.utils.get(interaction.guild.text_channels, name="tickets")
        await tickets.send(embed=embed)
        await interaction.response.send_message("Thank you", ephemeral=True)


class Panel(discord.ui.View):
    @discord.ui.button(label="Write", custom_id="write")
    async def write(self, interaction: discord.Interaction, _):
        await interaction.response.send_modal(Ticket())


class Bot(discord.Client):
    def __init__(self):
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        super().__init__(intents=intents, guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="ticket", description="Tickets")
        async def ticket(interaction: discord.Interaction):
            await interaction.response.send_message("What is the matter?", view=Panel(), ephemeral=True)

        @self.tree.command(name="slow", description="Answers later")
        async def slow(interaction: discord.Interaction):
            await interaction.response.defer()
            await interaction.followup.send(f"Done by {interaction.id}")

        @self.tree.command(name="ban", description="Bans somebody")
        @app_commands.default_permissions(ban_members=True)
        async def ban(interaction: discord.Interaction, user: discord.Member):
            await interaction.response.send_message(f"Banned {user.mention}")

        @self.tree.context_menu(name="Report")
        async def report(interaction: discord.Interaction, message: discord.Message):
            await interaction.response.send_message(f"Reported {message.content}", ephemeral=True)

    async def setup_hook(self):
        await self.tree.sync()

    async def on_message(self, message: discord.Message):
        if message.content == "!hello":
            await message.channel.send(f"Hello {message.author.mention}")
        if message.content == "!join":
            await message.author.add_roles(discord.utils.get(message.guild.roles, name="players"))
            await message.add_reaction("✅")

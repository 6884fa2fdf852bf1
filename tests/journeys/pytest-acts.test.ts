// What tests with the pytest plugin and discord.py do: users, members, applications, clocks.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject, pytest } from "./pytest-project.ts";

test("a field is found by its label before its placeholder, a button by its label before its emoji", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_fields.py"),
    `from antechamber_pytest import _controls


def test_label():
    field = {"type": 4, "custom_id": "subject", "placeholder": "What was lost"}
    form = [{"type": 18, "label": "Subject", "component": field}]
    assert [name for name, _ in _controls(form)] == ["Subject"]
    assert [name for name, _ in _controls([field])] == ["What was lost"]
    button = {"type": 2, "style": 2, "custom_id": "next", "emoji": {"id": None, "name": "▶️"}}
    assert [name for name, _ in _controls([button, {**button, "label": "Play"}])] == ["▶️", "Play"]
`,
  );
  expect(await pytest(folder, "off", ["test_fields.py"])).toMatch(/^1 passed in/m);
}, 60_000);

test("a button without a message, or on another user's ephemeral message, cannot be clicked", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_clicks.py"),
    `import pytest
from antechamber_pytest import CannotDo, Reply


def answered(user, messages):
    outcome = {"outcome": "denied", "interaction": None, "messages": messages, "decision": []}
    return Reply(user, "/panel", outcome)


def test_clicks(world):
    alice, bob = world.user("alice"), world.user(world.user("bob").id)
    with pytest.raises(CannotDo, match="there is no message to use: the outcome was denied"):
        answered(alice, []).click("Write")
    told = answered(alice, [{"id": "1", "channel_id": world.channel_id("#general")}])
    with pytest.raises(CannotDo, match="bob cannot see this message"):
        bob.click(told, "Write")
`,
  );
  expect(await pytest(folder, "off", ["test_clicks.py"])).toMatch(/^1 passed in/m);
}, 60_000);

test("option names may contain the vowel signs of Devanagari and Thai, and are given once", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_names.py"),
    `import pytest
from antechamber_pytest import CannotDo, Place


def test_names():
    takers = [{"type": 3, "name": "उम्र"}, {"type": 3, "name": "ชื่อ"}]
    options, last = Place._options("उम्र:5 ชื่อ:x", takers, "ban", False)
    assert (options, last) == ({"उम्र": "5", "ชื่อ": "x"}, "ชื่อ")
    with pytest.raises(CannotDo, match='/ban: "ชื่อ" is given twice'):
        Place._options("ชื่อ:x ชื่อ:y", takers, "ban", False)
`,
  );
  expect(await pytest(folder, "off", ["test_names.py"])).toMatch(/^1 passed in/m);
}, 60_000);

test("menu commands are used on messages, and members' roles are read and changed", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_members.py"),
    `import discord
import pytest
from antechamber_pytest import CannotDo
from bot import Bot


class Roles(Bot):
    def __init__(self):
        super().__init__()

        @self.tree.context_menu(name="Shout")
        async def shout(interaction, message: discord.Message):
            await interaction.response.send_message(message.content.upper())


def test_messages(world):
    world.login(Roles())
    alice = world.user("alice").in_("#general")
    ping = alice.run("/ping")
    assert alice.run_on(ping, "Shout").text == "PONG"
    assert alice.run_on(ping.message, "Shout").text == "PONG"
    assert alice.run_on(ping.message["id"], "Shout").text == "PONG"


def test_roles(world):
    bob = world.member("bob")
    bob.add_role("mods")
    assert bob.roles() == ["mods"]
    with pytest.raises(CannotDo, match='there is no role "mod"; did you mean mods'):
        bob.add_role("mod")
    bob.remove_role("@mods")
    world.settled()
    assert world.member("bob", guild="Test Guild").roles() == []


def test_roles_of_a_guild(guild):
    guild.member("bob").add_role("mods")
    assert guild.member("bob").roles() == ["mods"]
    assert guild.world.member("bob").roles() == []
`,
  );
  expect(await pytest(folder, "off", ["test_members.py"])).toMatch(/^3 passed in/m);
}, 60_000);

test("a failure for an unanswered message names the intents that a bot lacks", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_unread.py"),
    `import pytest
from antechamber_pytest import CannotDo
from bot import Bot


def test_nobody(world):
    alice = world.user("alice").in_("#general")
    alice.message("!hello")
    assert repr(alice).endswith("no bot is signed in>")


def test_without_intents(world):
    world.login(Bot())
    alice = world.user("alice").in_("#general")
    alice.message("!hello")
    lacking = "the client of Concierge lacks the intents GUILD_MESSAGES and MESSAGE_CONTENT"
    with pytest.raises(CannotDo, match=lacking):
        alice.find("Hello")
    alice.run("/ping")
    with pytest.raises(CannotDo) as failure:
        alice.find("Hello")
    assert "intents" not in str(failure.value)
`,
  );
  expect(await pytest(folder, "off", ["test_unread.py"])).toMatch(/^2 passed in/m);
}, 60_000);

test("a misspelt command or marker is refused with the nearest names", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_slips.py"),
    `import discord
import pytest
from antechamber_pytest import CannotDo
from bot import Bot
from discord import app_commands


class Slips(Bot):
    def __init__(self):
        super().__init__()

        @self.tree.command(name="echo", description="Says what was typed")
        async def echo(interaction, user: discord.Member, text: str = "", days: int = 0,
                       log: discord.TextChannel = None, file: discord.Attachment = None):
            await interaction.response.send_message(f"{user.name} {text} {days} {log}")

        @self.tree.context_menu(name="echo")
        async def echo_name(interaction, user: discord.Member):
            await interaction.response.send_message(f"{user.name}!")


def test_slips(world):
    world.login(Slips())
    alice = world.user("alice").in_("#general")
    assert alice.run("/echo user:@bob log:#games text:#ff0000 see: this").text == "bob #ff0000 see: this 0 games"
    with pytest.raises(CannotDo, match='/echo has no option "txet"; did you mean text, '):
        alice.run("/echo user:@bob txet:spam")
    with pytest.raises(CannotDo, match='/echo has no option "txet"; did you mean text, '):
        alice.run("/echo user:@bob days:3 txet:x")
    with pytest.raises(CannotDo, match='/echo has no option "txet"; did you mean text, '):
        alice.run("/echo user:@bob file:a.txt txet:x", files={"a.txt": b"a"})
    with pytest.raises(CannotDo, match='/echo has no option "txet"; did you mean text, '):
        alice.run("/echo user:@bob", options={"txet": "spam"})
    with pytest.raises(CannotDo, match="alice cannot /echo: options.user: Missing"):
        alice.run("/echo")
    with pytest.raises(CannotDo, match='there is no application "Conciege"; did you mean Concierge, '):
        alice.run("/echo user:@bob", app="Conciege")
    with pytest.raises(CannotDo, match='there is no user "@bbo"; did you mean bob, '):
        world.user("@bbo")
    with pytest.raises(CannotDo, match='there is no application "Arna"; did you mean Arena, '):
        world.player("alice").join("Arna", "harbour")
    with pytest.raises(CannotDo, match='there is no kind "channel"; did you mean channels, '):
        world.add("channel", name="den")
    with pytest.raises(CannotDo, match='days: "three" is not a number'):
        alice.run("/echo user:@bob days:three")
    with pytest.raises(CannotDo, match="no application has the command /ehco; did you mean /echo, "):
        alice.run("/ehco user:@bob")
    assert alice.run_on("bob", "echo").text == "bob!"
    with pytest.raises(CannotDo, match="no application has the command ehco; did you mean echo"):
        alice.run_on("bob", "ehco")


@pytest.mark.antechamber(world={
    "users": [{"username": "alice"}, {"username": "owner"}],
    "applications": [{"name": "Concierge", "commands": [
        {"name": "tag", "description": "Old", "options": [{"type": 3, "name": "old", "description": "Old"}]},
        {"name": "tag", "description": "New", "guild_id": "Test", "default_member_permissions": "8",
         "options": [{"type": 3, "name": "new", "description": "New"}]},
    ]}],
    "guilds": [{"name": "Test", "owner": "owner", "members": [{"user": "alice"}], "channels": [{"name": "general"}],
                "applications": [{"application": "Concierge"}]}],
})
def test_commands_of_guilds_come_before_global_ones(world):
    alice = world.user("alice").in_("#general")
    assert alice.run("/tag new:x").denied
    with pytest.raises(CannotDo, match='/tag has no option "news"; did you mean new'):
        alice.run("/tag news:x")


@pytest.mark.antechamber(world={"users": [{"username": "alice"}]})
def test_an_application_is_added_to_a_world_without_any(world):
    with pytest.raises(CannotDo, match="there is none"):
        world.application("Quiz")
    world.add("applications", name="Quiz", owner="alice", bot={})
    assert world.env["DISCORD_TOKEN"] == world.application("Quiz")["bot"]["token"]
    assert world.env["DISCORD_CLIENT_SECRET"] == world.application("Quiz")["client_secret"]


def test_clocks_take_durations_as_people_write_them(world):
    world.clock.advance("1h30m")
    world.clock.advance("500ms")
    world.clock.advance("PT15M")
    world.clock.advance(2)
    assert world.clock.now.startswith("2026-01-01T01:45:02.500")
    with pytest.raises(ValueError, match='"24 ours" is not a duration: write 24h, '):
        world.clock.advance("24 ours")


def test_interactions_are_taken_at_a_path(world):
    asked = []

    def create_app(env):
        def app(environ, start_response):
            asked.append(environ["PATH_INFO"])
            start_response("401 Unauthorized", [])
            return [b""]

        return app

    with pytest.raises(CannotDo, match="Concierge gets no interactions by HTTP: it did not answer a PING"):
        world.serve("Concierge", create_app, path="/interactions")
    assert set(asked) == {"/interactions"}

`,
  );
  expect(await pytest(folder)).toMatch(/^7 passed in/m);
  const marked = "@pytest.mark.antechamber(strickt=False)\ndef test_marked(world):\n    pass\n";
  writeFileSync(join(folder, "test_marker.py"), `import pytest\n\n\n${marked}`);
  expect(await pytest(folder)).toContain(
    "test_marker.py::test_marked: antechamber(…) has no strickt; it takes world, limits, strict",
  );
}, 60_000);

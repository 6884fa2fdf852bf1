// The pytest plugin with discord.py, as the guide shows them.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { PROGRAM } from "../../packages/server/src/testing/start-program.ts";
import { aProject, args, environment, pytest, python, run } from "./pytest-project.ts";

test("the example in the guide passes", async () => {
  expect(await pytest(await aProject())).toMatch(/^2 passed in/m);
}, 60_000);

test("a service that does not answer is reported with its URL", async () => {
  const folder = await aProject();
  const url = "http://127.0.0.1:1";
  const env = { ...environment(), ANTECHAMBER_URL: `${url}/` };
  const ran = run(python, [...args, "test_bot.py"], { cwd: folder, env });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  expect(stdout).toContain(`ConnectionError: no service answers at ${url}: `);
}, 60_000);

test("a failing test does not show the log of the service", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_bot.py"),
    `def test_fails(world):
    world.user("alice").in_("#general").message("hello")
    assert world.user("bob").in_("#general").shows("goodbye")
`,
  );
  const output = await pytest(folder);
  expect(output).toMatch(/^1 failed in/m);
  expect(output).not.toContain("/control/v1/");
}, 60_000);

test("a service that exits on start is reported with its output", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "launcher.js"),
    'console.error("needs a newer Node"); process.exit(1);',
  );
  const env = environment(join(folder, "launcher.js"));
  const ran = run(python, [...args, "test_bot.py"], { cwd: folder, env });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/^E +RuntimeError: .* ended as it started\nE +needs a newer Node$/m);
}, 60_000);

test("a different server is reported with its URL", async () => {
  const folder = await aProject();
  const other = createServer((_request, response) => {
    response.writeHead(404, { "content-type": "text/html" }).end("<!doctype html>");
  });
  await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const env = { ...environment(), ANTECHAMBER_URL: url };
  const ran = run(python, [...args, "test_bot.py"], { cwd: folder, env });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  other.close();
  expect(stdout).toContain(
    `ConnectionError: something other than an Antechamber service answers at ${url}`,
  );
}, 60_000);

test("a bot is closed with its test, and delays neither the next test nor the end of the run", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_leaving.py"),
    `import discord
import pytest
from bot import Bot


class Panels(Bot):
    """Has a view, whose task waits for minutes for somebody to press it."""

    async def setup_hook(self):
        await super().setup_hook()
        view = discord.ui.View(timeout=180)
        view.add_item(discord.ui.Button(label="Write", custom_id="write"))

        @self.tree.command(name="panel", description="Shows it")
        async def panel(interaction: discord.Interaction):
            await interaction.response.send_message("here", view=view)

        await self.tree.sync()


@pytest.mark.parametrize("_", range(4))
def test_ping(world, _):
    world.login(Panels())
    assert world.user("alice").in_("#general").run("/panel").text == "here"


@pytest.fixture(scope="module")
def bot(shared_world):
    return shared_world.login(Bot())


def test_shared(bot, guild):
    assert guild.user("alice").in_("#general").run("/ping").text == "pong"
`,
  );
  const output = await pytest(folder, "off", [
    "--durations=0",
    "--durations-min=0",
    "-vv",
    "test_leaving.py",
  ]);
  const ends = [...output.matchAll(/^([\d.]+)s teardown/gm)].map(([, seconds]) => Number(seconds));
  expect(ends).toHaveLength(5);
  // The service waits a second for a connection that its client does not close.
  expect(ends.filter((seconds) => seconds >= 1)).toEqual([]);
  expect(output).not.toContain("Task was destroyed");
}, 60_000);

test("a labelled field is found by its label, not by its placeholder", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_fields.py"),
    `from antechamber_pytest import _controls


def test_label():
    field = {"type": 4, "custom_id": "subject", "placeholder": "What was lost"}
    form = [{"type": 18, "label": "Subject", "component": field}]
    assert [name for name, _ in _controls(form)] == ["Subject"]
    assert [name for name, _ in _controls([field])] == ["What was lost"]
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

test("an unanswered command fails its test unless the test expects it", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_silent.py"),
    `import pytest
import antechamber_pytest


def register(world):
    token = world.env["DISCORD_TOKEN"]
    application = world.env["DISCORD_APPLICATION_ID"]
    import json, urllib.request
    body = json.dumps([{"name": "silent", "description": "Says nothing"}]).encode()
    headers = {"Authorization": f"Bot {token}", "Content-Type": "application/json"}
    address = f"{world.api}/v10/applications/{application}/commands"
    request = urllib.request.Request(address, data=body, headers=headers, method="PUT")
    urllib.request.urlopen(request).read()


def test_unanswered(world):
    register(world)
    world.user("alice").in_("#general").run("/silent")


def test_expected(world):
    register(world)
    assert world.user("alice").in_("#general").run("/silent").timed_out
    with pytest.raises(antechamber_pytest.CannotDo, match="no application has the command /ping"):
        world.user("alice").in_("#general").run("/ping")
`,
  );
  const output = await pytest(folder);
  expect(output).toContain(
    "nobody answered: [<alice /silent: timed_out '': No answer came within three seconds.>]",
  );
  expect(output).toMatch(/^4 passed, 1 error in/m);
}, 60_000);

test("tests of a file share a world with a guild each, and a failure shows how to rerun it", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_guilds.py"),
    `import pytest
from bot import Bot

names = []


@pytest.fixture(scope="module", autouse=True)
def bot(shared_world):
    return shared_world.login(Bot())


@pytest.mark.parametrize("name", ["alice", "bob"])
def test_ping(guild, name):
    names.append(guild.name)
    assert guild.user(name).in_("#general").run("/ping").text == "pong"
    assert len(guild.user("mod").in_("#general").sees()["messages"]) == 1


def test_names(guild):
    assert len(set(names)) == 2
    guild.add("channels", name="den", type=0)
    assert guild.user("alice").in_("#den").run("/ping").text == "ping"
`,
  );
  const output = await pytest(folder);
  expect(output).toMatch(/^1 failed, 4 passed in/m);
  expect(output).toContain("<alice /ping: replied 'pong'>");
  expect(output).toContain("rerun: python -m pytest test_guilds.py::test_names");
}, 60_000);

test("everything that a test started is cleaned up, even if the service or another cleanup fails", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_ends.py"),
    `import antechamber_pytest
import pytest


def test_ends(antechamber_server):
    done = []
    with pytest.raises(ZeroDivisionError):
        with antechamber_pytest._opened("ends", {}, antechamber_server) as world:
            world.cleanups.callback(done.append, "first")
            world.cleanups.callback(lambda: 1 / 0)
            world.cleanups.callback(done.append, "last")
            world.control.url = "http://127.0.0.1:1"
            world.clock.advance(1)
    assert done == ["last", "first"]
    url, key = antechamber_server
    with pytest.raises(antechamber_pytest.Refusal):
        antechamber_pytest.Control(url, key).call(f"GET /worlds/{world.control.world}")


def test_names(world):
    first, second = (world.add("channels", guild="Test Guild", name="twin", type=kind)["id"] for kind in (0, 2))
    with pytest.raises(antechamber_pytest.CannotDo, match=f'several are named "twin": {first}, {second}; '):
        world.channel_id("#twin")
`,
  );
  expect(await pytest(folder, "off", ["test_ends.py"])).toMatch(/^2 passed in/m);
}, 60_000);

test("a failing test saves its trace, with only its own part of a shared world", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_traces.py"),
    `import pytest
from bot import Bot


def test_fails(world):
    world.user("alice").in_("#general").message("hello from a failure")
    assert 1 == 2


def test_passes(world):
    world.user("alice").in_("#general").message("hello from a success")


@pytest.fixture(scope="module")
def bot(shared_world):
    return shared_world.login(Bot())


def test_earlier(bot, guild):
    guild.user("alice").in_("#general").run("/ping")


def test_guild_fails(bot, guild):
    guild.user("alice").in_("#general").message("hello from a guild")
    assert 1 == 2
`,
  );
  expect(await pytest(folder, "retain-on-failure")).toMatch(/^2 failed, 4 passed in/m);
  const traces = readdirSync(join(folder, "antechamber-traces")).toSorted();
  expect(traces.map((name) => name.replace(/-[0-9a-f]{8}\.trace\.jsonl$/, ""))).toEqual([
    "test-traces-py-test-fails",
    "test-traces-py-test-guild-fails",
  ]);
  const texts = traces.map((name) =>
    readFileSync(join(folder, "antechamber-traces", name), "utf8"),
  );
  const [[head, ...entries] = [], ofGuild = []] = texts.map((text) => text.trimEnd().split("\n"));
  const { kind, test: named, names } = JSON.parse(head ?? "") as Record<string, object>;
  expect([kind, named]).toEqual(["test", "test_traces.py::test_fails"]);
  expect(Object.values(names ?? {})).toContain("alice");
  expect(entries.join("\n")).toContain("hello from a failure");
  for (const each of entries) expect(JSON.parse(each)).toHaveProperty("real_at");
  expect(ofGuild.join("\n")).toContain("hello from a guild");
  expect(ofGuild.join("\n")).not.toContain("/ping");
}, 60_000);

test.each([
  ["has ended", "pass", "SIGCONT"],
  ["was killed", "__import__('time').sleep(60)", "SIGKILL"],
] as const)(
  "no process of the service remains when pytest %s",
  async (_, act, signal) => {
    const folder = await aProject();
    // As npx does: the service is the child of a program that does not end it.
    const launcher = join(folder, "launch.mjs");
    writeFileSync(
      launcher,
      `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const args = [${JSON.stringify(PROGRAM)}, ...process.argv.slice(2)];
const { pid } = spawn(process.execPath, args, { stdio: "inherit" });
writeFileSync("service", String(pid));`,
    );
    const acts = `def test_acts(world):\n    open("acts", "w").close()\n    ${act}\n`;
    writeFileSync(join(folder, "test_bot.py"), acts);
    const child = spawn(python, args, { cwd: folder, env: environment(launcher), stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await vi.waitFor(() => expect(existsSync(join(folder, "acts"))).toBe(true), 30_000);
    child.kill(signal);
    await ended;
    const service = Number(readFileSync(join(folder, "service"), "utf8"));
    await vi.waitFor(() => expect(() => process.kill(service, 0)).toThrow("ESRCH"), 20_000);
  },
  60_000,
);

test("a test fails on unhandled application errors and unknown routes", async () => {
  const folder = await aProject();
  writeFileSync(
    join(folder, "test_faults.py"),
    `import asyncio
import urllib.error
import urllib.request

import pytest
from bot import Bot
from discord import app_commands


class Faulty(Bot):
    def __init__(self):
        super().__init__()

        @self.tree.command(name="late", description="Answers, and fails then")
        async def late(interaction):
            await interaction.response.send_message("done")
            await asyncio.sleep(0.05)
            raise RuntimeError("boom after the answer")

        @self.tree.command(name="twice", description="Answers twice")
        async def twice(interaction):
            await interaction.response.send_message("once")
            await interaction.response.send_message("twice")

        @self.tree.command(name="handled", description="Fails, which its own handler sees to")
        async def handled(interaction):
            await interaction.response.send_message("done")
            raise RuntimeError("boom that is handled")

        @handled.error
        async def handle(interaction, error):
            pass

        @self.tree.command(name="silent", description="Fails instead of an answer")
        async def silent(interaction):
            raise RuntimeError("boom before the answer")

    async def on_message(self, message):
        raise RuntimeError("boom in an event")


def run(world, text):
    world.login(Faulty())
    return world.user("alice").in_("#general").run(text)


def ask(world):
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(world.api + "/v10/nothing/here")


def test_late(world):
    assert run(world, "/late").text == "done"


def test_twice(world):
    assert run(world, "/twice").text == "once"


def test_handled(world):
    assert run(world, "/handled").text == "done"


def test_route(world):
    ask(world)


@pytest.mark.antechamber(strict=False)
def test_route_that_is_let_pass(world):
    ask(world)


@pytest.mark.antechamber(strict=False)
def test_event(world):
    bot = world.login(Faulty())
    bot.loop.call_soon_threadsafe(bot.dispatch, "message", None)
    bot.loop.call_soon_threadsafe(lambda: bot.loop.create_task(asyncio.sleep(0)))


def test_silent(world):
    assert run(world, "/silent").text == "done"


@pytest.fixture(scope="module")
def shared_bot(shared_world):
    return shared_world.login(Faulty())


def test_guild_late(shared_bot, guild):
    assert guild.user("alice").in_("#general").run("/late").text == "done"


def test_guild_well(shared_bot, guild):
    assert guild.user("alice").in_("#general").run("/handled").text == "done"


def test_guild_route(guild):
    ask(guild.world)
`,
  );
  const output = await pytest(folder);
  expect(output).toMatch(/^1 failed, 11 passed, 6 errors in/m);
  const failed = output.matchAll(/^(?:ERROR|FAILED) test_faults.py::test_(\w+)/gm);
  expect(new Set([...failed].map(([, name]) => name))).toEqual(
    new Set(["event", "guild_late", "guild_route", "late", "route", "silent", "twice"]),
  );
  expect(output).toContain("the application failed: Traceback");
  expect(output).toContain("RuntimeError: boom after the answer");
  expect(output).toContain(
    "InteractionResponded: This interaction has already been responded to before",
  );
  expect(output).toContain("RuntimeError: boom before the answer");
  expect(output).toContain("RuntimeError: boom in an event");
  expect(output).toContain("unknown route: GET /api/v10/nothing/here");
  expect(output).not.toContain("boom that is handled");
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

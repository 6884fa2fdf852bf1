// How tests with the pytest plugin and discord.py begin, fail and end.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { PROGRAM } from "../../packages/server/src/testing/processes/start-program.ts";
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

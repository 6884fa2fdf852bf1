// The plug-in of pytest with discord.py, as the guide shows them.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { textOf } from "../source-tree.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "../../packages/server/bin/antechamber.js");
const python = process.env["TEST_PYTEST"] ?? "/usr/bin/python3";

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** A folder with the plug-in as it is printed, and with the guide's files. */
async function aProject(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "antechamber-pytest-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await run(process.execPath, [program, "kit", "python"]);
  writeFileSync(join(folder, "antechamber_pytest.py"), stdout);
  for (const [, name = "", text = ""] of textOf("docs/guides/testing.md").matchAll(
    /^```py\n# (\S+)\n(.*?)^```$/gms,
  )) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** What pytest says of the tests of a folder. */
async function pytest(folder: string, trace = "off"): Promise<string> {
  const command = `${process.execPath} ${program}`;
  const env = { ...process.env, ANTECHAMBER_COMMAND: command, ANTECHAMBER_TRACE: trace };
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore"];
  const { stdout } = await run(python, args, { cwd: folder, env }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

test("the example of the guide passes", async () => {
  expect(await pytest(await aProject())).toMatch(/^2 passed in/m);
}, 60_000);

test("a command that nobody answers fails its test, unless the test says that it is right", async () => {
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
  const told = await pytest(folder);
  expect(told).toContain("nobody answered: [<alice /silent: timed_out ''>]");
  expect(told).toMatch(/^4 passed, 1 error in/m);
}, 60_000);

test("tests of a file share a world, each with a guild of its own, and a failure tells how to run it", async () => {
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
  const told = await pytest(folder);
  expect(told).toMatch(/^1 failed, 4 passed in/m);
  expect(told).toContain("<alice /ping: replied 'pong'>");
  expect(told).toContain("rerun: python -m pytest test_guilds.py::test_names");
}, 60_000);

test("a test that fails leaves its trace, with no more of a shared world than its own", async () => {
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

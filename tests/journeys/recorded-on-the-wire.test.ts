// What users do with clients of their own is also recorded as a test: interactions, files and
// lobbies.
import type { World } from "antechamber/testing";
import { afterEach, expect, test } from "vitest";
import {
  aProject,
  formatted,
  onlyPassing,
  pytestResults,
  recorded,
  vitestResults,
  type Project,
} from "./recorded/project.ts";
import { startPythonBot } from "./recorded/python-bot.ts";
import { createBot } from "./recorded/wire-bot.ts";
import { wireUser } from "./recorded/wire-user.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function aProjectOf(...modules: readonly string[]): Project {
  const project = aProject(...modules);
  cleanups.push(() => project.remove());
  return project;
}

const notes = new File(["hello"], "notes.txt");
const proof = new File([new Uint8Array([255, 0, 255])], "proof.bin");

/** A match that a command opens, whose lobby is linked to a channel, and that a message there ends. */
async function playMatch(world: World): Promise<void> {
  const lobby = await world.findLobby();
  await world.player("owner").lobby(lobby).link("#general");
  await world.player("owner").lobby(lobby).send("gg");
  await world.settled();
}

test("the use of a discord.js bot by other clients is recorded as a test for vitest", async () => {
  const project = aProjectOf("wire-bot.ts");
  const words = ["wire", "--app", "./wire-bot.ts", "--dir", project.folder];
  const ran = await recorded(words, {}, async (world, begin) => {
    await world.login(createBot(world.options("discord.js")));
    await begin();
    const alice = await wireUser(world, "alice", "general");
    await alice.run("show", notes);
    const reply = await alice.run("report");
    await alice.submit(reply, "report", "proof", proof);
    await alice.message("look", notes);
    const owner = await wireUser(world, "owner", "general");
    await owner.run("match");
    await playMatch(world);
  });
  expect(ran).toMatchObject({ code: 0 });
  const written = project.text("wire.test.ts");
  expect(formatted(written)).toBe(written);
  expect(written).not.toContain("Left out");
  project.change("wire.test.ts", "wire-bot.ts", [
    ["} bytes`", "} octets`"],
    ["`Thanks, ", "`Thank you, "],
    ['{ metadata: { map: "harbour" }, members }', '{ metadata: { map: "tower" }, members }'],
    ['state: "over"', 'state: "done"'],
    ["Well played", "Good game"],
  ]);
  const results = await vitestResults(project);
  expect(Object.keys(results)).toHaveLength(6);
  expect(results).toEqual(onlyPassing("wire.test.ts", results));
}, 180_000);

test("the use of a discord.py bot by other clients is recorded as a test for pytest", async () => {
  const project = aProjectOf("wire_bot.py");
  const words = ["wire", "--as", "pytest", "--app", "wire_bot", "--dir", project.folder];
  const ran = await recorded(words, {}, async (world, begin) => {
    cleanups.push(await startPythonBot(world, project.folder, "wire_bot"));
    await begin();
    const alice = await wireUser(world, "alice", "general");
    await alice.run("show", notes);
    const owner = await wireUser(world, "owner", "general");
    await owner.run("match");
    await playMatch(world);
    await alice.message("done", notes);
  });
  expect(ran).toMatchObject({ code: 0 });
  expect(project.text("test_wire.py")).not.toContain("Left out");
  project.change("test_wire.py", "wire_bot.py", [
    ["{size} bytes", "{size} octets"],
    ['{"map": "harbour"}', '{"map": "tower"}'],
    ['"state": "over"', '"state": "done"'],
  ]);
  const results = await pytestResults(project);
  expect(Object.keys(results)).toHaveLength(4);
  expect(results).toEqual(onlyPassing("test_wire.py", results));
}, 180_000);

// Libraries of other languages under the isolation of `antechamber run`, as far as Debian packages
// them: discordrb's webhooks for Ruby. discord.py is in discord-py.test.ts and unchanged.test.ts.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demo, demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import { whyNotIsolated } from "../../packages/server/src/run/isolation/isolation.ts";
import { programOf, startRun } from "./unchanged/start-run.ts";

const ruby = process.env["TEST_RUBY"];
const issue = ruby === undefined ? "TEST_RUBY is not set" : await whyNotIsolated();
if (issue !== undefined) process.stderr.write(`Ruby is left out: ${issue}\n`);

const hook = { id: "600000000000000001", token: "hook-token" };
const [guild] = demoWorld.guilds ?? [];
const webhooks = [{ ...hook, channel: demo.generalId, name: "Crier" }];
const world = { ...demoWorld, guilds: [{ ...guild, webhooks }] };

test.skipIf(issue !== undefined)("discordrb posts to a webhook", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-languages-"));
  const worldFile = join(folder, "world.json");
  await writeFile(worldFile, JSON.stringify(world));
  const words = ["--world", worldFile, "--", ruby ?? "", programOf("webhook.rb")];
  const run = await startRun(words, { HOOK: `${hook.id}/${hook.token}` });
  try {
    expect({ code: await run.ended, errors: run.errors() }).toMatchObject({ code: 0 });
    expect(run.output().trim()).toBe("posted 200 Ruby");
  } finally {
    await run.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

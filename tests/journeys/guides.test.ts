// Runs the scripts of the guides unchanged, against the real program.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startProgram } from "../../packages/server/src/testing/processes/start-program.ts";
import { textOf } from "../source-tree.ts";

const run = promisify(execFile);

const USUAL_ADDRESS = "http://127.0.0.1:8010";

/** The first code block of a language in a guide, optionally after a heading. */
function blockOf(path: string, language: string, heading = ""): string {
  const text = textOf(path);
  const part = text.slice(text.indexOf(heading));
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(part)?.[1];
  if (block === undefined || part === "") throw new Error(`${path} has no block of ${language}`);
  return block;
}

test.each([
  "docs/guides/fault-injection.md",
  "docs/guides/see-what-happened.md",
  "docs/guides/sign-in.md",
  "docs/guides/snapshots.md",
])("the script in %s prints the output shown there", async (guide) => {
  const program = await startProgram(["start", "--port", "0", "--store", "sqlite::memory:"]);
  try {
    const script = ["--input-type=module", "--eval", blockOf(guide, "js")];
    const env = { ...process.env, ANTECHAMBER: program.url };
    const { stdout } = await run(process.execPath, script, { env });
    expect(stdout).toBe(blockOf(guide, "text"));
  } finally {
    await program.stop();
  }
});

test("creating a world returns the fields shown in the guide", async () => {
  const program = await startProgram(["start", "--port", "0", "--store", "sqlite::memory:"]);
  try {
    const guide = "docs/guides/worlds.md";
    const call = blockOf(guide, "sh").replace(USUAL_ADDRESS, program.url);
    const { stdout } = await run("sh", ["-euc", call]);
    const example = JSON.parse(blockOf(guide, "json")) as object;
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(Object.keys(example));
  } finally {
    await program.stop();
  }
});

test("the decisions of the guide have the results shown there", async () => {
  const program = await startProgram(["start", "--port", "0", "--store", "sqlite::memory:"]);
  try {
    const guide = "docs/guides/control-plane.md";
    const post = async (path: string, authorization: string, body: string) => {
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(`${program.url}${path}`, { method: "POST", headers, body });
      return (await answer.json()) as { results?: unknown };
    };
    const ban = JSON.stringify({
      name: "ban",
      description: "Bans",
      default_member_permissions: "4",
    });
    const bot = "Bot MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge";
    await post("/api/v10/applications/200000000000000001/commands", bot, ban);
    const cells = blockOf(guide, "json");
    const { results } = await post("/control/v1/decisions", "Control antechamber", cells);
    const example = /`(\{"allowed": .*?\})`/.exec(textOf(guide))?.[1] ?? "";
    expect(results).toEqual([JSON.parse(example), JSON.parse(example)]);
  } finally {
    await program.stop();
  }
});

test("an operator fills the world of a production service by following the guide", async () => {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-"));
  const keyFile = join(folder, "control-key");
  await writeFile(keyFile, "k".repeat(32));
  const settings = ["--mode", "production", "--control-key-file", keyFile];
  const memory = ["--port", "0", "--store", "sqlite::memory:"];
  const program = await startProgram(["start", ...memory, ...settings]);
  try {
    const calls = blockOf("docs/guides/for-others.md", "sh", "## Fill the world")
      .replace(USUAL_ADDRESS, program.url)
      .replace("/etc/antechamber/control-key", keyFile);
    const { stdout } = await run("bash", ["-euc", calls]);
    const [user, application, guild] = stdout
      .replaceAll("}{", "}\n{")
      .split("\n")
      .map((reply) => JSON.parse(reply) as Record<string, unknown>);
    const bot = application?.["bot"] as { token: string } | undefined;
    const guilds = async (authorization: unknown) => {
      const headers = { authorization: String(authorization) };
      const answer = await fetch(`${program.url}/api/v10/users/@me/guilds`, { headers });
      return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
    };
    expect(await guilds(`Bot ${bot?.token}`)).toEqual([guild?.["id"]]);
    expect(await guilds(user?.["token"])).toEqual([guild?.["id"]]);
  } finally {
    await program.stop();
    await rm(folder, { recursive: true });
  }
});

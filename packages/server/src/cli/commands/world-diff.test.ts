// `antechamber world diff`: compares world files and running worlds.
import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { clientCommand } from "../../testing/clients/client-command.ts";
import { PROGRAM } from "../../testing/processes/start-program.ts";
import { aService, type TestService } from "../../testing/start-service.ts";

let service: TestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const nobody = { url: "http://127.0.0.1:1" };
const run = (...words: string[]) => clientCommand(service ?? nobody, words);

async function files(...texts: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-"));
  return Promise.all(
    texts.map(async (text, i) => {
      const file = join(folder, `world-${i}.yaml`);
      await writeFile(file, text);
      return file;
    }),
  );
}

const application = "applications: [{ name: Arena, bot: {} }]";
const guild = (channels: string) => `guilds: [{ name: Test, owner: bob, channels: [${channels}] }]`;

test("files are compared by their resulting worlds, and by names in place of IDs", async () => {
  const [before = "", after = "", alike = ""] = await files(
    `users: [{ username: bob }]\n${application}\n${guild("{ name: one }")}`,
    `users: [{ username: alice }, { username: bob, locale: de }]\n${application}\n${guild("{ name: one }, { name: two }")}`,
    `${application}\nusers:\n  - username: bob\n${guild("{ name: one, type: 0 }")}`,
  );
  const same = await run("world", "diff", before, alike);
  expect(same).toEqual({ code: 0, out: "  the worlds do not differ\n", err: "" });
  const changed = await run("world", "diff", before, after);
  expect(changed).toMatchObject({ code: 5, err: "" });
  expect(changed.out).toMatchInlineSnapshot(`
    "  + users alice users[alice]
      + channels Test channel two guilds[Test].channels[Test channel two]
      ~ users bob users[bob].locale: nothing → "de"
      ~ applications Arena applications[Arena].owner: "bob" → "alice"
    "
  `);
});

test("members of a lobby and of a guild differ by their paths", async () => {
  const [lobby, eve] = ["400000000000000001", "100000000000000002"];
  const worldOf = (guildMembers: string, lobbyMembers: string) => `${application}
users: [{ username: bob }, { id: "${eve}", username: eve }]
guilds: [{ name: Test, owner: bob, members: [${guildMembers}] }]
lobbies: [{ id: "${lobby}", application: Arena, members: [${lobbyMembers}] }]`;
  const [before = "", after = ""] = await files(
    worldOf("", ""),
    worldOf("{ user: eve }", "{ id: eve }"),
  );
  const places = [
    `members ${eve} guilds[Test].members[${eve}]`,
    `members ${eve} lobbies[${lobby}].members[${eve}]`,
  ];
  const [added, removed] = [
    await run("world", "diff", before, after),
    await run("world", "diff", after, before),
  ];
  expect(added.out).toBe(places.map((each) => `  + ${each}\n`).join(""));
  expect(removed.out).toBe(places.map((each) => `  - ${each}\n`).join(""));
});

test("the program compares large files to the end", async () => {
  const channels = Array.from({ length: 400 }, (_, i) => `{ name: channel-${i} }`).join(", ");
  const [file = ""] = await files(`users: [{ username: bob }]\n${guild(channels)}`);
  const words = [PROGRAM, "world", "diff", file, file];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toBe("  the worlds do not differ\n");
});

test("a running world is compared with a file", async () => {
  service = await aService();
  await run("clock", "freeze");
  const [file = ""] = await files((await run("world", "export")).out);
  expect((await run("world", "diff", file, "main")).out).toBe("  the worlds do not differ\n");
  await service.control("PATCH /users/bob", { locale: "fr" });
  await run("world", "new", "copy", "--fork", "main");
  const changed = await run("world", "diff", file, "main");
  expect(changed.code).toBe(5);
  expect(changed.out).toMatch(/~ users \d+ users\[\d+\]\.locale: "de" → "fr"/);
  expect((await run("world", "diff", "main", "copy")).out).toBe("  the worlds do not differ\n");
});

test("a world equals the file that it was loaded from until it changes", async () => {
  service = await aService();
  const bot = "{ application: Arena, scopes: [bot] }";
  const [file = ""] = await files(
    `users: [{ username: bob }, { username: eve }]
${application}
guilds: [{ name: Test, owner: bob, members: [{ user: eve }], applications: [${bot}] }]
access_tokens: [{ token: bearer-bob, user: bob, application: Arena, scopes: [openid] }]
lobbies: [{ application: Arena, secret: harbour, members: [{ id: eve }] }]`,
  );
  await run("world", "new", "loaded", "--from", file);
  for (const words of [
    [file, "loaded"],
    ["loaded", file],
  ]) {
    expect((await run("world", "diff", ...words)).out).toBe("  the worlds do not differ\n");
  }
  await service.control("PATCH /users/bob?world=loaded", { token: "a-new-one" });
  const past = { joined_at: "2025-01-01T00:00:00Z" };
  await service.control("PATCH /members/Test/eve?world=loaded", past);
  const changed = await run("world", "diff", file, "loaded");
  expect(changed.out).toMatch(/^ {2}~ users \d+ users\[\d+\]\.token: "made" → "sha256:\w+"\n$/);
});

test("a world equals itself, and a world loaded from its export at another time", async () => {
  service = await aService();
  await run("clock", "advance", "1h");
  expect((await run("world", "diff", "main", "main")).out).toBe("  the worlds do not differ\n");
  const [file = ""] = await files((await run("world", "export")).out);
  await run("world", "new", "loaded", "--from", file);
  expect((await run("world", "diff", "main", "loaded")).out).toBe("  the worlds do not differ\n");
});

test("errors of a file are reported with their positions, and unknown worlds refused", async () => {
  service = await aService();
  const [bad = ""] = await files("users: [{ usrname: x }]");
  const faulty = await run("world", "diff", bad, "main");
  expect(faulty).toMatchObject({ code: 2, out: "" });
  expect(faulty.err).toMatch(/world-0\.yaml:1:\d+ users\[0\]\.usrname/);
  expect(await run("world", "diff", "main", "elsewhere")).toMatchObject({ code: 4, out: "" });
});

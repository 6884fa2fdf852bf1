// Stores written by earlier versions open without loss, and their indexes find all records.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sqliteDialect } from "../packages/server/src/platform/sqlite/connection.ts";
import { layoutsOf } from "../packages/server/src/platform/storage/table-schema.ts";
import { openSqliteStore } from "../packages/server/src/platform/sqlite/store.ts";
import { jobs } from "../packages/server/src/platform/schedule/jobs.ts";
import type { Store } from "../packages/server/src/platform/store.ts";
import { PROGRAM } from "../packages/server/src/testing/processes/start-program.ts";
import { aService, type TestService } from "../packages/server/src/testing/start-service.ts";
import { tables } from "../packages/server/src/tables.ts";

const ofFormat2 = {
  name: "format-2",
  command: "1573979515401535488",
  userCommand: "1573979515401535490",
  lobby: "1573979515401535492",
  secretLobby: "1573979515401535501",
  message: "1573979515401535494",
  filed: "1573979515401535496",
  invite: "fepFJqQS",
  event: "1573979515401535497",
  dm: "1573979515401535499",
} as const;

/**
 * Worlds that one script created through the API, with the ids that it got each time. That of
 * format 3 contains the records of the previous one, rewritten without what their tables' defaults
 * say.
 */
const stores = [
  {
    name: "format-1",
    command: "1573954990332968960",
    userCommand: "1573954990332968962",
    lobby: "1573954990332968964",
    secretLobby: "1573954990332968974",
    message: "1573954990332968966",
    filed: "1573954990332968968",
    invite: "3Wb1yELW",
    event: "1573954990332968970",
    dm: "1573954990332968972",
  },
  ofFormat2,
  { ...ofFormat2, name: "format-3" },
] as const;

/** The ids and names that the script sets itself. */
const fixed = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  application: "200000000000000001",
  guild: "300000000000000001",
  channel: "300000000000000021",
} as const;

/** When the lobbies that the script opened idle out, and when a poll ends. */
const at = {
  secretIdle: Date.UTC(2026, 5, 1, 12, 5),
  idle: Date.UTC(2026, 5, 8, 12),
  pollEnd: Date.UTC(2026, 5, 3, 12),
} as const;

/** Adds an open poll to a message, in the form from before messages had deadlines. */
function withPoll(file: string, id: string): void {
  const raw = new DatabaseSync(file);
  raw.exec(`DROP TABLE "index.message.deadline"`);
  const row = raw.prepare(`SELECT value FROM meta WHERE name = 'table.message'`).get();
  const state = JSON.parse(String(row?.["value"])) as { entries: Record<string, number> };
  delete state.entries["index.deadline"];
  raw.prepare(`UPDATE meta SET value = ? WHERE name = 'table.message'`).run(JSON.stringify(state));
  const poll = {
    question: { text: "Lunch?" },
    answers: [{ answer_id: 1, poll_media: { text: "Tea" } }],
    expiry: new Date(at.pollEnd).toISOString(),
    allow_multiselect: false,
    layout_type: 1,
    results: { answer_counts: [], is_finalized: false },
  };
  raw
    .prepare(
      `UPDATE "record.message" SET body = json_set(body, '$.poll', json(?)) WHERE key LIKE ?`,
    )
    .run(JSON.stringify(poll), `%${id}`);
  raw.close();
}

const bot = "Bot MjAwMDAwMDAwMDAwMDAwMDAx.demo.concierge";

const run = promisify(execFile);

test("antechamber migrate updates an older store, and accepts an up-to-date one", async () => {
  const directory = await mkdtemp(join(tmpdir(), "antechamber-"));
  const file = join(directory, "data.db");
  const stored = join(import.meta.dirname, "stores", "format-1.db.gz");
  await writeFile(file, gunzipSync(await readFile(stored)), { mode: 0o600 });
  const migrated = [
    'migrated 4 records of "message" to version 2',
    'migrated 2 records of "lobby" to version 2',
    'migrated 1 records of "lobby_history" to version 2',
    'migrated 4 records of "job" to version 2',
    "",
  ].join("\n");
  for (const progress of [migrated, ""]) {
    const { stdout } = await run(process.execPath, [
      PROGRAM,
      "migrate",
      "--store",
      `sqlite:${file}`,
    ]);
    expect(stdout).toBe(`${progress}the store is up to date\n`);
  }
  await rm(directory, { recursive: true, force: true });
});

test("antechamber migrate reports that the file did not exist and a new store was created", async () => {
  const directory = await mkdtemp(join(tmpdir(), "antechamber-"));
  const file = join(directory, "dta.db");
  const { stdout } = await run(process.execPath, [PROGRAM, "migrate", "--store", `sqlite:${file}`]);
  expect(stdout).toBe(
    `there was no store at ${file}: it is a new one, without a world\nthe store is up to date\n`,
  );
  await rm(directory, { recursive: true, force: true });
});

describe.each(stores)("a store of $name", ({ name, ...ids }) => {
  const made = { ...fixed, ...ids };
  let directory: string;
  let store: Store;
  let service: TestService;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "antechamber-"));
    const file = join(directory, "data.db");
    const stored = join(import.meta.dirname, "stores", `${name}.db.gz`);
    await writeFile(file, gunzipSync(await readFile(stored)), { mode: 0o600 });
    store = await openSqliteStore({ file, tables });
    service = await aService({ store });
  });

  afterEach(async () => {
    await service.stop();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  const read = async (route: string, auth: string = bot) => {
    const { status, body } = await service.call(`GET ${route}`, { auth });
    expect({ route, status }).toEqual({ route, status: 200 });
    return body;
  };

  test("keeps its users, who authenticate with their tokens", async () => {
    const people = [
      "user-token-alice",
      "user-token-bob",
      "user-token-carla",
      "Bearer bearer-alice",
    ];
    const names = await Promise.all(people.map((token) => read("/users/@me", token)));
    expect(names).toMatchObject([
      { username: "alice" },
      { username: "bob" },
      { username: "carla" },
      { username: "alice" },
    ]);
  });

  test("keeps its global and guild commands", async () => {
    const base = `/applications/${made.application}`;
    expect(await read(`${base}/commands?with_localizations=true`)).toMatchObject([
      { id: made.command, name: "greet", name_localizations: { de: "gruss" }, options: [{}] },
    ]);
    expect(await read(`${base}/guilds/${made.guild}/commands`)).toMatchObject([
      { id: made.userCommand, name: "Inspect", type: 2 },
    ]);
  });

  test("keeps its lobbies with their members, and finds one by its secret", async () => {
    expect(await read(`/lobbies/${made.lobby}`)).toMatchObject({
      metadata: { map: "harbour" },
      members: [
        { id: made.alice, metadata: { team: "red" }, flags: 1 },
        { id: made.bob, metadata: { team: "blue" } },
      ],
    });
    const again = await service.call("PUT /lobbies", {
      auth: "Bearer bearer-alice",
      body: { secret: "a shared secret" },
    });
    expect(again.body).toMatchObject({ id: made.secretLobby, metadata: { mode: "ranked" } });
    expect(
      await read(`/lobbies/${made.secretLobby}/messages`, "Bearer bearer-alice"),
    ).toMatchObject([{ content: "hello lobby" }]);
  });

  test("keeps its messages, pins and direct messages", async () => {
    const messages = `/channels/${made.channel}/messages`;
    expect(await read(`${messages}/${made.message}`)).toMatchObject({
      content: "A message of the first version",
      embeds: [{ title: "A title" }],
      pinned: true,
    });
    expect(await read(`${messages}/pins`)).toMatchObject({
      items: [{ message: { id: made.message } }],
    });
    expect(await read(`/channels/${made.dm}/messages`, "user-token-bob")).toMatchObject([
      { content: "Only for bob" },
    ]);
  });

  test("keeps its files, at the current URL of the attachment", async () => {
    const message = await read(`/channels/${made.channel}/messages/${made.filed}`);
    const { attachments } = message as {
      readonly attachments: readonly { readonly url: string }[];
    };
    expect(attachments).toMatchObject([{ filename: "note.txt", description: "a note" }]);
    const file = await fetch(attachments[0]?.url ?? "");
    expect(await file.text()).toBe("what the file says");
  });

  test("keeps its members, invites and scheduled events", async () => {
    expect(await read(`/guilds/${made.guild}/members?limit=10`)).toContainEqual(
      expect.objectContaining({ nick: "Captain" }),
    );
    expect(await read(`/invites/${made.invite}`)).toMatchObject({ guild: { id: made.guild } });
    expect(await read(`/guilds/${made.guild}/scheduled-events`)).toMatchObject([
      { id: made.event, name: "A regatta" },
    ]);
  });

  test("has the same index entries as the current version would write", async () => {
    const file = join(directory, "data.db");
    const raw = new DatabaseSync(file, { readOnly: true });
    const wrong: string[] = [];
    for (const layout of layoutsOf(tables, sqliteDialect).values()) {
      const records = await store.read((tx) => tx.find<object>(layout.table));
      for (const entry of layout.entries) {
        const rows = raw.prepare(`SELECT value, key FROM ${entry.at}`).all();
        const stored = rows.map(({ value, key }) => JSON.stringify([value, key])).toSorted();
        const now = records.flatMap((record) =>
          entry.values(record).map((value) => JSON.stringify([value, layout.table.key(record)])),
        );
        if (stored.join() !== now.toSorted().join())
          wrong.push(`${layout.table.name}: ${entry.name}`);
      }
    }
    raw.close();
    // Give a changed index the next version with atVersion, so that stored entries are rebuilt.
    expect(wrong).toEqual([]);
  });

  test("keeps its scheduled jobs at their planned times", async () => {
    const kinds = async () =>
      (await service.work.scheduler.upcoming({ limit: 100 })).map(({ kind }) => kind);
    const planned = await service.work.scheduler.upcoming({ limit: 100 });
    expect(planned).toContainEqual(
      expect.objectContaining({ kind: "lobby.idle", subject: made.secretLobby, at: at.secretIdle }),
    );
    expect(planned).toContainEqual(
      expect.objectContaining({ kind: "lobby.idle", subject: made.lobby, at: at.idle }),
    );
    expect(planned.map((each) => each.at)).toEqual(
      planned.map((each) => each.at).toSorted((a, b) => a - b),
    );
    expect(await store.read((tx) => tx.count(jobs))).toBe(0);
    await service.clock.moveTo(at.secretIdle - 1);
    expect(await read(`/lobbies/${made.secretLobby}`)).toMatchObject({ id: made.secretLobby });
    await service.clock.moveTo(at.secretIdle);
    const gone = await service.call(`GET /lobbies/${made.secretLobby}`, { auth: bot });
    expect(gone.status).toBe(404);
    expect(await read(`/lobbies/${made.lobby}`)).toMatchObject({ id: made.lobby });
    await service.clock.moveTo(at.idle);
    expect((await service.call(`GET /lobbies/${made.lobby}`, { auth: bot })).status).toBe(404);
    expect(await kinds()).not.toContain("lobby.idle");
    expect(await kinds()).not.toContain("lobby.history");
  });

  test("closes its polls at their planned time", async () => {
    await service.stop();
    await store.close();
    const file = join(directory, "data.db");
    withPoll(file, made.message);
    store = await openSqliteStore({ file, tables });
    service = await aService({ store });
    const poll = async () => {
      const message = await read(`/channels/${made.channel}/messages/${made.message}`);
      return (message as { readonly poll: object }).poll;
    };
    await service.clock.moveTo(at.pollEnd - 1);
    expect(await poll()).toMatchObject({ results: { is_finalized: false } });
    await service.clock.moveTo(at.pollEnd);
    expect(await poll()).toMatchObject({ results: { is_finalized: true } });
  });

  test("accepts new records beside the old ones", async () => {
    const created = await service.call(`POST /channels/${made.channel}/messages`, {
      auth: bot,
      body: { content: "newer" },
    });
    const listed = await read(`/channels/${made.channel}/messages?limit=2`);
    expect(listed).toMatchObject([{ id: (created.body as { id: string }).id }, {}]);
  });
});

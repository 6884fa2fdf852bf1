// The command index, the decision and the invocation over HTTP, which must agree.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  botAuth,
  ids,
  openPermissionWorld,
  type PermissionCalls,
} from "../../testing/worlds/permission-world.ts";
import { seededRandom } from "../../testing/seeded-random.ts";

let world: PermissionCalls;

beforeEach(async () => {
  world = await openPermissionWorld();
});

afterEach(() => world.service.stop());

interface IndexEntry {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

interface Index {
  readonly applications: readonly { readonly id: string }[];
  readonly application_commands: readonly IndexEntry[];
  readonly version: string;
}

async function index(who: string, path: string): Promise<Index> {
  const answer = await world.service.asUser(`user-${who}`, `GET ${path}/application-command-index`);
  expect(answer.status).toBe(200);
  return answer.body as Index;
}

const general = `/channels/${ids.general}`;
const guild = `/guilds/${ids.guild}`;
const names = ({ application_commands: all }: Index) => all.map(({ name }) => name);

function decision(user: string, command: string, channel: string = ids.general) {
  const query = new URLSearchParams({ user, application: "Concierge", command, channel });
  return world.service.control(`GET /decision?${query.toString()}`);
}

describe("the command index", () => {
  // Proves requirement 2.4 "picker"
  // Proves requirement 4.2 "Create guild"
  test.each([general, guild])("of %s omits commands that the user may not use", async (path) => {
    expect(names(await index("carol", path))).toEqual(["guild-ping", "ping"]);
    expect(names(await index("erin", path))).toEqual(["guild-ping", "ping", "secret"]);
    await world.put(ids.ping, [{ id: ids.vips, type: 1, permission: false }]);
    await world.put(ids.secret, [{ id: ids.carol, type: 2, permission: true }]);
    expect(names(await index("carol", path))).toEqual(["guild-ping", "secret"]);
    await world.put(ids.application, [{ id: ids.guild, type: 1, permission: false }]);
    expect(names(await index("carol", path))).toEqual(["secret"]);
  });

  // Proves requirement 2.4 "threads"
  test("of a channel applies the entries about the channel, and of the guild lists them", async () => {
    const entries = [{ id: ids.general, type: 3, permission: false }];
    await world.put(ids.ping, entries);
    expect(names(await index("carol", general))).toEqual(["guild-ping"]);
    expect(names(await index("carol", `/channels/${ids.thread}`))).toEqual(["guild-ping"]);
    expect(names(await index("carol", `/channels/${ids.locked}`))).toEqual(["guild-ping", "ping"]);
    const { application_commands: commands } = await index("carol", guild);
    expect(commands.find(({ id }) => id === ids.ping)).toMatchObject({
      permissions: { roles: {}, channels: { [ids.general]: false } },
    });
  });

  test("contains what first-party clients receive, in the user's language", async () => {
    await world.put(ids.application, [
      { id: ids.carol, type: 2, permission: true },
      { id: ids.bob, type: 2, permission: false },
      { id: ids.vips, type: 1, permission: true },
    ]);
    const { applications, application_commands: commands, version } = await index("carol", general);
    expect(applications).toEqual([
      {
        id: ids.application,
        name: "Concierge",
        description: "",
        icon: null,
        flags: (1 << 23).toString(),
        bot_id: ids.application,
        bot: expect.objectContaining({ id: ids.application, bot: true }) as unknown,
        permissions: { user: true, roles: { [ids.vips]: true }, channels: {} },
      },
    ]);
    expect(commands[1]).toEqual({
      id: ids.ping,
      type: 1,
      application_id: ids.application,
      version: (BigInt(ids.ping) + 1n).toString(),
      name: "ping",
      description: "A command",
      name_localized: "klingel",
      description_localized: "A command",
      dm_permission: true,
      integration_types: [0, 1],
    });
    expect(commands[0]).toMatchObject({ id: ids.guildPing, guild_id: ids.guild });
    expect(version).toBe((BigInt(ids.secret) + 1n).toString());
  });

  test("localizes options and choices, including those of subcommands", async () => {
    const size = {
      type: 3,
      name: "size",
      description: "How much",
      name_localizations: { fr: "taille" },
      required: true,
      choices: [{ name: "small", value: "s", name_localizations: { fr: "petit" } }],
    };
    const one = { type: 1, name: "one", description: "Orders one", options: [size] };
    await world.service.call(`POST /applications/${ids.application}/commands`, {
      auth: botAuth,
      body: { name: "order", description: "Orders", options: [one] },
    });
    const answer = await world.service.call(`GET ${general}/application-command-index`, {
      auth: "user-carol",
      headers: { "x-discord-locale": "fr" },
    });
    const { application_commands: commands } = answer.body as Index;
    expect(commands.find(({ name }) => name === "order")).toMatchObject({
      options: [
        {
          type: 1,
          name_localized: "one",
          options: [
            {
              type: 3,
              name: "size",
              name_localized: "taille",
              description_localized: "How much",
              required: true,
              choices: [{ name: "small", name_localized: "petit", value: "s" }],
            },
          ],
        },
      ],
    });
  });

  test("of a direct message contains the commands that are usable there", async () => {
    const outcome = await decision("carol", "ping", "@Concierge");
    expect(outcome.at("allowed")).toBe(true);
    expect((await decision("dave", "ping", "@Concierge")).at("outcome")).toBe("NOT_INSTALLED");
    expect((await decision("carol", "guild-ping", "@Concierge")).at("code")).toBe(10063);
    const invoke = { application: "Concierge", channel: "@Concierge", command: "ping", wait: 0 };
    await world.service.control("POST /users/carol/invoke", invoke);
    const { tables } = await world.service.store.dump();
    const all = (tables["channel"] ?? []) as { id: string; recipientIds?: readonly string[] }[];
    const direct = all.find(({ recipientIds }) => recipientIds !== undefined)?.id ?? "";
    // Direct messages have no member permissions, so commands that require some are available to
    // everyone.
    expect(names(await index("carol", `/channels/${direct}`))).toEqual(["ping", "secret"]);
  });

  test("requires access to the channel or guild", async () => {
    for (const path of [general, guild]) {
      const route = `GET ${path}/application-command-index`;
      expect((await world.service.asUser("user-dave", route)).at("code")).toBe(50001);
      expect((await world.service.call(route, { auth: botAuth })).at("code")).toBe(20001);
    }
    for (const [path, code] of [
      ["/channels/9", 10003],
      ["/guilds/9", 10004],
    ] as const) {
      const route = `GET ${path}/application-command-index`;
      expect((await world.service.asUser("user-dave", route)).at("code")).toBe(code);
    }
  });
});

// Proves requirement 2.4 "picker"
test("command index, decision and invocation agree for random permission entries", async () => {
  const subjects = [
    [1, ids.guild],
    [1, ids.vips],
    [1, ids.mods],
    [2, ids.carol],
    [2, ids.bob],
    [3, ids.general],
    [3, ids.everyChannel],
  ] as const;
  const random = seededRandom("entries");
  const pick = (count: number) => (random.bytes(1)[0] ?? 0) % count;
  const someEntries = () =>
    subjects
      .filter(() => pick(3) === 0)
      .map(([type, id]) => ({ type, id, permission: pick(2) === 0 }));
  const outcomes = new Set<unknown>();
  for (let round = 0; round < 25; round++) {
    for (const id of [ids.ping, ids.secret, ids.application]) await world.put(id, someEntries());
    for (const who of ["bob", "carol"]) {
      const commandNames = names(await index(who, general));
      for (const command of ["ping", "secret"]) {
        const decided = await decision(who, command);
        outcomes.add(decided.at("outcome"));
        const invoke = { application: "Concierge", channel: "general", command, wait: 0 };
        const sent = await world.service.control(`POST /users/${who}/invoke`, invoke);
        expect([commandNames.includes(command), sent.at("outcome") !== "denied"]).toEqual([
          decided.at("allowed"),
          decided.at("allowed"),
        ]);
        expect(sent.at("decision")).toEqual(decided.at("decision"));
      }
    }
  }
  expect(outcomes).toEqual(new Set(["ALLOWED", "USER_DENIED", "CHANNEL_DENIED"]));
});

describe.each([
  ["who is in the guild", false],
  ["who brought the application along", true],
])("the index and invocations refuse a command to a user %s", (_, isOwn) => {
  /** Whether the index, the decision and the invocation let carol use the command in a channel. */
  async function verdictsIn(channel: string) {
    const invoke = { application: "Concierge", channel, command: "ping", wait: 0 };
    const sent = await world.service.control("POST /users/carol/invoke", invoke);
    return [
      names(await index("carol", `/channels/${channel}`)).includes("ping"),
      (await decision("carol", "ping", channel)).at("outcome"),
      sent.at("outcome") === "denied",
    ];
  }
  const allowed = [true, "ALLOWED", false];
  const denied = [false, "MISSING_BASE_PERMISSIONS", true];

  beforeEach(async () => {
    const scopes = ["applications.commands"];
    const install = { user: "carol", application: "Concierge", scopes };
    if (isOwn) await world.service.control("POST /installs", install);
  });

  test("in a locked thread, without MANAGE_THREADS", async () => {
    expect(await verdictsIn(ids.thread)).toEqual(allowed);
    const change = `PATCH /channels/${ids.thread}`;
    expect((await world.service.asUser("user-alice", change, { locked: true })).status).toBe(200);
    expect(await verdictsIn(ids.thread)).toEqual(denied);
  });

  test("during a time-out", async () => {
    expect(await verdictsIn(ids.general)).toEqual(allowed);
    const communication_disabled_until = new Date(Date.now() + 3_600_000).toISOString();
    const change = `PATCH /guilds/${ids.guild}/members/${ids.carol}`;
    const { status } = await world.service.asUser("user-alice", change, {
      communication_disabled_until,
    });
    expect(status).toBe(200);
    expect(await verdictsIn(ids.general)).toEqual(denied);
    expect(names(await index("carol", guild))).toEqual([]);
  });
});

// Proves requirement 9 "read repair"
test("a client with an outdated command gets an error, fetches the index and retries", async () => {
  const before = await index("carol", general);
  const versionIn = ({ application_commands: all }: Index) =>
    all.find(({ id }) => id === ids.ping)?.version ?? "";
  await world.service.call(`PATCH /applications/${ids.application}/commands/${ids.ping}`, {
    auth: botAuth,
    body: { description: "Better" },
  });
  const send = (version: string) =>
    world.service.asUser("user-carol", "POST /interactions", {
      type: 2,
      application_id: ids.application,
      guild_id: ids.guild,
      channel_id: ids.general,
      session_id: "x",
      nonce: "1",
      data: { id: ids.ping, name: "ping", type: 1, version },
    });
  const refused = await send(versionIn(before));
  expect([refused.status, refused.at("code"), refused.at("errors", "data", "_errors", 0)]).toEqual([
    400,
    50035,
    {
      code: "INTERACTION_APPLICATION_COMMAND_INVALID_VERSION",
      message: "This command is outdated, please try again in a few minutes",
    },
  ]);
  const after = await index("carol", general);
  expect((await send(versionIn(after))).status).toBe(204);
  expect(BigInt(after.version)).toBe(BigInt(versionIn(after)));
});

import { describe, expect, test } from "vitest";
import {
  asBearer,
  asBot,
  asOtherBot,
  issuesIn,
  ids,
  openCommandCalls,
  slash,
} from "../../testing/calls/command-calls.ts";

const scopes = ["global", "guild"] as const;
const elsewhere = { global: "guild", guild: "global" } as const;

// Proves requirement 4.2 "Create global"
describe.each(scopes)("a %s command", (scope) => {
  // Proves requirement 4.2 "Get global"
  // Proves requirement 4.2 "Get guild"
  test("is returned by GET as it was by POST", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create(
      slash({ options: [{ type: 3, name: "a", description: "b" }] }),
    );
    expect(await here.get(body.id)).toEqual({ status: 200, body });
  });

  // Proves requirement 4.2 "Delete global"
  // Proves requirement 4.2 "Delete guild"
  // Proves requirement 7 "204"
  test("is deleted with 204, and a second time refused with 404", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create(slash());
    expect(await here.remove(body.id)).toEqual({
      status: 204,
      body: undefined,
    });
    expect(await here.remove(body.id)).toMatchObject({
      status: 404,
      body: { code: 10063, message: "Unknown application command" },
    });
    expect((await here.list()).body).toEqual([]);
  });

  test("appears in lists in order of creation, whatever the order of edits", async () => {
    const { [scope]: here } = await openCommandCalls();
    const names = ["c", "a", "b"];
    for (const name of names) await here.create(slash({ name }));
    await here.create(slash({ name: "c", description: "new" }));
    const { body } = await here.list();
    expect(body.map((command) => command.name)).toEqual(names);
  });

  // Proves requirement 2.3 "choice: name_localizations"
  // Proves requirement 4.2 "List global"
  // Proves requirement 4.2 "List guild"
  test("is listed with the texts in the reader's language, without the localizations", async () => {
    const { [scope]: here } = await openCommandCalls();
    const texts = {
      name_localizations: { fr: "pîng", "en-GB": "pingg" },
      description_localizations: { fr: "Pông" },
    };
    const choice = { name: "red", name_localizations: { fr: "rouge" }, value: "r" };
    await here.create(
      slash({
        ...texts,
        options: [
          {
            type: 3,
            name: "a",
            description: "b",
            name_localizations: { fr: "à" },
            choices: [choice],
          },
        ],
      }),
    );
    const french = (await here.list({ locale: "fr" })).body[0];
    expect(french).toMatchObject({
      name: "ping",
      name_localized: "pîng",
      description_localized: "Pông",
    });
    expect(french?.options).toEqual([
      {
        type: 3,
        name: "a",
        name_localized: "à",
        description: "b",
        choices: [{ name: "red", name_localized: "rouge", value: "r" }],
      },
    ]);
    const american = (await here.list()).body[0];
    expect(american).toMatchObject({ name_localized: "pingg" });
    for (const each of [french, american]) {
      expect(each).not.toHaveProperty("name_localizations");
      expect(each).not.toHaveProperty("description_localizations");
      expect(each?.versions).toBe(each?.version);
    }
    expect(american).not.toHaveProperty("description_localized");
  });

  // Proves requirement 4.2 "List global"
  // Proves requirement 4.2 "List guild"
  test("is listed with all localizations on request, with a single version field", async () => {
    const { [scope]: here } = await openCommandCalls();
    const { body } = await here.create(slash({ name_localizations: { fr: "pîng" } }));
    const { versions: _, ...bare } = body;
    const query = { with_localizations: true };
    expect((await here.list({ query, locale: "fr" })).body).toEqual([bare]);
  });

  test("is validated by application, guild, command and form, in this order", async () => {
    const { [scope]: here } = await openCommandCalls();
    const broken = { name: "" };
    const other = { application: ids.other, guild: ids.nobodysGuild };
    expect((await here.create(broken, other)).body.code).toBe(20012);
    expect((await here.edit("1", broken, other)).body.code).toBe(20012);
    expect((await here.overwrite([broken], other)).body.code).toBe(20012);
    expect((await here.edit("1", broken)).body.code).toBe(10063);
    const { body } = await here.create(slash());
    expect((await here.edit(body.id, broken)).body.code).toBe(50035);
  });

  test.each([
    ["its bot", asBot, 200],
    // Proves requirement 5 "2: client credentials"
    ["a client credentials token", asBearer(), 200],
    ["a user's token with the scope", asBearer("100000000000000001"), 50026],
    ["another application's bot", asOtherBot, 20012],
  ])("is listed for %s, or refused", async (_, as, expected) => {
    const { [scope]: here } = await openCommandCalls();
    const { status, body } = await here.list({ as });
    expect(body.code ?? status).toBe(expected);
  });

  // Proves requirement 2.2 "naming 3: a global and a guild's slash command"
  test("is separate from commands in the other scope", async () => {
    const { [scope]: here, [elsewhere[scope]]: there } = await openCommandCalls();
    const { body } = await here.create(slash());
    expect((await there.get(body.id)).body.code).toBe(10063);
    expect((await there.create(slash())).status).toBe(201);
    await there.overwrite([]);
    expect((await here.list()).body).toHaveLength(1);
  });
});

// Proves requirement 2.2 "naming 3: two applications"
test("a command may have the same name as a command of another application", async () => {
  const { global } = await openCommandCalls();
  const theirs = { application: ids.other, as: asOtherBot };
  const [mine, other] = [await global.create(slash()), await global.create(slash(), theirs)];
  expect([mine.status, other.status]).toEqual([201, 201]);
  expect((await global.list(theirs)).body.map(({ id }) => id)).toEqual([other.body.id]);
});

describe("the fields of a command", () => {
  const always = [
    "id",
    "application_id",
    "version",
    "versions",
    "default_member_permissions",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
  ];

  // Proves requirement 2.2 "application_id"
  // Proves requirement 2.2 "guild_id"
  test("are those of a global command, in the order of the reference", async () => {
    const { global } = await openCommandCalls();
    const { body } = await global.create(
      slash({ options: [{ type: 3, name: "a", description: "b" }] }),
    );
    expect(Object.keys(body)).toEqual([
      ...always,
      "dm_permission",
      "contexts",
      "integration_types",
      "options",
      "nsfw",
    ]);
    expect(body).toMatchObject({ dm_permission: true, contexts: null, integration_types: [0, 1] });
  });

  // Proves requirement 2.2 "guild_id"
  // Proves requirement 4.2 "Bulk overwrite guild: method"
  // Proves requirement 4.2 "body: bulk overwrite guild"
  test("omit contexts and integration types in a guild, even if a bulk overwrite gives them", async () => {
    const { guild } = await openCommandCalls();
    const form = slash({ contexts: [0, 1, 2], integration_types: [0], dm_permission: false });
    const body = (await guild.overwrite([form])).body[0];
    expect(Object.keys(body ?? {})).toEqual([...always, "guild_id", "nsfw"]);
    expect(body?.guild_id).toBe(ids.guild);
  });

  test("are those that clients compare, in lists with localizations", async () => {
    const { global } = await openCommandCalls();
    await global.create(slash());
    const query = { with_localizations: true };
    const [listed] = (await global.list({ query })).body;
    const { id, application_id, version } = listed ?? {};
    expect(listed).toEqual({
      id,
      application_id,
      version,
      default_member_permissions: null,
      type: 1,
      name: "ping",
      name_localizations: null,
      description: "Pong",
      description_localizations: null,
      dm_permission: true,
      contexts: null,
      integration_types: [0, 1],
      nsfw: false,
    });
  });

  // Proves requirement 2.2 "handler"
  test("include a handler in an entry point", async () => {
    const { global } = await openCommandCalls();
    const { body } = await global.create({ name: "launch", type: 4 });
    expect(Object.keys(body).at(-1)).toBe("handler");
    expect(body).toMatchObject({ handler: 1, description: "" });
  });
});

describe("a guild's commands", () => {
  test.each([
    // Proves requirement 5 "4: guild commands"
    ["a guild with its bot", ids.guild, undefined],
    // Proves requirement 5 "4: no bot user"
    ["a guild with its commands alone", ids.botlessGuild, undefined],
    // Proves requirement 5 "4: guild commands"
    ["a guild where it may have no commands", ids.closedGuild, 50001],
    ["a guild that it is not in, or that is none", ids.nobodysGuild, 50001],
  ])("can be accessed by the application in %s", async (_, guild, code) => {
    const { guild: here } = await openCommandCalls();
    expect((await here.list({ guild })).body.code).toBe(code);
    expect((await here.create(slash(), { guild })).body.code).toBe(code);
    expect((await here.overwrite([], { guild })).body.code).toBe(code);
  });

  // Proves requirement 2.2 "naming 3: an entry point in a guild"
  // Proves requirement 8 "guild commands"
  test("cannot be entry points", async () => {
    const { guild: here } = await openCommandCalls();
    expect(issuesIn(await here.create({ name: "launch", type: 4 }))).toEqual([
      "type: BASE_TYPE_CHOICES",
    ]);
  });
});

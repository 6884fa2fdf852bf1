import type { ApplicationFlagName } from "@antechamber/contract/applications";
import {
  getChannel,
  getGuild,
  getGuildMember,
  listGuildChannels,
  listGuildMembers,
  listGuildRoles,
} from "@antechamber/contract/guilds";
import { listCurrentUserGuilds } from "@antechamber/contract/users";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { TimeSlicer } from "../../platform/time/time-slicer.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "../../testing/records.ts";
import { applications, flagBits } from "../applications/application.ts";
import { users } from "../users/user.ts";
import { channels, guilds, members, roles } from "./guild.ts";
import { guildHandlers } from "./handlers.ts";
import { nobodyOnline } from "../../testing/presences.ts";

const [alice, bob] = ["100000000000000001", "100000000000000002"];
const botId = "200000000000000001";
const home = "300000000000000001";
const [general, secret, thread] = [
  "300000000000000021",
  "300000000000000022",
  "300000000000000023",
];
const direct = "300000000000000029";
const bot: Caller = { kind: "bot", application_id: botId };
const asAlice: Caller = { kind: "user", user_id: alice };
const asBob: Caller = { kind: "user", user_id: bob };

const VIEW = (1n << 10n).toString();

/** Alice's guild with the bot and without bob, and a direct message of bob and the bot. */
async function aService(flags: readonly ApplicationFlagName[] = []) {
  const calls = await openHandlerCalls(
    guildHandlers({ slicer: new TimeSlicer(steerableClock()), presences: nobodyOnline }),
  );
  await calls.seed((tx) => {
    for (const id of [alice, bob]) tx.put(users, aUser(id));
    tx.put(users, aUser(botId, { bot: true }));
    const flags_new = flagBits(flags).toString();
    tx.put(applications, anApplication(botId, { owner_id: alice, flags_new }));
    tx.put(guilds, aGuild(home, { owner_id: alice }));
    tx.put(roles, aRole({ guild_id: home, id: home }, "VIEW_CHANNEL", "SEND_MESSAGES"));
    for (const user_id of [alice, botId]) tx.put(members, aMember({ guild_id: home, user_id }));
    tx.put(channels, aChannel(general, { guild_id: home }));
    const hidden = [{ id: home, type: 0 as const, allow: "0", deny: VIEW }];
    tx.put(channels, aChannel(secret, { guild_id: home, permission_overwrites: hidden }));
    const ofThread = { guild_id: home, parent_id: general, owner_id: alice, name: "talk" };
    tx.put(channels, { id: thread, type: 11, flags: 0, ...ofThread });
    tx.put(channels, { id: direct, type: 1, flags: 0, recipientIds: [bob, botId] });
  });
  return calls;
}

const unknownGuild = { status: 404, body: { code: 10004, message: "Unknown Guild" } };
const noAccess = { status: 403, body: { code: 50001, message: "Missing Access" } };

describe("a guild", () => {
  test("is returned to members with its roles, and with counts on request", async () => {
    const { call } = await aService();
    const params = { guild_id: home };
    const plain = await call(getGuild, { as: bot, params });
    expect(plain).toMatchObject({ status: 200, body: { id: home, roles: [{ id: home }] } });
    expect(plain.body).not.toHaveProperty("approximate_member_count");
    const counted = await call(getGuild, { as: bot, params, query: { with_counts: true } });
    expect(counted.body).toMatchObject({ approximate_member_count: 2 });
  });

  test("is unknown to non-members, whether it exists or not", async () => {
    const { call } = await aService();
    for (const guild_id of [home, "300000000000000099"]) {
      expect(await call(getGuild, { as: asBob, params: { guild_id } })).toEqual(unknownGuild);
    }
  });

  test.each([listGuildChannels, listGuildRoles, getGuildMember] as const)(
    "refuses non-members, whatever they request ($id)",
    async (endpoint) => {
      const { call } = await aService();
      const params = { guild_id: home, user_id: alice };
      const nowhere = { guild_id: "300000000000000099", user_id: alice };
      expect(await call(endpoint, { as: asBob, params })).toEqual(noAccess);
      expect(await call(endpoint, { as: asBob, params: nowhere })).toEqual(unknownGuild);
    },
  );

  // Proves requirement 9 "permissions_new"
  test("lists its roles with both fields of their permissions", async () => {
    const { call } = await aService();
    const { body } = await call(listGuildRoles, { as: bot, params: { guild_id: home } });
    expect(body).toMatchObject([{ id: home, permissions: "3072", permissions_new: "3072" }]);
    expect(body[0]).not.toHaveProperty("guild_id");
  });

  // Proves requirement 9 "allow_new and deny_new"
  test("lists all of its channels, including hidden ones, without threads", async () => {
    const { call } = await aService();
    const { body } = await call(listGuildChannels, { as: bot, params: { guild_id: home } });
    expect(body.map((channel) => channel.id)).toEqual([general, secret]);
    expect(body[1]?.permission_overwrites).toEqual([
      { id: home, type: 0, allow: "0", deny: VIEW, allow_new: "0", deny_new: VIEW },
    ]);
  });
});

describe("a guild's members", () => {
  const params = { guild_id: home };

  test("are returned one at a time", async () => {
    const { call } = await aService();
    const one = { guild_id: home, user_id: alice };
    const { status, body } = await call(getGuildMember, { as: bot, params: one });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { id: alice }, roles: [], nick: null });
    expect(body).not.toHaveProperty("user_id");
    const other = { guild_id: home, user_id: bob };
    expect(await call(getGuildMember, { as: bot, params: other })).toEqual({
      status: 404,
      body: { code: 10007, message: "Unknown Member" },
    });
    const nobody = { guild_id: home, user_id: "5" };
    expect(await call(getGuildMember, { as: bot, params: nobody })).toEqual({
      status: 404,
      body: { code: 10013, message: "Unknown User" },
    });
  });

  test("are not listed for an application without the intent", async () => {
    const { call } = await aService(["GATEWAY_PRESENCE"]);
    expect(await call(listGuildMembers, { as: bot, params })).toEqual(noAccess);
    const nowhere = { guild_id: "300000000000000099" };
    expect(await call(listGuildMembers, { as: bot, params: nowhere })).toEqual(unknownGuild);
  });

  test.each<ApplicationFlagName>(["GATEWAY_GUILD_MEMBERS", "GATEWAY_GUILD_MEMBERS_LIMITED"])(
    "are listed in pages, ordered by user ID, with %s",
    async (flag) => {
      const { call } = await aService([flag]);
      const idsOf = async (query: object) => {
        const { body } = await call(listGuildMembers, { as: bot, params, query });
        return body.map((member) => member.user.id);
      };
      expect(await idsOf({})).toEqual([alice]);
      expect(await idsOf({ limit: 1000 })).toEqual([alice, botId]);
      expect(await idsOf({ limit: 1000, after: alice })).toEqual([botId]);
      expect(await idsOf({ limit: 1000, after: botId })).toEqual([]);
    },
  );
});

describe("a channel", () => {
  test.each<readonly [string, Caller, string, object]>([
    ["is shown to who can see it", bot, general, { status: 200, body: { id: general } }],
    ["is shown to the owner, whom nothing hides it from", asAlice, secret, { status: 200 }],
    ["is closed to a member it is hidden from", bot, secret, noAccess],
    ["is closed to who is not in the guild", asBob, general, noAccess],
    ["is shown as far as its parent is, when it is a thread", bot, thread, { status: 200 }],
    ["is closed when it is another's direct message", asAlice, direct, noAccess],
    [
      "is unknown when there is none",
      bot,
      "300000000000000099",
      { status: 404, body: { code: 10003 } },
    ],
  ])("%s", async (...[, as, channel_id, expected]) => {
    const { call } = await aService();
    expect(await call(getChannel, { as, params: { channel_id } })).toMatchObject(expected);
  });

  test("that is a direct message contains the other recipients", async () => {
    const { call } = await aService();
    const seenBy = async (as: Caller) => {
      const { body } = await call(getChannel, { as, params: { channel_id: direct } });
      return body.recipients?.map((user) => user.id);
    };
    expect(await seenBy(bot)).toEqual([bob]);
    expect(await seenBy(asBob)).toEqual([botId]);
  });

  // Proves requirement 9 "application_id of channels"
  test("contains the application that created it, or null after that was deleted", async () => {
    const { call, seed } = await aService();
    for (const application_id of [botId, null]) {
      await seed((tx) => tx.put(channels, aChannel(general, { guild_id: home, application_id })));
      const { body } = await call(getChannel, { as: bot, params: { channel_id: general } });
      expect(body.application_id).toBe(application_id);
    }
  });
});

describe("the current user's guilds", () => {
  const ids = [
    "300000000000000001",
    "300000000000000002",
    "300000000000000003",
    "300000000000000004",
  ];

  async function fourGuilds() {
    const calls = await aService();
    await calls.seed((tx) => {
      for (const guild_id of ids.slice(1)) {
        tx.put(guilds, aGuild(guild_id, { owner_id: bob }));
        tx.put(roles, aRole({ guild_id, id: guild_id }, "VIEW_CHANNEL"));
        tx.put(members, aMember({ guild_id, user_id: alice }));
      }
    });
    return calls;
  }

  test("are listed with the user's permissions", async () => {
    const { call } = await fourGuilds();
    const { body } = await call(listCurrentUserGuilds, { as: asAlice });
    expect(body.map(({ id, owner, permissions }) => ({ id, owner, permissions }))).toEqual([
      { id: home, owner: true, permissions: "8866461766385663" },
      ...ids.slice(1).map((id) => ({ id, owner: false, permissions: VIEW })),
    ]);
    const counted = await call(listCurrentUserGuilds, {
      as: asAlice,
      query: { with_counts: true },
    });
    expect(counted.body.map((guild) => guild.approximate_member_count)).toEqual([2, 1, 1, 1]);
  });

  test.each([
    [{}, [0, 1, 2, 3]],
    [{ limit: 2 }, [0, 1]],
    [{ after: ids[1] }, [2, 3]],
    [{ after: ids[0], limit: 1 }, [1]],
    [{ before: ids[2] }, [0, 1]],
    [{ before: ids[3], limit: 1 }, [2]],
    [{ after: ids[0], before: ids[3], limit: 1 }, [1]],
    [{ after: ids[3] }, []],
  ])("are paginated by %j", async (query, expected) => {
    const { call } = await fourGuilds();
    const { body } = await call(listCurrentUserGuilds, { as: asAlice, query });
    expect(body.map((guild) => guild.id)).toEqual(expected.map((i) => ids[i]));
  });

  test("are empty for a user without guilds", async () => {
    const { call } = await aService();
    expect((await call(listCurrentUserGuilds, { as: asBob })).body).toEqual([]);
  });
});

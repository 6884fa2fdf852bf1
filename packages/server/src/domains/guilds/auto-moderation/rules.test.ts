import type { PermissionName } from "@antechamber/contract";
import { createGuildChannel, deleteChannel } from "@antechamber/contract/channels";
import {
  createAutoModerationRule,
  createRole,
  deleteAutoModerationRule,
  deleteRole,
  editAutoModerationRule,
  getAutoModerationRule,
  listAutoModerationRules,
} from "@antechamber/contract/guilds";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import {
  asAlice,
  asBob,
  aMessageScene,
  codeOf,
  ids,
  leavesOf,
} from "../../../testing/calls/message-calls.ts";
import { channelHandlers } from "../../channels/handlers.ts";
import { moderationHandlers } from "../../moderation/handlers.ts";
import { autoModerationHandlers } from "./handlers.ts";

async function aScene(granted: readonly PermissionName[] = ["VIEW_CHANNEL"]) {
  const handlers = [...autoModerationHandlers, ...channelHandlers, ...moderationHandlers];
  const scene = await aMessageScene({ granted, handlers });
  const params = { guild_id: ids.guild };
  const make = (rule: object = {}, as: Caller = asAlice) =>
    scene.call(createAutoModerationRule, { as, params, body: { ...keywords, ...rule } });
  const list = (as: Caller = asAlice) =>
    scene.call(listAutoModerationRules, { as, params, body: undefined });
  const at = (rule_id: string) => ({ as: asAlice, params: { ...params, rule_id } });
  return { ...scene, make, list, at };
}

const keywords = {
  name: "Words",
  event_type: 1,
  trigger_type: 1,
  trigger_metadata: { keyword_filter: ["cat*"] },
  actions: [{ type: 1 }],
};
const timeOut = { type: 3, metadata: { duration_seconds: 60 } };

describe("a rule", () => {
  test("is created, read, edited and deleted, each with an event and an audit log entry", async () => {
    const { make, list, at, call, news, logged } = await aScene();
    const { status, body } = await make();
    const rule = {
      ...keywords,
      id: body.id,
      guild_id: ids.guild,
      creator_id: ids.alice,
      trigger_metadata: { keyword_filter: ["cat*"], regex_patterns: [], allow_list: [] },
      actions: [{ type: 1, metadata: {} }],
      enabled: false,
      exempt_roles: [],
      exempt_channels: [],
    };
    expect([status, body]).toEqual([200, rule]);
    expect((await list()).body).toEqual([rule]);
    expect((await call(getAutoModerationRule, at(body.id))).body).toEqual(rule);
    const change = { enabled: true, trigger_metadata: { allow_list: ["catch"] } };
    const edited = await call(editAutoModerationRule, { ...at(body.id), body: change });
    expect(edited.body).toMatchObject({
      enabled: true,
      trigger_metadata: { keyword_filter: ["cat*"], allow_list: ["catch"] },
    });
    expect((await call(deleteAutoModerationRule, at(body.id))).status).toBe(204);
    expect((await call(getAutoModerationRule, at(body.id))).status).toBe(404);
    expect(await news()).toMatchObject([
      { name: "AUTO_MODERATION_RULE_CREATE", payload: rule },
      { name: "AUTO_MODERATION_RULE_UPDATE", payload: { enabled: true } },
      { name: "AUTO_MODERATION_RULE_DELETE", payload: { id: body.id } },
    ]);
    expect(await logged()).toMatchObject([
      { action_type: 140, target_id: body.id, user_id: ids.alice },
      { action_type: 141, changes: [{ key: "enabled" }, { key: "trigger_metadata" }] },
      { action_type: 142 },
    ]);
  });

  test("requires MANAGE_GUILD, and a further permission for time-outs", async () => {
    const { make, list } = await aScene();
    expect(codeOf(await list(asBob))).toBe(50_013);
    expect(codeOf(await make({}, asBob))).toBe(50_013);
    const manager = await aScene(["VIEW_CHANNEL", "MANAGE_GUILD"]);
    expect(codeOf(await manager.make({}, asBob))).toBeUndefined();
    expect(codeOf(await manager.make({ actions: [timeOut] }, asBob))).toBe(50_013);
  });

  test.each([
    [1, 6],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 1],
  ])("of type %i can be created at most %i times", async (trigger_type, max) => {
    const { make } = await aScene();
    const isOfNames = trigger_type === 6;
    const rule = {
      trigger_type,
      event_type: isOfNames ? 2 : 1,
      actions: [{ type: isOfNames ? 4 : 1 }],
    };
    for (let i = 0; i < max; i += 1) expect(codeOf(await make(rule))).toBeUndefined();
    expect(leavesOf(await make(rule))).toEqual([
      "trigger_type: AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
    ]);
  });

  const many = (count: number, word = "w") => Array.from({ length: count }, () => word);
  test.each<[string, object, string]>([
    ["of another kind", { trigger_type: 2 }, "trigger_type: BASE_TYPE_CHOICES"],
    ["that looks at other events", { event_type: 2 }, "event_type: BASE_TYPE_CHOICES"],
    ["without a name", { name: "" }, "name: BASE_TYPE_BAD_LENGTH"],
    [
      "with a long word",
      { trigger_metadata: { keyword_filter: ["w".repeat(61)] } },
      "trigger_metadata.keyword_filter.0: BASE_TYPE_BAD_LENGTH",
    ],
    [
      "with too many words",
      { trigger_metadata: { keyword_filter: many(1001) } },
      "trigger_metadata.keyword_filter: BASE_TYPE_MAX_LENGTH",
    ],
    [
      "with too many allowed words",
      { trigger_metadata: { allow_list: many(101) } },
      "trigger_metadata.allow_list: BASE_TYPE_MAX_LENGTH",
    ],
    [
      "with a pattern that looks around",
      { trigger_metadata: { regex_patterns: ["fine", "(?=cat)"] } },
      "trigger_metadata.regex_patterns.1: AUTO_MODERATION_INVALID_REGEX",
    ],
    [
      "with patterns that come to too much",
      { trigger_metadata: { regex_patterns: ["(.{30}){30}", "(.{30}){30}"] } },
      "trigger_metadata.regex_patterns.1: AUTO_MODERATION_REGEX_TOO_COMPLEX",
    ],
    [
      "that blocks members for words",
      { actions: [{ type: 4 }] },
      "actions.0.type: BASE_TYPE_CHOICES",
    ],
    [
      "that alerts nowhere",
      { actions: [{ type: 2, metadata: {} }] },
      "actions.0.metadata.channel_id: BASE_TYPE_REQUIRED",
    ],
    [
      "that times out for ever",
      { actions: [{ type: 3, metadata: { duration_seconds: 2_419_201 } }] },
      "actions.0.metadata.duration_seconds: NUMBER_TYPE_MAX",
    ],
    [
      "of given words that names none",
      { trigger_type: 4, trigger_metadata: undefined },
      "trigger_metadata: BASE_TYPE_REQUIRED",
    ],
    [
      "that exempts too many roles",
      { exempt_roles: many(21, ids.guild) },
      "exempt_roles: BASE_TYPE_MAX_LENGTH",
    ],
    [
      "that exempts too many channels",
      { exempt_channels: many(51, ids.general) },
      "exempt_channels: BASE_TYPE_MAX_LENGTH",
    ],
  ])("%s is refused", async (_, rule, fault) => {
    const { make } = await aScene();
    expect(leavesOf(await make(rule))).toEqual([fault]);
  });

  test("must refer to channels and roles of its guild", async () => {
    const { make } = await aScene();
    const elsewhere = "399999999999999999";
    expect(codeOf(await make({ exempt_channels: [elsewhere] }))).toBe(10_003);
    expect(codeOf(await make({ exempt_roles: [elsewhere] }))).toBe(10_011);
    const alert = { type: 2, metadata: { channel_id: elsewhere } };
    expect(codeOf(await make({ actions: [alert] }))).toBe(10_003);
  });

  test("loses deleted roles and channels, with an event", async () => {
    const { make, list, news, call } = await aScene();
    const inGuild = { as: asAlice, params: { guild_id: ids.guild } };
    const channel = await call(createGuildChannel, { ...inGuild, body: { name: "log" } });
    const role = await call(createRole, { ...inGuild, body: {} });
    const alert = { type: 2, metadata: { channel_id: channel.body.id } };
    await make({
      exempt_channels: [ids.general, channel.body.id],
      exempt_roles: [role.body.id],
      actions: [{ type: 1 }, alert],
    });
    await make({ trigger_type: 3, trigger_metadata: {}, name: "Other" });
    await news();
    await call(deleteRole, {
      as: asAlice,
      params: { guild_id: ids.guild, role_id: role.body.id },
    });
    await call(deleteChannel, { as: asAlice, params: { channel_id: channel.body.id } });
    const updates = (await news()).filter(({ name }) => name === "AUTO_MODERATION_RULE_UPDATE");
    const expected = { exempt_channels: [ids.general], exempt_roles: [], actions: [{ type: 1 }] };
    expect(updates).toMatchObject([
      { payload: { name: "Words", exempt_roles: [], actions: [{}, alert] } },
      { payload: { name: "Words", ...expected } },
    ]);
    expect((await list()).body).toMatchObject([{ name: "Words", ...expected }, { name: "Other" }]);
  });

  test("cannot change its trigger type", async () => {
    const { make, at, call } = await aScene();
    const { body } = await make();
    const edit = (change: object) => call(editAutoModerationRule, { ...at(body.id), body: change });
    expect(leavesOf(await edit({ trigger_type: 3 }))).toEqual(["trigger_type: BASE_TYPE_CHOICES"]);
    expect((await edit({ trigger_type: 1, name: "Same" })).body).toMatchObject({ name: "Same" });
  });
});

import { limits } from "@antechamber/contract";
import { intentMask } from "@antechamber/contract/gateway";
import { describe, expect, test } from "vitest";
import { flagBits } from "../../../domains/applications/application.ts";
import { anApplication } from "../../../testing/records.ts";
import { judge, readIdentify, readResume } from "./identify.ts";
import type { Owner } from "../sessions/grant.ts";

const bot: Owner = { kind: "bot", userId: "1", applicationId: "1", scopes: new Set() };
const user: Owner = { kind: "user", userId: "2", applicationId: undefined, scopes: new Set() };
const oauth2: Owner = { kind: "oauth2", userId: "2", applicationId: "1", scopes: new Set() };
const plain = anApplication("1", { owner_id: "2" });
const ordinary = intentMask("GUILDS", "GUILD_MESSAGES", "DIRECT_MESSAGES");

function verdict(fields: { intents?: unknown; shard?: unknown }, owner = bot, application = plain) {
  const request = { intents: fields.intents, shard: fields.shard };
  return judge(request, owner, owner.kind === "bot" ? application : undefined);
}

describe("IDENTIFY", () => {
  test("accepts any fields beside the token", () => {
    const lenient = [
      { token: "t" },
      { token: "t", properties: null, compress: "yes", presence: { game: null, since: null } },
      { token: "t", properties: { $os: "linux" }, presence: { activities: null }, v: 10 },
    ];
    for (const d of lenient) {
      expect(readIdentify(d, 10)).toEqual({
        token: "t",
        bytes: 10,
        capabilities: 0,
        intents: undefined,
        shard: undefined,
        largeThreshold: 50,
        compress: false,
        presence: (d as { presence?: object }).presence,
      });
    }
  });

  test.each([
    [undefined, 50],
    [null, 50],
    ["100", 50],
    [49, 50],
    [100, 100],
    [251, 250],
    [75.5, 50],
  ])("reads large_threshold %j as %i", (large_threshold, largeThreshold) => {
    expect(readIdentify({ token: "t", large_threshold }, 1)).toMatchObject({ largeThreshold });
    expect(largeThreshold).toBeLessThanOrEqual(limits.largeThresholdMax.value);
  });

  test.each([undefined, null, "", 5, {}])("is refused with the token %j", (token) => {
    expect(readIdentify({ token, intents: 0 }, 1)).toMatchObject({ code: 4004 });
    expect(readResume({ token, session_id: "a", seq: 1 })).toMatchObject({ code: 4004 });
  });
});

describe("a shard", () => {
  test.each([
    [undefined, undefined],
    [
      [0, 1],
      [0, 1],
    ],
    [
      [3, 4],
      [3, 4],
    ],
  ])("%j is accepted", (shard, granted) => {
    expect(verdict({ intents: 0, shard })).toEqual({ intents: 0, shard: granted });
  });

  test.each([
    [[1, 1]],
    [[-1, 2]],
    [[0, 0]],
    [[0]],
    [[0, 1, 2]],
    [["0", "1"]],
    [[0.5, 2]],
    ["0,1"],
    [5],
    [{}],
  ])("%j is refused", (shard) => {
    expect(verdict({ intents: 0, shard })).toMatchObject({ code: 4010 });
  });
});

describe("intents", () => {
  test("are required of bots and optional for others", () => {
    expect(verdict({})).toMatchObject({ code: 4013 });
    expect(verdict({}, user)).toEqual({ intents: undefined, shard: undefined });
    expect(verdict({}, oauth2)).toEqual({ intents: undefined, shard: undefined });
  });

  test.each([0, ordinary, 53_575_421, 1 << 27])("%i are accepted", (intents) => {
    expect(verdict({ intents })).toEqual({ intents, shard: undefined });
  });

  test.each([1 << 29, 1 << 30, 2 ** 31, 2 ** 40, -1, 1.5, "513", null, "1234567890123456789", []])(
    "%j are refused",
    (intents) => {
      for (const owner of [bot, user]) {
        expect(verdict({ intents: intents ?? "null" }, owner)).toMatchObject({ code: 4013 });
      }
    },
  );

  test.each([
    ["GUILD_MEMBERS", ["GATEWAY_GUILD_MEMBERS", "GATEWAY_GUILD_MEMBERS_LIMITED"]],
    ["GUILD_PRESENCES", ["GATEWAY_PRESENCE", "GATEWAY_PRESENCE_LIMITED"]],
    ["MESSAGE_CONTENT", ["GATEWAY_MESSAGE_CONTENT", "GATEWAY_MESSAGE_CONTENT_LIMITED"]],
  ] as const)("with %s require that it is enabled", (name, flags) => {
    const intents = ordinary | intentMask(name);
    expect(verdict({ intents })).toMatchObject({ code: 4014 });
    for (const flag of flags) {
      const switchedOn = { ...plain, flags_new: flagBits([flag]).toString() };
      expect(verdict({ intents }, bot, switchedOn)).toEqual({ intents, shard: undefined });
      const all = intents | intentMask("GUILD_MEMBERS", "GUILD_PRESENCES", "MESSAGE_CONTENT");
      expect(verdict({ intents: all }, bot, switchedOn)).toMatchObject({ code: 4014 });
    }
    expect(verdict({ intents }, user)).toEqual({ intents, shard: undefined });
  });
});

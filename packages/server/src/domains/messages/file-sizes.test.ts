import { limits } from "@antechamber/contract";
import { answerInteraction } from "@antechamber/contract/interactions";
import { snowflakeKey } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { post } from "../../testing/calls/component-calls.ts";
import {
  openInteractionCalls,
  type InteractionCalls,
} from "../../testing/calls/interaction-calls.ts";
import { aCommand, ids } from "../../testing/worlds/interaction-world.ts";
import { aFile, codeOf } from "../../testing/calls/message-calls.ts";
import { guilds } from "../guilds/guild.ts";
import { users } from "../users/user.ts";
import { fileSizeLimit } from "./file-sizes.ts";

const usual = limits.attachmentSize.value;
const raised = limits.attachmentSizeRaised.value;
const most = limits.attachmentSizeMax.value;

test.each([
  [0, 0, usual],
  [1, 0, usual],
  [2, 0, raised],
  [3, 0, most],
  [0, 1, raised],
  [0, 2, most],
  [0, 3, raised],
  [2, 2, most],
  [3, 3, most],
])(
  "tier %i and plan %i allow the higher of their limits",
  (premium_tier, premium_type, expected) => {
    expect(fileSizeLimit({ guild: { premium_tier }, user: { premium_type } })).toBe(expected);
  },
);

test("the default limit applies without a guild and a plan", () => {
  expect(fileSizeLimit({ guild: undefined, user: undefined })).toBe(usual);
});

const large = aFile(0, "large.bin", new Uint8Array(usual + 1));
const tooLarge = 40_005;
const option = {
  type: 11,
  name: "file",
  name_localizations: null,
  description: "x",
  description_localizations: null,
} as const;
const upload = {
  type: 2,
  data: {
    id: ids.ping,
    options: [{ type: 11, name: "file", value: "0" }],
    attachments: [{ id: "0", filename: "large.bin" }],
  },
};

/** A guild of the given boost level, in which bob has the given premium plan. */
async function aPlace({ tier = 0, plan = 0 }) {
  const commands = [aCommand(ids.ping, { name: "upload", options: [option] })];
  const calls = await openInteractionCalls({ commands });
  const [guild, bob] = await calls.store.read((tx) =>
    Promise.all([tx.get(guilds, snowflakeKey(ids.guild)), tx.get(users, snowflakeKey(ids.bob))]),
  );
  if (guild === undefined || bob === undefined) throw new Error("the world is empty");
  await calls.seed((tx) => {
    tx.put(guilds, { ...guild, premium_tier: tier });
    tx.put(users, { ...bob, premium_type: plan });
  });
  return calls;
}

describe("a file larger than the default limit", () => {
  test("is refused for an option, and no interaction is sent", async () => {
    const calls = await aPlace({});
    const before = await calls.news();
    expect(codeOf(await post(calls, upload, { files: [large] }))).toBe(tooLarge);
    expect(await calls.news()).toEqual([]);
    expect(before).not.toContainEqual(expect.objectContaining({ name: "INTERACTION_CREATE" }));
  });

  test.each([{ tier: 2 }, { plan: 3 }])(
    "is accepted with %j, and the payload contains that limit",
    async (place) => {
      const calls = await aPlace(place);
      expect(await post(calls, upload, { files: [large] })).toMatchObject({ status: 204 });
      expect((await calls.received()).attachment_size_limit).toBe(raised);
    },
  );

  test("is refused in an answer, which leaves the interaction open", async () => {
    const calls = await aPlace({});
    const payload = await calls.aPing();
    expect(codeOf(await answered(calls, payload))).toBe(tooLarge);
    expect(await calls.callback(payload, { type: 4, data: { content: "x" } })).toMatchObject({
      status: 204,
    });
  });

  test("is accepted in an answer to a user whose plan allows it", async () => {
    const calls = await aPlace({ plan: 2 });
    expect(await answered(calls, await calls.aPing())).toMatchObject({ status: 204 });
  });
});

function answered(calls: InteractionCalls, { id, token }: { id: string; token: string }) {
  return calls.call(answerInteraction, {
    as: { kind: "nobody" },
    params: { interaction_id: id, interaction_token: token },
    query: {},
    body: { type: 4, data: { content: "x" } },
    files: [large],
  });
}

// A guild's auto moderation rules over real sockets: what they block, which events are sent to
// whom, and the explanation.
import { intentMask } from "@antechamber/contract/gateway";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

/** An application with MESSAGE_CONTENT, beside the demo world's, which does not have it. */
const reader = { token: "MjAwMDAwMDAwMDAwMDAwMDAy.demo.reader", id: "200000000000000002" };
const LOG = "300000000000000051";
const RULE = "400000000000000001";
const [demoGuild] = demoWorld.guilds ?? [];

const rule = {
  id: RULE,
  name: "No cats",
  trigger_type: 1 as const,
  trigger_metadata: { keyword_filter: ["cat*"], regex_patterns: ["d[o0]g"], allow_list: [] },
  actions: [
    { type: 1 as const, metadata: {} },
    { type: 2 as const, metadata: { channel_id: "log" } },
  ],
  exempt_roles: ["calm"],
};
const world = {
  ...demoWorld,
  applications: [
    ...(demoWorld.applications ?? []),
    {
      id: reader.id,
      name: "Reader",
      owner: "alice",
      bot: { token: reader.token, intents: ["MESSAGE_CONTENT"] },
    },
  ],
  guilds: [
    {
      ...demoGuild,
      roles: [...(demoGuild?.roles ?? []), { name: "calm" }],
      channels: [...(demoGuild?.channels ?? []), { id: LOG, name: "log" }],
      applications: [
        ...(demoGuild?.applications ?? []),
        { application: "Reader", scopes: ["bot"], permissions: "8" },
      ],
      auto_moderation_rules: [rule],
    },
  ],
};

let service: TestService;
const clients: GatewayClient[] = [];

beforeAll(async () => {
  service = await aService({ world });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.leave(1000)));
  await service.stop();
});

async function listen(
  token: string,
  ...more: readonly "MESSAGE_CONTENT"[]
): Promise<GatewayClient> {
  const intents = intentMask("GUILDS", "AUTO_MODERATION_EXECUTION", ...more);
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(url, { token, intents });
  clients.push(client);
  return client;
}

const general = `/channels/${demo.generalId}/messages`;
const bobSays = (content: string) => service.asUser(demo.bobToken, `POST ${general}`, { content });
const blocked = { code: 200_000, message: "Message was blocked by automatic moderation" };

test("a blocked message is refused by the API and by the control plane, and raises an alert", async () => {
  expect((await bobSays("catapult")).body).toEqual(blocked);
  const form = { channel: "general", content: "my d0g" };
  expect((await service.control("POST /users/bob/message", form)).body).toEqual(blocked);
  const log = await service.asUser(demo.aliceToken, `GET /channels/${LOG}/messages`);
  expect(log.body).toMatchObject([
    { type: 24, embeds: [{ description: "my d0g" }] },
    { type: 24, embeds: [{ description: "catapult" }] },
  ]);
  const answer = await service.asUser(demo.aliceToken, `GET ${general}`);
  expect(answer.body).toEqual([]);
});

test("the journal names the rule and what matched", async () => {
  await bobSays("catapult");
  const { body } = await service.control("GET /journal?kind=refusal&limit=1");
  expect(body).toMatchObject({
    items: [
      {
        refusal: {
          error: { name: "MessageBlocked" },
          rule: { id: RULE, name: "No cats", keyword: "cat*" },
        },
        summary: expect.stringContaining("by the rule No cats") as unknown,
      },
    ],
  });
});

test("a bot without message content receives the event without the content", async () => {
  const [blind, seeing] = [
    await listen(demo.botToken),
    await listen(reader.token, "MESSAGE_CONTENT"),
  ];
  await bobSays("catapult");
  const named = { t: "AUTO_MODERATION_ACTION_EXECUTION" };
  const hears = async (client: GatewayClient) =>
    (await client.next(({ t }) => t === named.t)).d as object;
  const fields = { user_id: demo.bobId, rule_id: RULE, matched_keyword: "cat*" };
  expect(await hears(blind)).toMatchObject({ ...fields, content: "", matched_content: "" });
  expect(await hears(seeing)).toMatchObject({
    ...fields,
    content: "catapult",
    matched_content: "cat",
  });
});

test("rules of a world file are exported unchanged", async () => {
  const exported = await service.control("GET /world");
  const { id: _id, ...rest } = rule;
  const named = {
    ...rest,
    actions: [rule.actions[0], { type: 2, metadata: { channel_id: "log" } }],
  };
  const [guild] = exported.at("guilds") as readonly { auto_moderation_rules?: object[] }[];
  expect(guild?.auto_moderation_rules).toMatchObject([{ ...named, creator: "alice" }]);
});

test("a rule of a world file is validated", async () => {
  const bad = {
    ...rule,
    actions: [{ type: 4 as const }],
    trigger_metadata: { regex_patterns: ["("] },
  };
  const guilds = [{ ...world.guilds[0], auto_moderation_rules: [bad] }];
  const { status, body } = await service.control("PUT /world", { ...world, guilds });
  expect([status, body]).toMatchObject([
    400,
    {
      errors: {
        guilds: {
          0: {
            auto_moderation_rules: {
              0: {
                actions: { 0: { type: { _errors: [{}] } } },
                trigger_metadata: { regex_patterns: { 0: { _errors: [{}] } } },
              },
            },
          },
        },
      },
    },
  ]);
});

test("a deleted role or channel is removed from the rules that name it", async () => {
  await service.control("DELETE /roles/calm");
  await service.control("DELETE /channels/log");
  const path = `/guilds/${demo.guildId}/auto-moderation/rules/${RULE}`;
  const { body } = await service.asBot(`GET ${path}`);
  expect(body).toMatchObject({ exempt_roles: [], actions: [{ type: 1 }] });
});

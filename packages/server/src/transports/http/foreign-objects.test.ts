// Calls every endpoint with an object in its path as each kind of stranger, with objects of others:
// the call is refused, nothing of them is shown, and nothing changes. The possible refusals follow
// from the declaration, so that new endpoints are included automatically. Source: requirements 5.
import { endpoints, type EndpointDeclaration } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, type TestService } from "../../testing/start-service.ts";
import { planes } from "./routing/routes.ts";
import { definedFields } from "../../platform/defined-fields.ts";

const scopes = [
  ...new Set(
    endpoints.flatMap(({ auth }) =>
      auth.flatMap((each) => (each.kind === "bearer" ? each.scopes : [])),
    ),
  ),
];
/** A scope that an application has by its own credentials, without a user. */
const OWN_SCOPE = "applications.commands.update";
const BOT = "MjAwMDAwMDAwMDAwMDAwMDAx.x.victim";
const STRANGE_BOT = "MjAwMDAwMDAwMDAwMDAwMDAy.x.stranger";
/** A text in all objects that do not belong to the strangers. */
const SECRET = "harboursecret";

/** The objects in paths: all of them belong to one application, its guild and its people. */
const theirs: Record<string, string> = {
  application_id: "200000000000000001",
  guild_id: "300000000000000001",
  channel_id: "300000000000000021",
  role_id: "300000000000000011",
  overwrite_id: "300000000000000011",
  command_id: "400000000000000001",
  sku_id: "400000000000000002",
  entitlement_id: "400000000000000003",
  event_id: "400000000000000004",
  emoji_id: "400000000000000005",
  sticker_id: "400000000000000008",
  sound_id: "400000000000000009",
  exception_id: "1987483009843200000",
  pack_id: "10000000000000001",
  emoji_name: "%F0%9F%91%8D",
  answer_id: "1",
  lobby_id: "400000000000000006",
  user_id: "100000000000000001",
  user_id_1: "100000000000000001",
  user_id_2: "100000000000000002",
  owner_id: "300000000000000001",
  webhook_id: "400000000000000007",
  rule_id: "400000000000000008",
  request_id: "400000000000000009",
  code: "harbourcode",
  instance_id: "i-1-gc-2-3",
};

const world = {
  users: [
    { id: "100000000000000001", username: "mina", token: "user-token-mina" },
    { id: "100000000000000002", username: "theo", token: "user-token-theo" },
    { id: "100000000000000003", username: "carol", token: "user-token-carol" },
  ],
  applications: [
    {
      id: theirs["application_id"],
      name: "Victim",
      description: SECRET,
      owner: "mina",
      integration_types: [0, 1],
      bot: { token: BOT },
      commands: [
        { id: theirs["command_id"], name: "ping", description: SECRET },
        { name: "hidden", description: SECRET },
      ],
      skus: [{ id: theirs["sku_id"], name: SECRET, type: 5 }],
      entitlements: [{ id: theirs["entitlement_id"], sku: theirs["sku_id"], user: "mina" }],
    },
    {
      id: "200000000000000002",
      name: "Stranger",
      owner: "carol",
      bot: { token: STRANGE_BOT, intents: ["GUILD_MEMBERS", "MESSAGE_CONTENT"] },
    },
  ],
  guilds: [
    {
      id: theirs["guild_id"],
      name: `${SECRET} guild`,
      owner: "mina",
      roles: [{ id: theirs["role_id"], name: SECRET }],
      channels: [
        { id: theirs["channel_id"], name: "general", topic: SECRET },
        { id: "300000000000000022", name: "voice", type: 2 },
      ],
      members: [{ user: "mina" }, { user: "theo" }],
      emojis: [{ id: theirs["emoji_id"], name: SECRET }],
      stickers: [{ id: theirs["sticker_id"], name: SECRET }],
      soundboard_sounds: [{ id: theirs["sound_id"], name: SECRET }],
      webhooks: [
        { id: theirs["webhook_id"], name: SECRET, channel: "general", user: "100000000000000001" },
      ],
      invites: [{ code: theirs["code"], channel: "general", only_user: "theo" }],
      join_requests: [{ id: theirs["request_id"], user: "carol", rejection_reason: null }],
      auto_moderation_rules: [{ id: theirs["rule_id"], name: SECRET, trigger_type: 3 }],
      scheduled_events: [
        {
          id: theirs["event_id"],
          name: SECRET,
          channel: "voice",
          scheduled_start_time: "2030-01-01T00:00:00Z",
        },
      ],
      applications: [
        { application: "Victim", scopes: ["bot", "applications.commands"], permissions: "8" },
      ],
    },
    {
      name: "Elsewhere",
      owner: "carol",
      members: [{ user: "carol" }],
      applications: [{ application: "Stranger", scopes: ["bot"] }],
    },
  ],
  lobbies: [
    {
      id: theirs["lobby_id"],
      application: "Victim",
      metadata: { a: SECRET },
      members: [{ user: "mina" }, { user: "theo" }],
    },
  ],
  access_tokens: [
    {
      user: "carol",
      application: "Stranger",
      token: "bearer-carol",
      scopes: scopes.filter((each) => each !== OWN_SCOPE),
    },
    { application: "Stranger", token: "bearer-stranger", scopes: [OWN_SCOPE] },
  ],
};

let service: TestService;

beforeAll(async () => {
  service = await aService({ world });
  const auth = `Bot ${BOT}`;
  const sent = await service.call(`POST /channels/${theirs["channel_id"]}/messages`, {
    auth,
    body: { content: SECRET },
  });
  theirs["message_id"] = sent.id;
  const interaction = Promise.withResolvers<{ readonly id: string }>();
  service.store.log.follow((facts) => {
    for (const { name, payload } of facts) {
      if (name === "INTERACTION_CREATE") interaction.resolve(payload as { readonly id: string });
    }
  });
  await service.asUser("user-token-mina", "POST /interactions", {
    type: 2,
    application_id: theirs["application_id"],
    guild_id: theirs["guild_id"],
    channel_id: theirs["channel_id"],
    data: { id: theirs["command_id"], name: "ping" },
  });
  theirs["interaction_id"] = (await interaction.promise).id;
  // The token is the credential, which strangers do not have.
  theirs["interaction_token"] = "a-guess";
  theirs["webhook_token"] = "a-guess";
  const sold = { application: "Victim", user: "mina", skus: [theirs["sku_id"]] };
  theirs["subscription_id"] = (await service.control("POST /subscriptions", sold)).id;
  const path = `GET /guilds/${theirs["guild_id"]}/integrations`;
  theirs["integration_id"] = String((await service.call(path, { auth })).at(0, "id"));
});

afterAll(() => service.stop());

const strangers = {
  "another bot": `Bot ${STRANGE_BOT}`,
  "another user's access token": "Bearer bearer-carol",
  "another application's access token": "Bearer bearer-stranger",
  "another user": "user-token-carol",
  nobody: undefined,
} as const;
type Stranger = keyof typeof strangers;

/** What strangers may request of others' objects, and why: everything else is refused. */
const openToStrangers: Readonly<
  Record<string, { readonly to: readonly Stranger[]; readonly why: string }>
> = {
  "users.get": { to: ["another bot", "another user"], why: "what people show everyone" },
  "invites.get": {
    to: Object.keys(strangers) as Stranger[],
    why: "whoever has its code may look where an invite leads",
  },
  "stickers.get": {
    to: ["another bot", "another user"],
    why: "messages show stickers everywhere, and their ids are all that it takes",
  },
  "stickers.pack": { to: ["another bot", "another user"], why: "the service's own stickers" },
  "users.createMessage": {
    to: ["another user's access token"],
    why: "a player may write to anybody, who may block them",
  },
  "users.messages": {
    to: ["another user's access token"],
    why: "what the two of them wrote, which is nothing",
  },
};

const named = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const tried = endpoints.filter(({ path }) => named(path).length > 0);

test("a foreign object exists for every name in a path", () => {
  const api = tried.filter(({ plane }) => plane !== "control");
  const names = new Set(api.flatMap(({ path }) => named(path)));
  expect([...names].filter((name) => theirs[name] === undefined)).toEqual([]);
});

test("every exception is an endpoint", () => {
  const ids = new Set(tried.map(({ id }) => id));
  expect(Object.keys(openToStrangers).filter((id) => !ids.has(id))).toEqual([]);
});

/** The required query parameters of an endpoint. */
function requiredQuery({ query }: EndpointDeclaration): string {
  const { required = [] }: { readonly required?: readonly string[] } = query ?? {};
  return required.length === 0 ? "" : `?${required.map((name) => `${name}=1`).join("&")}`;
}

/** The reply to a stranger. */
async function answerTo(endpoint: EndpointDeclaration, header: string | undefined) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => theirs[name] ?? "1");
  const base = service.url + planes[endpoint.plane ?? "api"];
  const response = await fetch(base + path + requiredQuery(endpoint), {
    method: endpoint.method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      ...definedFields({ authorization: header }),
      ...(endpoint.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(endpoint.body === undefined ? {} : { body: "{}" }),
  });
  const text = await response.text();
  return { status: response.status, text };
}

/** The state of everything that the API can show. */
async function state(): Promise<string> {
  const answer = await service.control("GET /world");
  return answer.text;
}

test.each(tried.map((each) => [each.id, each] as const))(
  "%s reveals no foreign objects",
  async (id, endpoint) => {
    const before = await state();
    const wrong: string[] = [];
    for (const [stranger, header] of Object.entries(strangers)) {
      const { status, text } = await answerTo(endpoint, header);
      if (openToStrangers[id]?.to.includes(stranger as Stranger) === true) continue;
      const isRefused = [401, 403, 404].includes(status);
      if (!isRefused) wrong.push(`${stranger}: ${status} ${text.slice(0, 200)}`);
      if (text.includes(SECRET)) wrong.push(`${stranger} is told: ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect((await state()) === before).toBe(true);
  },
);

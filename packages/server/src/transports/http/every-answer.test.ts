// One script that makes every endpoint reply successfully at least once. The service compares each
// reply with its declaration and with the machine specification.
import { endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { recordWebhookEvent } from "../../domains/webhooks/outbox.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { searchedLists } from "../../testing/lists.ts";
import { useGame } from "../../testing/scripts/game-script.ts";
import { useGuilds } from "../../testing/scripts/guild-script.ts";
import { changeSettings } from "../../testing/scripts/guild-settings-script.ts";
import { runModeration } from "../../testing/scripts/moderation-script.ts";
import { signInAndOut } from "../../testing/scripts/oauth-script.ts";
import { runPlayers } from "../../testing/scripts/player-script.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const EDITOR_TOKEN = "bearer-editor";

const [concierge] = demoWorld.applications ?? [];
/**
 * The demo world, where the application has an Activity, and alice has let it change who may use
 * its commands.
 */
const world = {
  ...demoWorld,
  applications: [{ ...concierge, flags: ["EMBEDDED"], commands: [] }],
  access_tokens: [
    ...(demoWorld.access_tokens ?? []),
    {
      token: EDITOR_TOKEN,
      user: "alice",
      application: "Concierge",
      scopes: [
        "applications.commands.permissions.update",
        "applications.entitlements",
        "guilds.members.read",
        "role_connections.write",
      ],
    },
  ],
};

interface Interaction {
  readonly id: string;
  readonly token: string;
}

let service: TestService;
let bot: WebSocket;
const arrivals: Interaction[] = [];
let arrived: () => void = () => undefined;

/** A bot that only receives: the script replies for it. */
async function connectBot(): Promise<WebSocket> {
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/gateway/?v=10`);
  const ready = Promise.withResolvers<void>();
  socket.on("message", (frame: Buffer) => {
    const { op, t, d } = JSON.parse(frame.toString()) as {
      op: number;
      t: string | null;
      d: Interaction;
    };
    if (op === 10)
      socket.send(
        JSON.stringify({ op: 2, d: { token: demo.botToken, intents: 1, properties: {} } }),
      );
    if (t === "READY") ready.resolve();
    if (t !== "INTERACTION_CREATE") return;
    arrivals.push(d);
    arrived();
  });
  await ready.promise;
  return socket;
}

async function nextInteraction(): Promise<Interaction> {
  while (arrivals.length === 0) {
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived = resolve;
    await promise;
  }
  const next = arrivals.shift();
  if (next === undefined) throw new Error("no interaction came");
  return next;
}

beforeAll(async () => {
  service = await aService({ world });
  bot = await connectBot();
});

afterAll(async () => {
  bot.close();
  await service.stop();
});

async function readEverything(): Promise<void> {
  const guild = `/guilds/${demo.guildId}`;
  const general = `/channels/${demo.generalId}`;
  for (const path of [
    "/gateway",
    "/gateway/bot",
    "/users/@me",
    `/users/${demo.aliceId}`,
    "/users/@me/guilds",
    "/applications/@me",
    "/oauth2/applications/@me",
    guild,
    `${guild}?with_counts=true`,
    `${guild}/channels`,
    `${guild}/roles`,
    `${guild}/members?limit=10`,
    `${guild}/members/search?query=b`,
    `${guild}/members/${demo.bobId}`,
    general,
    `${general}/messages`,
  ]) {
    expect([path, (await service.asBot(`GET ${path}`)).status]).toEqual([path, 200]);
  }
  expect((await service.asUser(demo.aliceToken, "GET /users/@me")).at("email")).toBe(
    "alice@example.com",
  );
  expect(
    (await service.call("GET /users/@me", { auth: `Bearer ${demo.accessToken}` })).body,
  ).not.toHaveProperty("email");
  const own = `GET /users/@me/guilds/${demo.guildId}/member`;
  expect((await service.call(own, { auth: `Bearer ${EDITOR_TOKEN}` })).status).toBe(200);
}

async function useCommands(): Promise<string> {
  const draft = { name: "ping", description: "Answers pong" };
  let id = "";
  for (const base of [
    `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`,
    `/applications/${demo.applicationId}/commands`,
  ]) {
    expect(
      (await service.asBot(`PUT ${base}`, [{ name: "old", description: "Goes" }])).status,
    ).toBe(200);
    const created = await service.asBot(`POST ${base}`, draft);
    expect([created.status, (await service.asBot(`POST ${base}`, draft)).status]).toEqual([
      201, 200,
    ]);
    id = created.id;
    expect((await service.asBot(`GET ${base}/${id}`)).body).toEqual(created.body);
    expect(
      (await service.asBot(`PATCH ${base}/${id}`, { description: "Still" })).at("description"),
    ).toBe("Still");
    expect((await service.asBot(`GET ${base}`)).body).toHaveLength(2);
    const old = (await service.asBot(`GET ${base}?with_localizations=true`)).at(0, "id");
    expect((await service.asBot(`DELETE ${base}/${String(old)}`)).status).toBe(204);
  }
  return id;
}

async function usePermissions(commandId: string): Promise<void> {
  const base = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  const edited = await service.call(`PUT ${base}/${commandId}/permissions`, {
    auth: `Bearer ${EDITOR_TOKEN}`,
    body: { permissions: [{ id: demo.bobId, type: 2, permission: true }] },
  });
  expect(edited.status).toBe(200);
  expect((await service.asBot(`GET ${base}/${commandId}/permissions`)).body).toEqual(edited.body);
  expect((await service.asBot(`GET ${base}/permissions`)).body).toEqual([edited.body]);
  for (const place of [`/channels/${demo.generalId}`, `/guilds/${demo.guildId}`]) {
    const picker = await service.asUser(demo.bobToken, `GET ${place}/application-command-index`);
    expect(picker.at("applications", 0, "id")).toBe(demo.applicationId);
  }
  const query = `user=bob&application=Concierge&command=ping&channel=general`;
  expect((await service.control(`GET /decision?${query}`)).at("allowed")).toBe(true);
}

async function useInteractions(commandId: string): Promise<void> {
  const sent = await service.asUser(demo.aliceToken, "POST /interactions", {
    type: 2,
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    nonce: "1",
    session_id: "x",
    data: { id: commandId, name: "ping", type: 1 },
  });
  expect([sent.status, sent.text]).toEqual([204, ""]);
  const { id, token } = await nextInteraction();
  const answered = await service.call(
    `POST /interactions/${id}/${token}/callback?with_response=true`,
    {
      body: { type: 4, data: { content: "pong", embeds: [{ title: "a", description: "b" }] } },
    },
  );
  expect(answered.status).toBe(200);
  const hook = `/webhooks/${demo.applicationId}/${token}`;
  const followUp = await service.call(`POST ${hook}`, {
    body: { content: "and more <@100000000000000002>" },
  });
  expect(followUp.status).toBe(200);
  for (const message of [`${hook}/messages/%40original`, `${hook}/messages/${followUp.id}`]) {
    expect((await service.call(`GET ${message}`)).status).toBe(200);
    expect(
      (await service.call(`PATCH ${message}`, { body: { content: "edited" } })).at("content"),
    ).toBe("edited");
  }
  const history = `/channels/${demo.generalId}/messages`;
  expect((await service.asUser(demo.bobToken, `GET ${history}`)).body).toHaveLength(2);
  expect((await service.asBot(`GET ${history}/${followUp.id}`)).status).toBe(200);
  for (const message of ["@original", followUp.id]) {
    expect((await service.call(`DELETE ${hook}/messages/${message}`)).status).toBe(204);
  }
}

async function beAUser(): Promise<void> {
  const outcome = service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "@Concierge",
    command: "ping",
  });
  const { id, token } = await nextInteraction();
  expect(
    (
      await service.call(`POST /interactions/${id}/${token}/callback`, {
        body: { type: 5, data: { flags: 64 } },
      })
    ).status,
  ).toBe(204);
  await service.call(`PATCH /webhooks/${demo.applicationId}/${token}/messages/@original`, {
    body: { content: "done" },
  });
  expect((await outcome).body).toMatchObject({
    outcome: "replied",
    deferred: true,
    messages: [{ content: "done", flags: 64 }],
  });
}

/** Responds to the next interaction; returns its id and that of the message in the reply. */
async function answerNext(body: object): Promise<{ id: string; messageId: string }> {
  const { id, token } = await nextInteraction();
  const path = `POST /interactions/${id}/${token}/callback?with_response=true`;
  const answered = await service.call(path, { body });
  expect(answered.status).toBe(200);
  return { id, messageId: String(answered.at("interaction", "response_message_id")) };
}

async function useComponents(): Promise<void> {
  const base = `/applications/${demo.applicationId}/commands`;
  const option = { type: 3, name: "what", description: "What", autocomplete: true };
  await service.asBot(`POST ${base}`, { name: "find", description: "x", options: [option] });
  const place = { application: "Concierge", channel: "general", command: "find" };
  const typing = service.control("POST /users/alice/autocomplete", { ...place, focused: "what" });
  await answerNext({ type: 8, data: { choices: [{ name: "a", value: "b" }] } });
  expect((await typing).at("outcome")).toBe("autocomplete");

  const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
  const options = [{ label: "Red", value: "red" }];
  const menu = { type: 3, custom_id: "pick", options };
  const components = [button, menu].map((each) => ({ type: 1, components: [each] }));
  const invoked = service.control("POST /users/alice/invoke", place);
  const { messageId: message } = await answerNext({ type: 4, data: { content: "x", components } });
  await invoked;

  const clicked = service.control("POST /users/alice/click", { message, custom_id: "go" });
  const input = { type: 4, custom_id: "name", style: 1 };
  const modal = {
    custom_id: "form",
    title: "A form",
    components: [{ type: 18, label: "Name", component: input }],
  };
  const { id: interaction } = await answerNext({ type: 9, data: modal });
  expect((await clicked).at("outcome")).toBe("modal");

  const fields = { name: "Alice" };
  const submitted = service.control("POST /users/alice/submit", { interaction, fields });
  await answerNext({ type: 7, data: { content: "filled" } });
  expect((await submitted).at("messages", 0, "content")).toBe("filled");

  const choice = { message, custom_id: "pick", values: ["red"] };
  const chosen = service.control("POST /users/alice/select", choice);
  await answerNext({ type: 12 });
  const instance = `activity-instances/${String((await chosen).at("activity_instance_id"))}`;
  const running = await service.asBot(`GET /applications/${demo.applicationId}/${instance}`);
  expect(running.at("users")).toEqual([demo.aliceId]);
}

async function changeTheApplication(): Promise<void> {
  const changed = await service.asBot("PATCH /applications/@me", { description: "A concierge" });
  expect([changed.status, changed.at("description")]).toEqual([200, "A concierge"]);
}

async function writeMessages(): Promise<void> {
  const { id: channelId } = await service.asBot("POST /users/@me/channels", {
    recipient_id: demo.aliceId,
  });
  const general = `/channels/${demo.generalId}/messages`;
  const form = new FormData();
  form.append("payload_json", JSON.stringify({ content: "with a file", tts: false }));
  form.append("files[0]", new Blob(["hello"]), "hello.txt");
  const { id: first } = await service.asBot(`POST /channels/${channelId}/messages`, form);
  const direct = `/channels/${channelId}/messages/${first}`;
  const written = await service.control("POST /users/bob/message", {
    channel: "general",
    content: "hello",
    attachments: [{ filename: "a.png", data: "iVBORw0KGgo=" }],
  });
  const { id: second } = await service.asUser(demo.bobToken, `POST ${general}`, {
    content: "and again",
    message_reference: { message_id: written.id },
  });
  const statuses = [
    written,
    await service.asBot(`PATCH ${direct}`, { content: "changed" }),
    await service.asBot(`DELETE ${direct}`),
    await service.asBot(`POST ${general}/bulk-delete`, { messages: [written.id, second] }),
  ].map((each) => each.status);
  expect(statuses).toEqual([200, 200, 204, 204]);
}

async function searchAndForward(): Promise<void> {
  const intents = ["GUILD_MEMBERS", "MESSAGE_CONTENT"];
  await service.control(`PATCH /applications/${demo.applicationId}`, { bot: { intents } });
  const general = `/channels/${demo.generalId}/messages`;
  const { id } = await service.asBot(`POST ${general}`, { content: "to be found" });
  const reference = { type: 1, message_id: id, channel_id: demo.generalId };
  const forward = await service.asBot(`POST ${general}`, { message_reference: reference });
  expect(forward.at("message_snapshots", 0, "message", "content")).toBe("to be found");
  const search = `GET /guilds/${demo.guildId}/messages/search`;
  expect((await service.asBot(`${search}?content=found`)).at("total_results")).toBe(1);
  await service.control(`PATCH /guilds/${demo.guildId}`, { search_index: "not_ready" });
  expect((await service.asBot(search)).status).toBe(202);
}

async function sell(): Promise<void> {
  const application = "Concierge";
  const { id: sku } = await service.control("POST /skus", { application, name: "Gold" });
  const { id: gem } = await service.control("POST /skus", { application, type: 3, name: "Gem" });
  const base = `/applications/${demo.applicationId}`;
  const draft = { sku_id: gem, owner_id: demo.aliceId, owner_type: 2 };
  const { id } = await service.asBot(`POST ${base}/entitlements`, draft);
  const sold = { application, user: "alice", skus: [sku] };
  const { id: subscription } = await service.control("POST /subscriptions", sold);
  const entitlement = await service.control("POST /entitlements", {
    application,
    sku,
    user: "bob",
  });
  const auth = `Bearer ${EDITOR_TOKEN}`;
  const statuses = [
    await service.call(`GET /users/@me${base}/entitlements`, { auth }),
    await service.asBot(`GET ${base}/skus`),
    await service.asBot(`GET ${base}/entitlements?sku_ids=${sku},${gem}`),
    await service.asBot(`GET ${base}/entitlements/${id}`),
    await service.asBot(`POST ${base}/entitlements/${id}/consume`),
    await service.asBot(`DELETE ${base}/entitlements/${id}`),
    await service.asBot(`GET /skus/${sku}/subscriptions?user_id=${demo.aliceId}`),
    await service.asBot(`GET /skus/${sku}/subscriptions/${subscription}`),
    await service.control(`GET /skus/${sku}`),
    await service.control(`PATCH /skus/${sku}`, { name: "Silver" }),
    await service.control(`GET /entitlements/${entitlement.id}`),
    await service.control(`PATCH /entitlements/${entitlement.id}`, { consumed: true }),
    await service.control(`GET /subscriptions/${subscription}`),
    await service.control(`PATCH /subscriptions/${subscription}`, { status: 2 }),
    await service.control(`DELETE /subscriptions/${subscription}`),
    await service.control(`DELETE /entitlements/${entitlement.id}`),
  ].map((each) => each.status);
  expect(statuses).toEqual([
    200, 200, 200, 200, 204, 204, 200, 200, 200, 200, 200, 200, 200, 200, 204, 204,
  ]);
  const { id: team } = await service.control("POST /teams", { name: "Crew", owner: "alice" });
  const ofTeam = [
    await service.control(`GET /teams/${team}`),
    await service.control(`PATCH /teams/${team}`, { members: [{ user: "bob" }] }),
    await service.control(`DELETE /teams/${team}`),
  ].map((each) => each.status);
  expect(ofTeam).toEqual([200, 200, 204]);
  const { id: unsold } = await service.control("POST /skus", { application, name: "Tin" });
  expect((await service.control(`DELETE /skus/${unsold}`)).status).toBe(204);
}

async function linkRoles(): Promise<void> {
  const path = `/users/@me/applications/${demo.applicationId}/role-connection`;
  const auth = `Bearer ${EDITOR_TOKEN}`;
  const linked = { application: "Concierge" };
  const role = await service.control("POST /roles", { guild: demo.guildId, name: "Crew", linked });
  const answers = [
    await service.call(`PUT ${path}`, { auth, body: { platform_name: "Sea" } }),
    await service.call(`GET ${path}`, { auth }),
    await service.control("POST /users/alice/linked-roles", { role: role.id }),
    await service.call(`DELETE ${path}`, { auth }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204]);
}

async function useGroups(): Promise<void> {
  const { id: carol } = await service.control("POST /users", { username: "carol" });
  const { id: dan } = await service.control("POST /users", { username: "dan" });
  const as = (operation: string, body?: object) => service.asUser(demo.aliceToken, operation, body);
  const direct = await as("POST /users/@me/channels", { recipient_id: demo.bobId });
  const made = await as(`PUT /channels/${direct.id}/recipients/${carol}`);
  const group = `/channels/${made.id}`;
  const statuses = [
    made,
    await as(`PUT ${group}/recipients/${dan}`),
    await as(`PATCH ${group}`, { name: "Crew" }),
    await as(`DELETE ${group}/recipients/${dan}`),
    await as(`DELETE ${group}`),
    await service.control("DELETE /users/carol"),
    await service.control("DELETE /users/dan"),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 204, 200, 204, 200, 204, 204]);
}

async function useLobbies(): Promise<void> {
  const lobby = await service.asBot("POST /lobbies", {
    metadata: { a: "b" },
    members: [{ id: demo.aliceId }],
  });
  const path = `/lobbies/${lobby.id}`;
  const statuses = [
    await service.asBot(`GET ${path}`),
    await service.asBot(`PATCH ${path}`, { flags: 1 }),
    await service.asBot(`PUT ${path}/members/${demo.bobId}`, { additional_name: "Vex" }),
    await service.asBot(`DELETE ${path}/members/${demo.bobId}`),
    await service.asBot(`POST ${path}/members/bulk`, [{ id: demo.bobId, flags: 1 }]),
    await service.asBot(`DELETE ${path}`),
  ].map((each) => each.status);
  expect(statuses).toEqual([200, 200, 200, 204, 200, 204]);
  const another = await service.asBot("POST /lobbies", {});
  const placed = await service.control(`PUT /lobbies/${another.id}/members/bob`, { flags: 1 });
  const steered = [
    placed,
    await service.control(`GET /lobbies/${another.id}`),
    await service.control(`PATCH /lobbies/${another.id}`, { metadata: { map: "reef" } }),
    await service.control(`GET /lobbies/${another.id}/messages`),
    await service.control(`DELETE /lobbies/${another.id}/members/bob`),
    await service.control(`DELETE /lobbies/${another.id}`),
  ].map((each) => each.status);
  expect(steered).toEqual([200, 200, 200, 200, 204, 204]);
  const auth = `Bearer ${demo.accessToken}`;
  const joined = await service.call("PUT /lobbies", { auth, body: { secret: "sesame" } });
  const leaving = await service.call(`DELETE /lobbies/${joined.id}/members/@me`, { auth });
  expect([joined.status, leaving.status]).toEqual([200, 204]);
}

async function injectFaults(): Promise<void> {
  const issue = await service.control("POST /faults", { match: {}, http: { status: 500 } });
  const statuses = [
    issue,
    await service.control("GET /faults"),
    await service.control(`DELETE /faults/${issue.id}`),
    await service.control("DELETE /faults"),
  ].map((each) => each.status);
  expect(statuses).toEqual([201, 200, 204, 204]);
}

async function readTheJournal(): Promise<void> {
  const page = await service.control("GET /journal?name=lobbies.*&limit=1");
  const [entry = ""] = [page.at("items", 0, "id")].map(String);
  const trace = String(page.at("items", 0, "trace"));
  const answers = [
    await service.control(`GET /journal/${entry}`),
    await service.control(`GET /traces/${trace}`),
    await service.control(`GET /traces/${trace}/children`),
    await service.control(`GET /journal/export?trace=${trace}&as=curl`),
    await service.control("POST /journal/export", { entries: [entry], as: "jsonl" }),
    await service.control(`POST /journal/${entry}/replay`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
}

async function shapeTheWorld(): Promise<void> {
  const guild = demo.guildId;
  const kinds: readonly (readonly [string, object, object, (id: string) => string])[] = [
    ["users", { username: "carol" }, { global_name: "Carol" }, (id) => id],
    ["applications", { name: "Porter" }, { description: "Opens" }, (id) => id],
    ["guilds", { name: "Hall" }, { description: "A hall" }, (id) => id],
    ["roles", { guild, name: "staff" }, { hoist: true }, (id) => id],
    ["channels", { guild, name: "den" }, { topic: "Sit" }, (id) => id],
    [
      "tokens",
      { token: "t", user: "bob", application: "Concierge" },
      { scopes: ["applications.commands"] },
      () => "t",
    ],
    [
      "installs",
      { user: "bob", application: "Concierge" },
      { scopes: ["applications.commands"] },
      () => `${demo.bobId}/${demo.applicationId}`,
    ],
  ];
  for (const [plural, form, changes, pathOf] of kinds) {
    const added = await service.control(`POST /${plural}`, form);
    const one = `/${plural}/${pathOf(added.id)}`;
    const rest = [
      await service.control(`GET ${one}`),
      await service.control(`PATCH ${one}`, changes),
      await service.control(`DELETE ${one}`),
    ].map((each) => each.status);
    expect([plural, added.status, ...rest]).toEqual([plural, 201, 200, 200, 204]);
  }
  const bob = `/members/${guild}/${demo.bobId}`;
  expect((await service.control(`DELETE ${bob}`)).status).toBe(204);
  expect((await service.control("POST /members", { guild, user: "bob" })).status).toBe(201);
  expect((await service.control(`GET ${bob}`)).status).toBe(200);
  expect((await service.control(`PATCH ${bob}`, { nick: "b" })).at("nick")).toBe("b");
}

/** Delivers an event to an unreachable endpoint, and then once more. */
async function redeliver(): Promise<void> {
  await service.work.transaction((ctx) =>
    recordWebhookEvent(ctx, {
      application_id: demo.applicationId,
      type: "APPLICATION_DEAUTHORIZED",
      data: {},
      resource: "alice",
      url: "http://127.0.0.1:9/events",
    }),
  );
  expect((await service.control("GET /queues")).at("items", 0, "waiting")).toBe(1);
  const { items } = (await service.control("GET /deliveries")).body as { items: { id: string }[] };
  const answer = await service.control(`POST /deliveries/${items.at(-1)?.id}/redeliver`);
  expect(answer.status).toBe(202);
}

/** Probes an endpoint that nothing listens at. */
async function probe(): Promise<void> {
  const application = { name: "Probed", interactions_endpoint_url: "http://127.0.0.1:9/" };
  await service.control("POST /applications", application);
  const answer = await service.control("POST /applications/Probed/probe", {
    endpoint: "interactions",
  });
  expect([answer.status, answer.at("signed_well", "passes")]).toEqual([200, false]);
  const key = await service.control("GET /applications/Probed/key");
  expect(key.at("verify_key")).toMatch(/^[0-9a-f]{64}$/);
}

async function lookAround(): Promise<void> {
  const cells = [
    { user: "alice", application: "Concierge", command: "ping", channel: "general" },
    { roles: ["mods"], application: "Concierge", command: "ping", channel: "general" },
  ];
  const overlay = { roles: { mods: { permissions: "0" } } };
  for (const path of searchedLists) {
    expect((await service.control(`GET ${path}?limit=2&q=0`)).status).toBe(200);
  }
  const statuses = [
    await service.control("GET /jobs"),
    await service.control("GET /users/alice/view?channel=general"),
    await service.control("POST /users/alice/session"),
    await service.control("POST /decisions", { cells, overlay }),
    await service.control("POST /applications/Concierge/commands/check", []),
  ].map((each) => each.status);
  expect(statuses).toEqual([200, 200, 201, 200, 200]);
}

async function steer(): Promise<void> {
  expect((await service.control("GET /clock")).status).toBe(200);
  expect(
    (await service.control("PATCH /clock", { frozen: true, advance: "PT1M" })).at("frozen"),
  ).toBe(true);
  // An instant in the past is due at once.
  const follow = { follower: "every", next: "2020-01-01T00:00:00Z" };
  expect((await service.control("POST /clock/follow", follow)).status).toBe(200);
  expect((await service.control("GET /world")).at("users", 1)).toBeDefined();
  expect((await service.control("GET /limits")).at("profile")).toBe("off");
  const strict = await service.control("PATCH /limits", { profile: "production" });
  expect([strict.status, strict.at("profile")]).toEqual([200, "production"]);
  expect((await service.control("PATCH /limits", { profile: "off" })).status).toBe(200);
  expect((await service.control("POST /limits/reset")).status).toBe(204);
  const now = await service.control("GET /world");
  expect((await service.control("PUT /world", now.body)).status).toBe(204);
  expect((await service.control("POST /world/reset")).status).toBe(204);
  await useSnapshots();
}

async function useSnapshots(): Promise<void> {
  const statuses = [
    await service.control("POST /snapshots", { name: "clean" }),
    await service.control("GET /snapshots"),
    await service.control("GET /snapshots/clean/diff"),
    await service.control("POST /snapshots/clean/restore"),
    await service.control("DELETE /snapshots/clean"),
    await service.control("POST /worlds", { name: "beside", from: { fork: "main" } }),
    await service.control("GET /worlds"),
    await service.control("GET /worlds/beside"),
    await service.control(`POST /traces/${await newestTrace()}/replay`, { in: "beside" }),
    await service.control("DELETE /worlds/beside"),
  ].map((each) => each.status);
  expect(statuses).toEqual([201, 200, 200, 204, 204, 201, 200, 200, 200, 204]);
}

async function newestTrace(): Promise<string> {
  const page = await service.control("GET /journal?kind=request&limit=1");
  return page.at("items", 0, "trace") as string;
}

/** The statuses of failed calls. */
function refused(statuses: readonly number[]): readonly number[] {
  return statuses.filter((status) => status >= 300);
}

/** Commands, and what people and applications do with them. */
async function command(): Promise<void> {
  await readEverything();
  const commandId = await useCommands();
  await usePermissions(commandId);
  await useInteractions(commandId);
  await beAUser();
  await useComponents();
  await changeTheApplication();
}

async function write(): Promise<void> {
  await writeMessages();
  await searchAndForward();
  await sell();
}

async function operate(): Promise<void> {
  await injectFaults();
  await readTheJournal();
  await shapeTheWorld();
  await lookAround();
  await redeliver();
  await probe();
  await steer();
}

// The script continues from test to test, so that none of them takes long on a slow machine.
describe("every endpoint answers as it declares and as the machine specification says", () => {
  test("for commands and interactions", () => expect(command()).resolves.toBeUndefined());

  test("for messages and monetization", () => expect(write()).resolves.toBeUndefined());

  test("for guilds", async () => {
    expect(refused(await useGuilds(service))).toEqual([]);
    expect(refused(await runModeration(service))).toEqual([]);
    expect(refused(await changeSettings(service))).toEqual([]);
  });

  test("for users, lobbies and games", async () => {
    await linkRoles();
    await useGroups();
    await useLobbies();
    const played = Object.entries(await useGame(service));
    expect(played.filter(([, status]) => status > 204)).toEqual([]);
    expect(await signInAndOut(service)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 204, 200, 200, 200, 204,
    ]);
    expect(await runPlayers(service)).toEqual([
      200, 200, 200, 200, 200, 204, 204, 204, 200, 204, 204,
    ]);
  });

  test("for the control plane", () => expect(operate()).resolves.toBeUndefined());

  // Proves requirement 4.1 "status codes"
  test("without leaving one out", () => {
    const untried = endpoints.map((each) => each.id).filter((id) => !service.answered.has(id));
    expect(untried, "call it with success in one of the scripts above").toEqual([]);
  });
});

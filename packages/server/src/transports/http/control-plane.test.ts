// Rules for every call of the control plane: it accepts no unknown keys, banned users cannot act
// through it, and names are accepted wherever ids are.
import { endpoints, type EndpointDeclaration, type PathParameter } from "@antechamber/contract";
import { matchKind, type TSchema } from "@antechamber/contract/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, CONTROL_KEY, type TestService } from "../../testing/start-service.ts";

const ids = {
  alice: "100000000000000001",
  concierge: "200000000000000001",
  harbor: "300000000000000001",
  home: "300000000000000002",
  mods: "300000000000000011",
  homeMods: "300000000000000012",
  general: "300000000000000021",
  homeGeneral: "300000000000000022",
  quay: "300000000000000023",
  premium: "400000000000000001",
  entitlement: "400000000000000002",
  subscription: "400000000000000003",
} as const;

const installed = [{ application: "Concierge" }];
const world = {
  users: [
    { id: ids.alice, username: "alice" },
    { username: "bruno" },
    { username: "mallory", banned: true },
  ],
  applications: [
    {
      id: ids.concierge,
      name: "Concierge",
      commands: [{ name: "ping", description: "Answers" }],
      skus: [{ id: ids.premium, name: "Premium" }],
      entitlements: [{ id: ids.entitlement, sku: "Premium", user: "alice" }],
      subscriptions: [{ id: ids.subscription, skus: ["Premium"], user: "alice" }],
    },
  ],
  guilds: [
    {
      id: ids.harbor,
      name: "Harbor",
      owner: "alice",
      roles: [{ id: ids.mods, name: "mods" }, { name: "pilots" }],
      channels: [
        { id: ids.general, name: "general" },
        { id: ids.quay, name: "quay" },
      ],
      members: [{ user: "bruno" }, { user: "mallory" }],
      applications: installed,
    },
    {
      id: ids.home,
      name: "Home",
      owner: "alice",
      roles: [{ id: ids.homeMods, name: "mods" }],
      channels: [{ id: ids.homeGeneral, name: "general" }],
      applications: installed,
    },
  ],
  teams: [{ name: "Crew", owner: "alice" }],
  user_installs: [{ user: "alice", application: "Concierge" }],
  access_tokens: [{ token: "bearer", user: "alice", application: "Concierge" }],
};

let service: TestService;

beforeAll(async () => {
  service = await aService({ world });
});

afterAll(() => service.stop());

/** Existing subjects, by parameter name. */
const subjects: Readonly<Partial<Record<PathParameter, string>>> = {
  user: "bruno",
  member: "bruno",
  application: "Concierge",
  guild: "Harbor",
  owner: "Harbor",
  channel: "quay",
  role: "pilots",
  sku: "Premium",
  team: "Crew",
  token: "bearer",
  entitlement_id: ids.entitlement,
  subscription_id: ids.subscription,
  fault_id: "1",
  name: "clean",
  entry_id: "1",
  trace_id: "1",
  world: "main",
  delivery_id: "1",
  lobby_id: "1",
};

const controls = endpoints.filter((each) => each.plane === "control");
const label = (endpoint: EndpointDeclaration) => [endpoint.id, endpoint] as const;

function pathOf(endpoint: EndpointDeclaration, more: typeof subjects = {}): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const subject = { ...subjects, ...more }[name as PathParameter];
    if (subject === undefined) throw new Error(`no subject for {${name}}`);
    return subject;
  });
}

/** A body with one unknown key, and the path to it. */
interface Odd {
  readonly body: unknown;
  readonly path: readonly string[];
}

/** How deep recursive schemas are followed. */
const DEPTH = 6;

/** For every object in a schema, at any depth, a body with an unknown key there. */
function odds(schema: TSchema, depth = 0): Odd[] {
  if (depth > DEPTH) return [];
  return matchKind<Odd[]>(schema, {
    lazy: (build) => odds(build(), depth),
    nullable: (inner) => odds(inner, depth),
    textOr: (_text, fields) => odds(fields, depth),
    tagged: (variants) =>
      Object.entries(variants).flatMap(([type, variant]) =>
        odds(variant, depth).map(({ body, path }) => ({
          body: { ...(body as object), type: Number(type) },
          path,
        })),
      ),
    list: (items) =>
      odds(items, depth + 1).map(({ body, path }) => ({ body: [body], path: ["0", ...path] })),
    object: (fields) => [
      { body: { nonsense: 1 }, path: ["nonsense"] },
      ...Object.entries(fields).flatMap(([name, field]) =>
        odds(field, depth + 1).map(({ body, path }) => ({
          body: { [name]: body },
          path: [name, ...path],
        })),
      ),
    ],
    dictionary: () => [],
    plain: () => [],
  });
}

describe.each(controls.map(label))("%s", (_id, endpoint) => {
  test("refuses an unknown key in its query", async () => {
    const answer = await service.control(`${endpoint.method} ${pathOf(endpoint)}?nonsense=1`);
    expect([answer.status, answer.at("errors", "nonsense", "_errors", 0, "code")]).toEqual([
      400,
      "UNKNOWN_KEY",
    ]);
  });

  test("refuses an unknown key anywhere in its body", async () => {
    const wrong: unknown[] = [];
    for (const { body, path } of endpoint.body === undefined ? [] : odds(endpoint.body)) {
      const answer = await service.control(`${endpoint.method} ${pathOf(endpoint)}`, body);
      const code = answer.at("errors", ...path, "_errors", 0, "code");
      if (answer.status !== 400 || code !== "UNKNOWN_KEY") wrong.push([path, answer.body]);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

describe("a banned user", () => {
  const acting = controls.filter(
    ({ path, method }) => path.startsWith("/users/{user}/") && method !== "GET",
  );
  const bodies: Readonly<Record<string, object>> = {
    "control.invoke": { application: "Concierge", channel: "quay", command: "ping" },
    "control.autocomplete": {
      application: "Concierge",
      channel: "quay",
      command: "ping",
      focused: "x",
    },
    "control.click": { message: "1", custom_id: "x" },
    "control.select": { message: "1", custom_id: "x", values: [] },
    "control.submit": { interaction: "1", fields: {} },
    "control.message": { channel: "quay", content: "hello" },
    "control.deauthorize": { application: "Concierge" },
    "control.session": {},
    "control.react": { channel: "quay", message: "1", emoji: "👍" },
    "control.vote": { channel: "quay", message: "1", answers: [1] },
    "control.respondToEvent": { guild: "Harbor", event: "Quiz" },
    "control.playSound": { channel: "quay", sound: "Ding" },
    "control.boost": { guild: "Harbor" },
    "control.stopBoosting": {},
    "control.claimLinkedRole": { role: "pilots" },
    "control.answerOnboarding": { guild: "Harbor", options: [] },
    "control.requestJoining": { guild: "Harbor" },
    "control.withdrawJoinRequest": {},
  };

  test.each(acting.map(label))("cannot act by %s", async (id, endpoint) => {
    const body = bodies[id];
    if (body === undefined) throw new Error(`what is the body of ${id}?`);
    const path = pathOf(endpoint, { user: "mallory" });
    const answer = await service.control(`${endpoint.method} ${path}`, body);
    expect([answer.status, answer.at("code")]).toEqual([401, 0]);
  });

  test("has no view", async () => {
    const answer = await service.control("GET /users/mallory/view?channel=quay");
    expect([answer.status, answer.at("code")]).toEqual([401, 0]);
  });

  test("is refused by the decision endpoint as their token is", async () => {
    const query = "user=mallory&application=Concierge&channel=quay&command=ping";
    const answer = await service.control(`GET /decision?${query}`);
    const onTheWire = await service.asUser("user-token-mallory", "GET /users/@me");
    expect([answer.status, answer.at("code")]).toEqual([onTheWire.status, onTheWire.at("code")]);
  });
});

describe("names in place of ids", () => {
  test.each<[string, object]>([
    ["/users/alice", { id: ids.alice }],
    ["/users/@alice", { id: ids.alice }],
    ["/users/%40alice", { id: ids.alice }],
    ["/applications/Concierge", { id: ids.concierge }],
    ["/guilds/Harbor", { id: ids.harbor }],
    ["/channels/quay", { id: ids.quay }],
    ["/channels/%23quay", { id: ids.quay }],
    ["/channels/Harbor/general", { id: ids.general }],
    ["/channels/Home%2Fgeneral", { id: ids.homeGeneral }],
    [`/channels/${ids.home}/general`, { id: ids.homeGeneral }],
    [`/channels/Home/${ids.homeGeneral}`, { id: ids.homeGeneral }],
    ["/roles/pilots", { name: "pilots" }],
    ["/roles/Harbor/mods", { id: ids.mods }],
    ["/roles/Home/everyone", { id: ids.home }],
    ["/members/Harbor/bruno", { guild: ids.harbor }],
    [`/members/${ids.harbor}/alice`, { user: ids.alice }],
    ["/installs/Harbor/Concierge", { guild: ids.harbor }],
    ["/installs/alice/Concierge", { user: ids.alice }],
    ["/skus/Premium", { id: ids.premium }],
    ["/skus/Concierge/Premium", { id: ids.premium }],
  ])("%s", async (path, expected) => {
    const answer = await service.control(`GET ${path}`);
    expect(answer.body).toMatchObject(expected);
  });

  test.each<[string, string, string[]]>([
    ["GET /channels/general", "channel", ["Harbor/general", "Home/general", ids.homeGeneral]],
    ["PATCH /channels/general", "channel", ["Harbor/general"]],
    ["DELETE /channels/general", "channel", ["Home/general"]],
    ["GET /roles/mods", "role", ["Harbor/mods", ids.mods, "Home/mods", ids.homeMods]],
    [
      "GET /decision?user=alice&application=Concierge&channel=general&command=ping",
      "channel",
      ["Harbor/general", "Home/general"],
    ],
  ])("%s lists the possible meanings", async (route, name, candidates) => {
    const answer = await service.control(route, route.startsWith("PATCH") ? {} : undefined);
    expect(answer.status).toBe(400);
    const { code, message } = answer.at("errors", name, "_errors", 0) as Record<string, string>;
    expect(code).toBe("REFERENCE_AMBIGUOUS");
    for (const candidate of candidates) expect(message).toContain(candidate);
  });

  test.each([
    ["/guilds/Nowhere", 10004],
    ["/channels/nowhere", 10003],
    ["/channels/Harbor/nowhere", 10003],
    ["/channels/Nowhere/general", 10003],
    ["/roles/Harbor/nobody", 10011],
    ["/members/Harbor/nobody", 10013],
    ["/members/Home/bruno", 10007],
    ["/installs/nobody/Concierge", 10005],
    ["/installs/bruno/Concierge", 10005],
    ["/skus/Concierge/Nothing", 10027],
    ["/channels/Harbor/general/more", 0],
  ])("%s is not found", async (path, code) => {
    const answer = await service.control(`GET ${path}`);
    expect([answer.status, answer.at("code")]).toEqual([404, code]);
  });

  test("work in bodies as well, where ids may be numbers", async () => {
    const named = { application: "Concierge", channel: "Home/general", command: "ping", wait: 0 };
    const answer = await service.control("POST /users/alice/invoke", named);
    expect([answer.status, answer.at("outcome")]).toEqual([200, "pending"]);
    const numbered = await fetch(`${service.url}/control/v1/users/alice/invoke`, {
      method: "POST",
      headers: { authorization: `Control ${CONTROL_KEY}`, "content-type": "application/json" },
      body: `{"application": ${ids.concierge}, "guild": ${ids.home}, "channel": ${ids.homeGeneral}, "command": "ping", "wait": 0}`,
    });
    expect(await numbered.json()).toMatchObject({ outcome: "pending" });
  });
});

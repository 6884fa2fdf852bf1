// Replacing the running world with another one, over the wire.
import { limits } from "@antechamber/contract";
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { profileFor } from "../../worlds/limits-in-force.ts";
import type { ServiceDeps } from "../../service.ts";
import { signIn } from "../../testing/clients/gateway-client.ts";
import {
  aService,
  CONTROL_KEY,
  demo,
  type TestService,
  type TestServiceOptions,
} from "../../testing/start-service.ts";
import { demoWorld } from "../world-file/demo-world.ts";

const started: TestService[] = [];

afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

async function open(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await aService(options);
  started.push(service);
  return service;
}

const harbour = {
  clock: { now: "2027-03-04T05:06:07Z", frozen: true },
  users: [{ id: "700000000000000001", username: "carol", token: "token-of-carol" }],
  applications: [
    { id: "700000000000000002", name: "Pilot", owner: "carol", bot: { token: "pilot-token" } },
  ],
  guilds: [
    {
      id: "700000000000000003",
      name: "Harbour",
      owner: "carol",
      channels: [{ id: "700000000000000004", name: "quay" }],
    },
  ],
};

/** Replaces the world with that of a file. */
async function put(service: TestService, text: string, mediaType: string) {
  const response = await fetch(`${service.url}/control/v1/world`, {
    method: "PUT",
    headers: { authorization: `Control ${CONTROL_KEY}`, "content-type": mediaType },
    body: text,
  });
  const body = await response.text();
  return { status: response.status, body: body === "" ? undefined : (JSON.parse(body) as unknown) };
}

/** The world as YAML, requested by the Accept header. */
async function yamlOf(service: TestService, query = ""): Promise<Response> {
  return fetch(`${service.url}/control/v1/world${query}`, {
    headers: { authorization: `Control ${CONTROL_KEY}`, accept: "application/yaml" },
  });
}

describe("another world", () => {
  test("replaces everything, the clock included", async () => {
    const service = await open();
    expect((await service.control("PUT /world", harbour)).status).toBe(204);
    const { body } = await service.control("GET /world");
    expect(body).toMatchObject({
      clock: { now: "2027-03-04T05:06:07.000000+00:00", frozen: true },
      users: [{ username: "carol" }],
      guilds: [{ name: "Harbour", channels: [{ name: "quay" }] }],
    });
    expect((body as { users: unknown[] }).users).toHaveLength(1);
    expect((await service.asUser("token-of-carol", "GET /users/@me")).at("username")).toBe("carol");
    expect((await service.asUser(demo.aliceToken, "GET /users/@me")).status).toBe(401);
    expect((await service.asBot("GET /applications/@me")).status).toBe(401);
    expect(await service.control("GET /clock")).toMatchObject({
      body: { now: "2027-03-04T05:06:07.000000+00:00", frozen: true },
    });
  });

  test("may be sent as YAML", async () => {
    const service = await open();
    const yaml = "users:\n  - { id: 700000000000000001, username: carol }\n";
    expect(await put(service, yaml, "application/yaml; charset=utf-8")).toEqual({ status: 204 });
    const { body } = await service.control("GET /world");
    expect(body).toMatchObject({ users: [{ id: "700000000000000001", username: "carol" }] });
    expect(await put(service, "users: []", "text/yaml")).toEqual({ status: 204 });
    expect((await service.control("GET /world")).body).toEqual({});
  });

  test("invalidates every gateway session", async () => {
    const service = await open();
    const url = `${service.url.replace("http", "ws")}/gateway`;
    const { client } = await signIn(url, { token: demo.botToken, intents: 0 });
    expect((await service.control("PUT /world", harbour)).status).toBe(204);
    expect(await client.nextOp(9)).toMatchObject({ d: false });
    client.ws.terminate();
  });

  test("has its own limits, and clears injected faults", async () => {
    const limitsOf: ServiceDeps["limitsOf"] = (world) => ({
      limits: profileFor(undefined, world),
      allowsQuickRestarts: false,
    });
    const service = await open({ limits: "production", settings: { limitsOf } });
    const profile = async () => (await service.control("GET /limits")).at("profile");
    expect((await service.asBot("GET /users/@me")).headers.has("x-ratelimit-limit")).toBe(true);
    await service.control("POST /faults", { match: {}, http: { status: 503 } });
    expect((await service.control("PUT /world", { ...demoWorld, limits: "off" })).status).toBe(204);
    expect(await profile()).toBe("off");
    const answer = await service.asBot("GET /users/@me");
    expect([answer.status, answer.headers.has("x-ratelimit-limit")]).toEqual([200, false]);
    expect((await service.control("GET /world")).at("limits")).toBe("off");
    const unapproved = { ...demoWorld, limits: "unapproved" };
    expect((await service.control("PUT /world", unapproved)).status).toBe(204);
    expect(await profile()).toBe("unapproved");
    expect((await service.asBot("GET /users/@me")).headers.has("x-ratelimit-limit")).toBe(true);
    expect((await service.control("PUT /world", harbour)).status).toBe(204);
    expect(await profile()).toBe("off");
    expect((await service.control("POST /world/reset")).status).toBe(204);
    expect(await profile()).toBe("production");
  });

  test("does not change the world to which a reset returns", async () => {
    const service = await open({ frozen: true });
    const before = await service.control("GET /world");
    await service.control("PUT /world", harbour);
    await service.control("PUT /world", {});
    expect((await service.control("GET /world")).body).toEqual({});
    await service.control("POST /world/reset");
    const { clock: _clock, ...after } = (await service.control("GET /world")).body as object & {
      clock?: unknown;
    };
    const { clock: _before, ...state } = before.body as object & { clock?: unknown };
    expect(Object.keys(after)).toEqual(Object.keys(state));
    expect((await service.asUser(demo.aliceToken, "GET /users/@me")).status).toBe(200);
  });

  test("continues counting ids", async () => {
    const service = await open();
    const before = (await service.control("POST /users", { username: "dora" })).id;
    await service.control("PUT /world", harbour);
    const after = (await service.control("POST /users", { username: "dora" })).id;
    expect(BigInt(after)).toBeGreaterThan(BigInt(before));
  });

  test("is refused in production mode", async () => {
    const service = await open({ production: true });
    expect((await service.control("PUT /world", harbour)).status).toBe(403);
    expect((await service.asUser(demo.aliceToken, "GET /users/@me")).status).toBe(200);
  });
});

describe("a world with errors changes nothing and is answered with them at their places", () => {
  const faulty = `users:
  - username: carol
    colour: red
guilds:
  - name: Harbour
    owner: dave
    channels:
      - { name: quay, type: 99 }
`;

  async function refused(text: string, mediaType: string) {
    const service = await open({ frozen: true });
    const before = await service.control("GET /world");
    const answer = await put(service, text, mediaType);
    expect((await service.control("GET /world")).body).toEqual(before.body);
    return answer;
  }

  test("of YAML", async () => {
    const { status, body } = await refused(faulty, "application/yaml");
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 50035,
      errors: {
        users: { 0: { colour: { _errors: [{ message: "line 3, column 5: unknown key" }] } } },
        guilds: {
          0: {
            owner: { _errors: [{ message: 'line 6, column 12: no user "dave"' }] },
            channels: {
              0: {
                type: {
                  _errors: [{ message: expect.stringMatching(/^line 8, column 29: /) as string }],
                },
              },
            },
          },
        },
      },
    });
  });

  test("of JSON", async () => {
    const json = JSON.stringify(parse(faulty), null, 2);
    const { status, body } = await refused(json, "application/json");
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 50035,
      errors: {
        guilds: {
          0: { owner: { _errors: [{ message: 'line 11, column 16: no user "dave"' }] } },
        },
      },
    });
  });

  test.each([
    ["a: b: c\n", "application/yaml", 50035, /world:1:4 Nested mappings/],
    ["{'a': 1}", "application/json", 50109, /world:1:2 /],
    ["[]", "application/json", 50035, /"errors":\{"_errors":\[\{.*must be an object/],
    ["- 1", "text/yaml", 50035, /"errors":\{"_errors":.*line 1, column 1: must be an object/],
    ["users: []", "text/plain", 50035, /Content-Type/],
    ["", "application/yaml", 50035, /A body is required/],
  ])("%j as %s", async (text, mediaType, code, message) => {
    const { status, body } = await refused(text, mediaType);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code });
    expect(JSON.stringify(body)).toMatch(message);
  });

  test("of too much YAML", async () => {
    const text = `# ${"x".repeat(limits.worldYaml.value)}\nusers: []\n`;
    expect((await refused(text, "application/yaml")).status).toBe(413);
  });

  test("the first hundred of many", async () => {
    const users = Array.from({ length: 150 }, (_, i) => ({ username: `u${i}`, x: 1 }));
    const { body } = await refused(JSON.stringify({ users }), "application/json");
    expect(body).toMatchObject({ errors: { _errors: [{ message: "and 50 more" }] } });
  });
});

describe("the world as YAML", () => {
  test("equals the JSON, with the address of its schema", async () => {
    const service = await open({ frozen: true });
    const json = await service.control("GET /world");
    const answer = await yamlOf(service);
    expect(answer.headers.get("content-type")).toBe("application/yaml");
    const text = await answer.text();
    expect(text.split("\n", 1)).toEqual([
      `# yaml-language-server: $schema=${service.url}/world.schema.json`,
    ]);
    expect(parse(text)).toEqual(json.body);
    const yaml = await service.control("GET /world?format=yaml");
    expect(yaml.text).toBe(text);
    expect((await yamlOf(service, "?format=json")).headers.get("content-type")).toBe(
      "application/json",
    );
  });

  test("loads as it was exported", async () => {
    const service = await open({ frozen: true });
    const before = await (await yamlOf(service)).text();
    expect(await put(service, before, "application/yaml")).toEqual({ status: 204 });
    expect(await (await yamlOf(service)).text()).toBe(before);
  });
});

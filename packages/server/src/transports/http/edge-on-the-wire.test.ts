// Ten thousand refused calls over real sockets, and how the address is let in again.
import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { limits } from "@antechamber/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signIn } from "../../testing/gateway-client.ts";
import { headOf, sendRaw } from "../../testing/raw-http.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { definedFields } from "../../platform/defined-fields.ts";

interface Refusal {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const most = limits.invalidCalls.value;
const LINES = 32;
/** So many calls take seconds, and more on a loaded machine. */
const many = { timeout: 180_000 };
const path = "/api/v10/users/@me";

let service: TestService;
let agent: Agent;

beforeAll(async () => {
  service = await aService({ limits: "production", frozen: true });
  agent = new Agent({ keepAlive: true, maxSockets: LINES });
});
beforeEach(async () => {
  await service.control("POST /limits/reset");
});
afterAll(async () => {
  agent.destroy();
  await service.stop();
});

/** A bare call: `fetch` is too slow for so many of them. */
function callWith(authorization: string | undefined, route = path): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    const headers = definedFields({ authorization });
    const request = get(service.url + route, { agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on("error", reject);
  });
}

const badly = () => callWith("Bot not.a.token");

/** Calls badly so often, on several lines at once; gives each status that was answered. */
async function callBadly(times: number, call = badly): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  let left = times;
  const line = async () => {
    while (left > 0) {
      left -= 1;
      statuses.add((await call()).status);
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  return statuses;
}

const windowOf = async (bucket: string): Promise<unknown> => {
  const shown = await service.control("GET /limits");
  expect(shown.status).toBe(200);
  const buckets = shown.at("buckets") as readonly { readonly bucket: string }[];
  return buckets.find((each) => each.bucket === bucket);
};

/** Says that calls are shut out, as an edge before the API says it, and for how long. */
function expectShutOut({ status, headers, text }: Refusal, seconds = 600): void {
  expect(status).toBe(429);
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  const told = Object.keys(headers).filter((name) => /^(via|retry-after|x-ratelimit)/.test(name));
  expect(told).toEqual(["retry-after"]);
  expect(headers["retry-after"]).toBe(String(seconds));
}

test(
  "an address is shut out after 10,000 refusals, and ten minutes later it is not",
  many,
  async () => {
    expect([...(await callBadly(most - 1))]).toEqual([401]);
    expect(await windowOf("invalid")).toMatchObject({ used: most - 1, limit: most });
    expect(await windowOf("blocked")).toBeUndefined();
    expect((await callWith(`Bot ${demo.botToken}`)).status).toBe(200);
    expect((await badly()).status).toBe(401);

    expect(await windowOf("blocked")).toMatchObject({ owner: "address 127.0.0.1", resource: "" });
    expectShutOut(await badly());
    expectShutOut(await callWith(undefined));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await service.control("PATCH /clock", { advance: "PT9M58.5S" });
    expectShutOut(await badly(), 2);
    await service.control("PATCH /clock", { advance: "PT1.5S" });
    expect(await windowOf("blocked")).toBeUndefined();
    expect((await callWith(`Bot ${demo.botToken}`)).status).toBe(200);
    expect((await badly()).status).toBe(401);
  },
);

test("an address that is shut out is let in when the limits are reset", many, async () => {
  expect([...(await callBadly(most))]).toEqual([401]);
  expect(await windowOf("blocked")).toBeDefined();
  expectShutOut(await badly());
  const reset = await service.control("POST /limits/reset");
  expect([reset.status, reset.text]).toEqual([204, ""]);
  expect((await callWith(`Bot ${demo.botToken}`)).status).toBe(200);
  expect((await badly()).status).toBe(401);
  expect(await windowOf("invalid")).toMatchObject({ used: 1 });
});

test.each(["/%61pi/v10/users/@me", "http://127.0.0.1/api/v10/users/@me", "/api/v%31%30/users/@me"])(
  "a refused call counts however its path is written: %s",
  async (written) => {
    const refused = headOf(`GET ${written}`, { authorization: "Bot not.a.token" });
    expect((await sendRaw(service.url, refused)).status).toBe(401);
    expect(await windowOf("invalid")).toMatchObject({ used: 1 });
  },
);

describe("at an address whose strangers are shut out", () => {
  const secret = { client_id: demo.applicationId, client_secret: demo.clientSecret };
  const own = { grant_type: "client_credentials", scope: "identify" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  let interaction: { readonly id: string; readonly token: string };

  beforeAll(async () => {
    await service.asBot(`POST /applications/${demo.applicationId}/commands`, {
      name: "ping",
      description: "Answers pong",
    });
    interaction = await anInteraction();
  });
  beforeEach(async () => {
    await callBadly(most);
  }, many.timeout);

  /** One that a bot received, and can respond to. */
  async function anInteraction(): Promise<{ readonly id: string; readonly token: string }> {
    const identify = { token: demo.botToken, intents: 0, properties: {} };
    const url = `${service.url.replace("http", "ws")}/gateway/`;
    const { client } = await signIn(url, identify);
    const invocation = { application: "Concierge", channel: demo.generalId, command: "ping" };
    const [{ d }] = await Promise.all([
      client.nextEvent("INTERACTION_CREATE"),
      service.control("POST /users/alice/invoke", { ...invocation, wait: 0 }),
    ]);
    await client.leave(1000);
    return d as { readonly id: string; readonly token: string };
  }

  test("whoever shows a good credential is served", many, async () => {
    expectShutOut(await badly());
    expect((await callWith(`Bot ${demo.botToken}`)).status).toBe(200);
    const answered = await service.call(
      `POST /interactions/${interaction.id}/${interaction.token}/callback`,
      { body: { type: 4, data: { content: "pong" } } },
    );
    expect(answered.status).toBe(204);
    const body = new URLSearchParams({ ...secret, ...own }).toString();
    const granted = await fetch(`${service.url}/api/v10/oauth2/token`, {
      method: "POST",
      headers: form,
      body,
    });
    expect(granted.status).toBe(200);
    const { access_token } = (await granted.json()) as { access_token: string };
    expect((await callWith(`Bearer ${access_token}`)).status).toBe(200);
    const preflight = await fetch(service.url + path, {
      method: "OPTIONS",
      headers: { origin: "http://localhost:3000", "access-control-request-method": "GET" },
    });
    expect(preflight.status).toBe(204);

    const strange = [
      undefined,
      `Bot ${"x".repeat(70)}`,
      `Bearer ${"x".repeat(43)}`,
      "y".repeat(70),
      // So short that it could be guessed.
      demo.aliceToken,
    ];
    for (const each of strange) expectShutOut(await callWith(each));
    for (const written of ["/%61pi/v10/gateway", "http://127.0.0.1/api/v10/gateway"]) {
      expect((await sendRaw(service.url, headOf(`GET ${written}`))).status).toBe(429);
    }
    expectShutOut(await callWith(undefined, "/api/v10/gateway"));
    expectShutOut(await callWith(undefined, `/api/v10/webhooks/1/${"z".repeat(200)}/messages/1`));
  });
});

test("a caller who is refused too often is shut out, and nobody else", many, async () => {
  const hidden = `/api/v10/applications/${demo.aliceId}/commands`;
  const forbidden = () => callWith(`Bot ${demo.botToken}`, hidden);
  const { status } = await forbidden();
  expect(status).toBe(403);
  await callBadly(most - 1, forbidden);
  expectShutOut(await forbidden());
  expect(await windowOf("blocked")).toMatchObject({
    owner: "address 127.0.0.1",
    resource: `application ${demo.applicationId}`,
  });
  expect((await callWith(demo.aliceToken)).status).toBe(200);
  expect((await badly()).status).toBe(401);
});

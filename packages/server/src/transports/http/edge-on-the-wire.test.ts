// Ten thousand refused calls over real sockets, and how the address is let in again.
import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { limits } from "@antechamber/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

interface Refusal {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const most = limits.invalidCalls.value;
const LINES = 32;
/** So many calls take seconds, and more on a loaded machine. */
const many = { timeout: 60_000 };
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
function callWith(authorization: string): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    const request = get(service.url + path, { agent, headers: { authorization } }, (response) => {
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
async function callBadly(times: number): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  let left = times;
  const line = async () => {
    while (left > 0) {
      left -= 1;
      statuses.add((await badly()).status);
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

/** Says that calls are shut out, as an edge before the API says it. */
function expectShutOut({ status, headers, text }: Refusal): void {
  expect(status).toBe(429);
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  const told = Object.keys(headers).filter((name) => /^(via|retry-after|x-ratelimit)/.test(name));
  expect(told).toEqual([]);
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

    expect(await windowOf("blocked")).toMatchObject({ owner: "address 127.0.0.1" });
    expectShutOut(await badly());
    expectShutOut(await callWith(`Bot ${demo.botToken}`));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await service.control("PATCH /clock", { advance: "PT9M59S" });
    expectShutOut(await badly());
    await service.control("PATCH /clock", { advance: "PT1S" });
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

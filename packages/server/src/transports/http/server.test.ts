// Rules for the server as a whole, apart from its endpoints.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService({ limits: "production" });
});

afterAll(() => service.stop());

const bot = { authorization: `Bot ${demo.botToken}` };

/** Sends raw bytes, and returns the first line of the response. */
function statusLineOf(request: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", (chunk: Buffer) => {
      socket.destroy();
      resolve(chunk.toString().split("\r\n")[0] ?? "");
    });
    socket.write(request);
  });
}

describe("the version in the path", () => {
  // Proves requirement 4 "paths"
  // Proves requirement 9 "version in the path"
  // Proves requirement 9 "SDK: window of five minors"
  test.each(["/api/v10", "/api/v9", "/api"])("%s is served", async (base) => {
    const response = await fetch(`${service.url}${base}/users/@me`, { headers: bot });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { id: demo.applicationId },
    ]);
  });

  // Proves requirement 9 "version in the path"
  test.each(["/api/v8", "/api/v3", "/api/v11", "/api/v0"])(
    "%s is refused with 50041",
    async (base) => {
      const response = await fetch(`${service.url}${base}/users/@me`, { headers: bot });
      expect([response.status, await response.json()]).toEqual([
        400,
        { message: "Invalid API version provided", code: 50041 },
      ]);
    },
  );
});

describe("a path", () => {
  test.each(["/api/v10/nothing", "/nothing", "/api/v10", "/control/v1/nothing"])(
    "%s is unknown",
    async (path) => {
      const response = await fetch(service.url + path, { headers: bot });
      expect([response.status, await response.json()]).toEqual([
        404,
        { message: "404: Not Found", code: 0 },
      ]);
    },
  );

  test("may have an encoded @ and a trailing slash", async () => {
    for (const path of ["/api/v10/users/%40me", "/api/v10/users/@me/"]) {
      expect((await fetch(service.url + path, { headers: bot })).status).toBe(200);
    }
  });

  test("is refused when malformed", async () => {
    const line = await statusLineOf(
      "GET /api/v10/users/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    expect(line).toMatch(/^HTTP\/1\.1 4\d\d/);
  });

  test("may be as long as an interaction token", async () => {
    const path = `/api/v10/webhooks/${demo.applicationId}/${"a".repeat(400)}/messages/@original`;
    const response = await fetch(service.url + path);
    expect([response.status, await response.json()]).toMatchObject([401, { code: 50027 }]);
  });
});

describe("browsers", () => {
  test("of any origin may call the API, which ignores cookies", async () => {
    const response = await fetch(`${service.url}/api/v10/lobbies`, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toContain("Authorization");
  });

  test("may read refusals, unknown paths and wrong methods of the API too", async () => {
    const calls = await Promise.all([
      fetch(`${service.url}/api/v10/users/@me`),
      fetch(`${service.url}/api/v10/nothing`),
      fetch(`${service.url}/api/v10/users/@me`, { method: "PUT" }),
    ]);
    expect(calls.map((each) => each.headers.get("access-control-allow-origin"))).toEqual([
      "*",
      "*",
      "*",
    ]);
  });

  test("may not call the control plane from another origin", async () => {
    const response = await fetch(`${service.url}/control/v1/clock`, { method: "OPTIONS" });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("limits", () => {
  test("are returned in headers, and in the body and headers of 429", async () => {
    const calls = await Promise.all(
      Array.from({ length: 60 }, () => fetch(`${service.url}/api/v10/gateway`)),
    );
    const refused = calls.find((each) => each.status === 429);
    expect(calls[0]?.headers.get("x-ratelimit-limit")).toBe("50");
    expect(refused?.headers.get("via")).toBe("1.1 antechamber");
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    const body = (await refused?.json()) as { retry_after: number };
    expect(body).toMatchObject({ message: "You are being rate limited." });
    expect(body.retry_after).toBeGreaterThan(0);
  });
});

describe("health", () => {
  test.each([
    ["/healthz", '{"status":"ok"}'],
    ["/readyz", '{"status":"ready"}'],
  ])("%s answers", async (path, body) => {
    const response = await fetch(service.url + path);
    expect([response.status, await response.text()]).toEqual([200, body]);
  });

  test("/metrics counts calls by endpoint, without secrets", async () => {
    await fetch(`${service.url}/api/v10/users/@me`, { headers: bot });
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).toContain('endpoint="users.me",status="200"');
    expect(text).not.toContain(demo.botToken);
  });
});

test("a call that offers a protocol upgrade is answered as HTTP", async () => {
  const line = await statusLineOf(
    "GET /api/v10/gateway HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
  );
  expect(line).toMatch(/^HTTP\/1\.1 (200|429)/);
});

// Callers behind proxies are counted separately, for HTTP and for gateway upgrades.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bareCall } from "../../testing/clients/bare-call.ts";
import { proxyHeader } from "../../testing/clients/proxy-header.ts";
import { aService, type TestService } from "../../testing/start-service.ts";

let service: TestService;
const open = new Set<Socket>();

beforeAll(async () => {
  service = await aService({
    limits: "production",
    frozen: true,
    production: true,
    settings: { trustedProxies: ["127.0.0.1"] },
  });
});
beforeEach(() => service.control("POST /limits/reset"));
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await service.stop();
});

/** The owners of the windows of a bucket. */
async function counted(bucket: string): Promise<readonly string[]> {
  const answer = await service.control("GET /limits");
  const buckets = answer.at("buckets") as readonly { bucket: string; owner: string }[];
  return buckets.filter((each) => each.bucket === bucket).map((each) => each.owner);
}

const badly = (headers: Record<string, string>) =>
  bareCall(service.url, "GET /api/v10/users/@me", {
    authorization: "Bot no.such.token",
    ...headers,
  });

/** Sends chunks on its own connection; returns everything received until the other side closes. */
function say(pieces: readonly (string | Buffer)[], url = service.url): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  const socket = connect({ host: hostname, port: Number(port) });
  open.add(socket);
  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    // A gateway sends HELLO, and then waits.
    if (received.includes('"op":10')) socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(received));
  socket.on("connect", () => {
    const [first = "", ...rest] = pieces;
    socket.write(first);
    // Each chunk is a packet of its own.
    rest
      .reduce(
        (before, piece) =>
          before
            .then(() => new Promise((next) => setImmediate(next)))
            .then(() => void socket.write(piece)),
        Promise.resolve(),
      )
      .catch(() => undefined);
  });
  return promise;
}

const gatewayless = (path: string, more = "") =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bot no.such.token\r\n${more}Connection: close\r\n\r\n`;
const upgrade =
  "GET /gateway/?v=10&encoding=json HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
const header = proxyHeader({ source: [198, 51, 100, 7] });

describe("X-Forwarded-For", () => {
  test("counts each caller separately, and ignores addresses before it", async () => {
    await badly({ "x-forwarded-for": "198.51.100.1" });
    await badly({ "x-forwarded-for": "1.2.3.4, 198.51.100.2" });
    await badly({ "x-forwarded-for": "2001:db8:1:2:3:4:5:6" });
    await badly({ "x-forwarded-for": "2001:db8:1:2:ffff::1" });
    expect(await counted("invalid")).toEqual([
      "address 198.51.100.1",
      "address 198.51.100.2",
      "address 2001:db8:1:2::/64",
    ]);
  });

  test("an untrusted proxy counts as the caller", async () => {
    const untrusting = await aService({ limits: "production", production: true });
    try {
      await bareCall(untrusting.url, "GET /api/v10/users/@me", {
        authorization: "Bot no.such.token",
        "x-forwarded-for": "198.51.100.1",
      });
      const answer = await untrusting.control("GET /limits");
      expect(answer.text).toContain("address 127.0.0.1");
      expect(answer.text).not.toContain("198.51.100.1");
    } finally {
      await untrusting.stop();
    }
  });
});

describe("a PROXY header", () => {
  test("names the caller of every request of its connection", async () => {
    const first = gatewayless("/api/v10/users/@me").replace("Connection: close\r\n", "");
    const received = await say([header, first + gatewayless("/api/v10/users/@me")]);
    expect(received.match(/HTTP\/1\.1 401/g)).toHaveLength(2);
    expect(await counted("invalid")).toEqual(["address 198.51.100.7"]);
  });

  test("may arrive in one packet with the request, or in many", async () => {
    const request = Buffer.from(gatewayless("/api/v10/users/@me"));
    const whole = Buffer.concat([header, request]);
    const single = Array.from(whole, (byte) => Buffer.from([byte]));
    const byHalves = [whole.subarray(0, header.length + 9), whole.subarray(header.length + 9)];
    for (const pieces of [[whole], single, byHalves]) {
      expect(await say(pieces)).toMatch(/^HTTP\/1\.1 401/);
    }
    expect(await counted("invalid")).toEqual(["address 198.51.100.7"]);
  });

  test("may precede a gateway upgrade", async () => {
    for (const pieces of [[header, upgrade], [Buffer.concat([header, Buffer.from(upgrade)])]]) {
      const received = await say(pieces);
      expect(received).toMatch(/^HTTP\/1\.1 101/);
      expect(received).toContain('"op":10');
    }
  });

  test("leaves a following body complete", async () => {
    const body = `grant_type=${"x".repeat(30_000)}`;
    const request = `POST /api/v10/oauth2/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    const received = await say([header, request, body.slice(0, 10_000), body.slice(10_000)]);
    expect(received).toMatch(/^HTTP\/1\.1 400/);
    expect(received).toContain("grant_type");
  });

  test("is optional for a proxy that sends plain HTTP", async () => {
    expect(await say([gatewayless("/api/v10/users/@me")])).toMatch(/^HTTP\/1\.1 401/);
    expect(await counted("invalid")).toEqual(["address 127.0.0.1"]);
  });

  test("that is malformed ends the connection", async () => {
    const wrong = proxyHeader({ command: 0x2f, source: [1, 2, 3, 4] });
    expect(await say([wrong, gatewayless("/healthz")])).toBe("");
  });

  test("of an untrusted address is not HTTP, and counts for nobody", async () => {
    const untrusting = await aService({ production: true });
    try {
      const received = await say([header, gatewayless("/healthz")], untrusting.url);
      expect(received).toMatch(/^HTTP\/1\.1 400/);
    } finally {
      await untrusting.stop();
    }
  });

  test("that never ends does not delay a stop", async () => {
    const stopping = await aService({
      production: true,
      settings: { trustedProxies: ["127.0.0.1"] },
    });
    const silent = say([header.subarray(0, 20)], stopping.url);
    await bareCall(stopping.url, "GET /healthz");
    await stopping.stop();
    expect(await silent).toBe("");
  });
});

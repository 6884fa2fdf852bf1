import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpsRequest } from "node:https";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import WebSocket from "ws";
import { secureRandom } from "../../platform/random.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { openAuthority, type Authority } from "../certificates/authority.ts";
import { openFront, type Front, type OuterProxy } from "./front.ts";

let folder = "";
let authority: Authority;
let service: TestService;
const fronts: Front[] = [];
const servers: Server[] = [];
let prevented: string[] = [];

beforeEach(async () => {
  prevented = [];
  folder = await mkdtemp(join(tmpdir(), "antechamber-front-"));
  authority = await openAuthority(folder, { random: secureRandom, now: () => Date.now() });
  service = await aService({ settings: { servesGuardedNames: true } });
});

afterEach(async () => {
  for (const front of fronts.splice(0)) await front.stop();
  for (const server of servers.splice(0)) server.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

async function aFront(outerProxy?: OuterProxy): Promise<Front> {
  const { hostname, port } = new URL(service.url);
  const front = await openFront(0, {
    authority,
    clock: steerableClock(),
    service: { host: hostname, port: Number(port) },
    outerProxy,
    prevented: (address) => prevented.push(address),
  });
  fronts.push(front);
  return front;
}

/** A call over TLS, on an existing connection or directly to the front. */
function get(
  url: string,
  { port, socket }: { port?: number; socket?: Socket },
): Promise<{ status: number | undefined; body: string }> {
  const { hostname, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const over =
      socket === undefined
        ? { host: "127.0.0.1", port, agent: false as const }
        : {
            createConnection: () =>
              connectTls({ socket, servername: hostname, ca: authority.certificate }),
          };
    const request = httpsRequest(
      {
        ...over,
        servername: hostname,
        path: pathname,
        ca: authority.certificate,
        headers: { host: hostname, authorization: `Bot ${demo.botToken}` },
      },
      (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode, body }));
      },
    );
    request.on("error", reject);
    request.end();
  });
}

/** Requests a tunnel. @returns the connection and the response's header */
async function tunnel(port: number, target: string) {
  const socket = connect(port, "127.0.0.1");
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  const [head] = (await once(socket, "data")) as [Buffer];
  return { socket, head: head.toString() };
}

/** A server that sends back what it receives. */
async function anEcho(): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => socket.write(`heard ${chunk.toString()}`));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test.each([
  ["https://discord.com/api/v10/users/@me", demo.applicationId],
  ["https://canary.discord.com/api/users/@me", demo.applicationId],
  ["https://cdn.discordapp.com/embed/avatars/0.png", "PNG"],
])("the service answers %s", async (url, content) => {
  const { status, body } = await get(url, { port: (await aFront()).port });
  expect(status).toBe(200);
  expect(body).toContain(content);
});

test("only callers at a guarded name receive the guarded name of the gateway", async () => {
  const { port } = await aFront();
  const guarded = await get("https://discord.com/api/v10/gateway/bot", { port });
  expect(JSON.parse(guarded.body)).toMatchObject({ url: "wss://gateway.discord.gg/" });
  const other = await service.asBot("GET /gateway/bot");
  expect(other.at("url")).toBe(`${service.url.replace("http", "ws")}/gateway/`);
});

test("the issuer is always the platform, and the token endpoint has the caller's host", async () => {
  const path = "/.well-known/openid-configuration";
  const issuer = "https://discord.com";
  const guarded = await get(issuer + path, { port: (await aFront()).port });
  expect(JSON.parse(guarded.body)).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/api/oauth2/token`,
  });
  expect(await (await fetch(service.url + path)).json()).toMatchObject({
    issuer,
    token_endpoint: `${service.url}/api/oauth2/token`,
  });
});

test("a webhook has a URL of the platform, at which the front serves it", async () => {
  const made = await service.asBot(`POST /channels/${demo.generalId}/webhooks`, { name: "Crier" });
  const address = `https://discord.com/api/webhooks/${String(made.at("id"))}/${String(made.at("token"))}`;
  expect(made.at("url")).toBe(address);
  expect(await get(address, { port: (await aFront()).port })).toMatchObject({ status: 200 });
});

test("the gateway is reachable over TLS, and a session resumes under the same name", async () => {
  const { port } = await aFront();
  const socket = new WebSocket(`wss://gateway.discord.gg/?v=10&encoding=json`, {
    createConnection: () =>
      connectTls({
        host: "127.0.0.1",
        port,
        servername: "gateway.discord.gg",
        ca: authority.certificate,
      }),
  });
  const ready = new Promise<{ resume_gateway_url: string }>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data: Buffer) => {
      const { op, t, d } = JSON.parse(data.toString()) as { op: number; t: string; d: never };
      const identify = { token: demo.botToken, intents: 0, properties: {} };
      if (op === 10) socket.send(JSON.stringify({ op: 2, d: identify }));
      if (t === "READY") resolve(d);
    });
  });
  expect(await ready).toMatchObject({ resume_gateway_url: "wss://gateway.discord.gg/" });
  socket.terminate();
});

test("a name that is not guarded gets no certificate", async () => {
  const { port } = await aFront();
  await expect(get("https://example.com/", { port })).rejects.toThrow(/alert|socket|reset/i);
});

test("a tunnel to a guarded name connects to the service", async () => {
  const { socket, head } = await tunnel((await aFront()).port, "discord.com:443");
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  const { status } = await get("https://discord.com/api/v10/gateway", { socket });
  expect(status).toBe(200);
});

test("a tunnel to another name connects to its target", async () => {
  const { port } = await aFront();
  const { socket, head } = await tunnel(port, `localhost:${await anEcho()}`);
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  socket.write("hello");
  expect(String((await once(socket, "data"))[0])).toBe("heard hello");
  socket.destroy();
});

test("a tunnel to another name uses the previously configured proxy", async () => {
  const outer = { host: "127.0.0.1", port: await anEcho(), authorization: "Basic abc" };
  const { port } = await aFront(outer);
  const { socket, head } = await tunnel(port, "example.com:443");
  expect(head).toBe(
    "heard CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nProxy-Authorization: Basic abc\r\n\r\n",
  );
  socket.destroy();
});

test("a tunnel to this machine bypasses the previously configured proxy", async () => {
  const outer = { host: "127.0.0.1", port: await anEcho(), authorization: undefined };
  const { port } = await aFront(outer);
  const { socket, head } = await tunnel(port, `127.0.0.1:${await anEcho()}`);
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test.each(["discord.com:8443", "162.159.135.232:443"])(
  "a tunnel to %s, a host of the platform, is refused and reported",
  async (target) => {
    const { head } = await tunnel((await aFront()).port, target);
    expect(head).toMatch(/^HTTP\/1\.1 403 /);
    expect(prevented).toEqual([target]);
  },
);

test("a tunnel to a closed port is refused with 502, a malformed target with 400", async () => {
  const { port } = await aFront();
  const closed = await anEcho();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  expect((await tunnel(port, `127.0.0.1:${closed}`)).head).toMatch(/^HTTP\/1\.1 502 /);
  expect((await tunnel(port, "nowhere")).head).toMatch(/^HTTP\/1\.1 400 /);
});

test("the front accepts calls without TLS, and listens on a Unix socket", async () => {
  const front = await aFront();
  const plain = await fetch(`http://127.0.0.1:${front.port}/api/v10/gateway`);
  expect(plain.status).toBe(200);
  await front.listenAt(join(folder, "front.sock"));
  const socket = connect(join(folder, "front.sock"));
  const { status } = await get("https://discord.com/api/v10/gateway", { socket });
  expect(status).toBe(200);
});

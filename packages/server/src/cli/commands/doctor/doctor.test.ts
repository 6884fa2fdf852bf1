// What `antechamber doctor` finds, on a machine and in services of several kinds.
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { secureRandom } from "../../../platform/random.ts";
import { openAuthority } from "../../../run/certificates/authority.ts";
import { demo, demoWorld } from "../../../control/world-file/demo-world.ts";
import { clientCommand } from "../../../testing/clients/client-command.ts";
import { aService, type TestService } from "../../../testing/start-service.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const nobody = { url: "http://127.0.0.1:1" };

async function start(world: unknown = demoWorld): Promise<TestService> {
  const service = await aService({ world });
  stops.push(() => service.stop());
  return service;
}

async function doctor(
  service: { readonly url: string },
  env: Readonly<Record<string, string>> = {},
) {
  const words = ["doctor"];
  return clientCommand(service, words, { env });
}

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), "antechamber-doctor-"));
  return { folder, env: { ANTECHAMBER_STORE: `sqlite:${join(folder, "data.db")}` } };
}

test("doctor checks a healthy service and machine within two seconds", async () => {
  const service = await start();
  const { env } = await aFolder();
  const begun = performance.now();
  const { out } = await doctor(service, env);
  expect(performance.now() - begun).toBeLessThan(2000);
  // The program of this test reports another version.
  expect(out.match(/✕ .*/g)).toEqual([expect.stringMatching(/^✕ version: /)]);
  for (const line of [
    `✓ service: ready at ${service.url}`,
    "✓ control key",
    "✓ store",
    "✓ authority: none yet",
  ])
    expect(out).toContain(line);
});

test("doctor reports whether the port is free when no service answers", async () => {
  const other = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
  stops.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  const report = await doctor({ url: `http://127.0.0.1:${port}` });
  expect(report.code).toBe(5);
  expect(report.out).toContain(`✕ port: another program listens on ${port}`);
  await new Promise((resolve) => void other.close(resolve));
  const free = await doctor({ url: `http://127.0.0.1:${port}` });
  expect(free.out).toContain(`✓ port: ${port} is free`);
  expect((await doctor({ url: "http://192.0.2.1:9" })).out).not.toContain("port:");
});

test("doctor names an application with an endpoint that fails", async () => {
  const [application] = demoWorld.applications ?? [];
  const there = createServer((socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n"));
  });
  await new Promise<void>((resolve) => void there.listen(0, "127.0.0.1", resolve));
  stops.push(() => there.close());
  const { port } = there.address() as AddressInfo;
  const withEndpoints = (events: string) => ({
    ...demoWorld,
    applications: [
      {
        ...application,
        interactions_endpoint_url: `http://127.0.0.1:${port}/`,
        event_webhooks: { url: events },
      },
    ],
  });
  const well = await doctor(await start(withEndpoints(`http://127.0.0.1:${port}/events`)));
  expect(well.out).toContain("✓ endpoints: 2 answer");
  const silent = await doctor(await start(withEndpoints("http://127.0.0.1:1/events")));
  expect(silent.code).toBe(5);
  expect(silent.out).toContain(
    "✕ endpoints: http://127.0.0.1:1/events of Concierge does not answer",
  );
});

test("doctor checks the authority's expiry, key permissions and readability", async () => {
  const { folder, env } = await aFolder();
  await openAuthority(folder, { random: secureRandom, now: () => Date.now() });
  expect((await doctor(nobody, env)).out).toContain("✓ authority: valid until ");
  await chmod(join(folder, "authority-key.pem"), 0o644);
  expect((await doctor(nobody, env)).out).toContain(
    `chmod 600 ${join(folder, "authority-key.pem")}`,
  );
  await writeFile(join(folder, "authority.pem"), "no certificate");
  expect((await doctor(nobody, env)).out).toContain("✕ authority: ");
  const old = await aFolder();
  await openAuthority(old.folder, {
    random: secureRandom,
    now: () => Date.parse("2020-01-01T00:00:00Z"),
  });
  expect((await doctor(nobody, old.env)).out).toContain("the next `antechamber run` makes another");
});

test("doctor checks the configured location of the store", async () => {
  const { folder } = await aFolder();
  const below = { ANTECHAMBER_STORE: `sqlite:${join(folder, "not", "yet", "data.db")}` };
  expect((await doctor(nobody, below)).out).toMatch(
    /✓ store: .*not\/yet can be written, \d+ MB are free/,
  );
  await writeFile(join(folder, "file"), "");
  const impossible = { ANTECHAMBER_STORE: `sqlite:${join(folder, "file", "x", "data.db")}` };
  expect((await doctor(nobody, impossible)).out).toContain("✕ store: ");
  const elsewhere = await doctor(nobody, { ANTECHAMBER_STORE: "postgres://host/name" });
  expect(elsewhere.out).toContain("✓ store: not in a folder of this machine");
});

test("doctor reports a proxy that calls to the service would use", async () => {
  const proxy = "http://proxy.example:3128";
  const found = async (env: Readonly<Record<string, string>>, url = nobody.url) =>
    /[✓✕] proxy: .*/.exec((await doctor({ url }, env)).out)?.[0];
  for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]) {
    expect(await found({ [name]: proxy })).toBe(
      `✕ proxy: ${name} is set, NO_PROXY lacks 127.0.0.1`,
    );
    const proxied = { [name]: proxy, NO_PROXY: "example.com, 127.0.0.1" };
    expect(await found(proxied)).toBe(`✓ proxy: ${name} is set, NO_PROXY has 127.0.0.1`);
  }
  const secure = { HTTPS_PROXY: proxy };
  expect(await found(secure)).toBe("✓ proxy: none for http:// in the environment");
  expect(await found(secure, "https://127.0.0.1:1")).toContain("✕ proxy: HTTPS_PROXY is set");
});

test("doctor reports variables that contain real tokens, with or without a scheme", async () => {
  // Composed here, so that secret scanners do not take it for a leaked token.
  const secretPart = ["abcdefghijklm", "nopqrstuvwxyz012"].join("");
  const head = Buffer.from("123456789012345678").toString("base64url");
  const real = [head, "GAbCdE", secretPart].join(".");
  const env = { DISCORD_TOKEN: `Bot ${real}`, TOKEN: real, OWN_TOKEN: demo.botToken };
  const { out } = await doctor(nobody, env);
  expect(out).toContain("✕ tokens: DISCORD_TOKEN, TOKEN look like tokens of the platform");
  expect((await doctor(nobody, { TOKEN: demo.botToken })).out).toContain("✓ tokens: ");
});

test("doctor distinguishes an unknown world from a wrong control key", async () => {
  const service = await start();
  const world = await doctor(service, { ANTECHAMBER_WORLD_NAME: "nowhere" });
  expect(world.code).toBe(5);
  expect(world.out).toContain(
    "✕ world: refused: Unknown world\n    pass another --world-name than nowhere",
  );
  const key = await doctor(service, { ANTECHAMBER_CONTROL_KEY: "wrong" });
  expect(key.out).toContain("✕ control key: refused: 401: Unauthorized\n    pass the control key");
});

test("doctor reads the version without requesting the OpenAPI document", async () => {
  const now = new Date().toISOString();
  const requests: string[] = [];
  const hello = { version: "1.2.3", world: "main", epoch: "a", mode: "development" };
  const first = createHttpServer(({ url = "" }, answer) => {
    requests.push(url);
    if (url.startsWith("/control/v1/journal")) {
      answer.setHeader("content-type", "text/event-stream");
      answer.write(`event: hello\ndata: ${JSON.stringify(hello)}\n\n`);
      return;
    }
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ items: [], next: null, now, frozen: false }));
  });
  await new Promise<void>((resolve) => void first.listen(0, "127.0.0.1", resolve));
  stops.push(() => first.close());
  stops.push(() => first.closeAllConnections());
  const { port } = first.address() as AddressInfo;
  const { out } = await doctor({ url: `http://127.0.0.1:${port}` });
  expect(out).toContain("✓ version: 1.2.3");
  expect(requests).not.toContain("/openapi.json");
});

test("doctor finds a service that does not report its version in time", async () => {
  const now = new Date().toISOString();
  const slow = createHttpServer(({ url = "" }, answer) => {
    if (url.startsWith("/control/v1/journal")) return;
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ items: [], next: null, now, frozen: false }));
  });
  await new Promise<void>((resolve) => void slow.listen(0, "127.0.0.1", resolve));
  stops.push(() => slow.close());
  stops.push(() => slow.closeAllConnections());
  const { port } = slow.address() as AddressInfo;
  const { code, out } = await doctor({ url: `http://127.0.0.1:${port}` });
  expect(code).toBe(5);
  expect(out).toContain("✕ version: this program is 1.2.3, the service unknown");
  expect(out).toContain("✓ clock: ");
});

// Runs the proxies with our configuration in front of a service in production mode: calls, the
// gateway, callers' addresses, large bodies, and timeouts longer than the heartbeat interval.
import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@antechamber/contract";
import { WebSocket } from "ws";
import { secureRandom } from "../../packages/server/src/platform/random.ts";
import {
  authorityCertificate,
  serverCertificate,
} from "../../packages/server/src/run/certificates/certificate.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { freePort } from "../../scripts/postgres-engine.ts";
import { textOf } from "../source-tree.ts";
import { deployed, worldFileIn } from "./deployed-world.ts";

const START_PATIENCE_MS = 15_000;
const PAUSE_MS = 50;

/** The address that a caller claims in its headers. */
const CALLER = "192.0.2.77";

/** Local addresses from which callers come, which are not those of proxies. */
const addressOf: Readonly<Record<string, string>> = { nginx: "127.0.0.2", Caddy: "127.0.0.3" };

/** A running proxy, and the authority of its certificate. */
interface Proxy {
  readonly port: number;
  readonly ca: string;
}

let folder: string;
let service: RunningProgram;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "antechamber-proxies-"));
  const flags = ["--port", "0", "--store", "sqlite::memory:", "--limits", "off"];
  const others = ["--public-url", "https://localhost", "--trusted-proxies", "127.0.0.1"];
  const world = ["--world", await worldFileIn(folder)];
  service = await startProgram(["start", ...flags, ...others, ...world], {
    ANTECHAMBER_CONTROL_KEY: deployed.controlKey,
  });
});

afterAll(async () => {
  for (const proxy of started) {
    proxy.kill("SIGTERM");
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, "exit");
  }
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a proxy and waits until it accepts connections. */
async function startProxy(
  [program = "", ...args]: readonly string[],
  isReady: () => Promise<boolean>,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const proxy = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  started.push(proxy);
  let errors = "";
  proxy.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const until = performance.now() + START_PATIENCE_MS;
  while (!(await isReady().catch(() => false))) {
    if (proxy.exitCode !== null || performance.now() > until) throw new Error(errors);
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The local address from which the call comes. */
  readonly localAddress?: string;
}

interface Message {
  readonly attachments: readonly [{ readonly url: string; readonly size: number }];
}

/** Calls a path with the certificate's name as the host. */
function call({ port, ca }: Proxy, path: string, { body, ...options }: Call = {}) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const calling = request({ host: "localhost", port, path, ca, agent: false, ...options });
    calling.on("error", reject);
    calling.on("response", (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    calling.end(body);
  });
}

async function nginx(program: string): Promise<Proxy> {
  const place = join(folder, "nginx");
  await mkdir(place);
  const validity = { fromMs: Date.UTC(2020, 0, 1), untilMs: Date.UTC(2040, 0, 1) };
  const pair = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const signer = { name: "Authority of this test", key: pair() };
  const ca = authorityCertificate(signer, {
    domains: ["localhost"],
    validity,
    random: secureRandom,
  });
  const key = pair();
  const certificate = serverCertificate(signer, { name: "localhost", key, validity }, secureRandom);
  await writeFile(join(place, "fullchain.pem"), certificate);
  await writeFile(join(place, "privkey.pem"), key.export({ type: "pkcs8", format: "pem" }));
  const [port, plainPort] = [await freePort(), await freePort()];
  const placed = textOf("deploy/proxies/nginx.conf")
    .replaceAll("/etc/letsencrypt/live/id.example", place)
    .replaceAll("id.example", "localhost")
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("listen 80", `listen 127.0.0.1:${plainPort}`)
    .replaceAll(/^ *listen \[::\].*\n/gm, "")
    .replaceAll("127.0.0.1:8010", new URL(service.url).host);
  await writeFile(join(place, "site.conf"), placed);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const around = [
    process.getuid?.() === 0 ? "user root;" : "",
    `daemon off; pid ${place}/pid; error_log stderr; worker_processes 1;`,
    "events {}",
    "http {",
    "access_log off;",
    ...paths.map((name) => `${name}_temp_path ${place}/${name};`),
    `include ${place}/site.conf;`,
    "}",
  ];
  await writeFile(join(place, "nginx.conf"), around.join("\n"));
  const proxy = { port, ca };
  const command = [program, "-e", "stderr", "-p", place, "-c", join(place, "nginx.conf")];
  await startProxy(command, async () => (await call(proxy, "/healthz")).status === 200);
  return proxy;
}

async function caddy(program: string): Promise<Proxy> {
  const place = join(folder, "caddy");
  await mkdir(place);
  const port = await freePort();
  const around = [
    "{",
    "admin off",
    "local_certs",
    "skip_install_trust",
    `https_port ${port}`,
    `http_port ${await freePort()}`,
    `storage file_system ${place}`,
    "}",
  ];
  const file = join(place, "Caddyfile");
  await writeFile(file, `${around.join("\n")}\n${textOf("deploy/proxies/Caddyfile")}`);
  const root = join(place, "pki/authorities/local/root.crt");
  const command = [program, "run", "--config", file, "--adapter", "caddyfile"];
  const env = {
    ANTECHAMBER_NAME: "localhost",
    ANTECHAMBER_UPSTREAMS: new URL(service.url).host,
    HOME: place,
    XDG_CONFIG_HOME: place,
  };
  const proxyNow = async () => ({ port, ca: await readFile(root, "utf8") });
  const isReady = async () =>
    existsSync(root) && (await call(await proxyNow(), "/healthz")).status === 200;
  await startProxy(command, isReady, env);
  return proxyNow();
}

test("the proxies accept the largest bodies and wait longer than the heartbeat interval", () => {
  const conf = textOf("deploy/proxies/nginx.conf");
  const caddyfile = textOf("deploy/proxies/Caddyfile");
  const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  const MIB = 1_048_576;
  const largest = limits.bodiesPerAddress.value;
  expect(numberIn(conf, /client_max_body_size (\d+)m;/) * MIB).toBeGreaterThanOrEqual(largest);
  expect(numberIn(caddyfile, /max_size (\d+)MiB/) * MIB).toBeGreaterThanOrEqual(largest);
  for (const name of ["proxy_read_timeout", "proxy_send_timeout"]) {
    const waitsMs = numberIn(conf, new RegExp(`${name} (\\d+)s;`)) * 1000;
    expect(waitsMs).toBeGreaterThan(2 * limits.heartbeatInterval.value);
  }
  // Caddy has no such timeouts by default.
  expect(caddyfile).not.toMatch(/read_timeout|write_timeout|stream_timeout/);
});

const proxies = [
  { name: "nginx", program: process.env["TEST_NGINX"], start: nginx },
  { name: "Caddy", program: process.env["TEST_CADDY"], start: caddy },
];

describe.each(proxies)("behind the proxy $name", ({ name, program, start }) => {
  let proxy: Proxy;

  beforeAll(async () => {
    if (program !== undefined) proxy = await start(program);
  });

  const asBot = { authorization: `Bot ${deployed.botToken}` };

  test.runIf(program !== undefined)("a bot calls the API and sends a message", async () => {
    expect(await call(proxy, "/api/v10/users/@me", { headers: asBot })).toMatchObject({
      status: 200,
    });
    const written = await call(proxy, `/api/v10/channels/${deployed.channelId}/messages`, {
      method: "POST",
      headers: { ...asBot, "content-type": "application/json" },
      body: JSON.stringify({ content: "through the proxy" }),
    });
    expect(written.status).toBe(200);
  });

  test.runIf(program !== undefined)(
    "the largest attachment is uploaded and downloaded intact",
    async () => {
      const form = new FormData();
      const bytes = limits.attachmentSize.value;
      form.set("files[0]", new Blob([Buffer.alloc(bytes, 7)]), "large.bin");
      const encoded = new Response(form);
      const body = new Uint8Array(await encoded.arrayBuffer());
      const type = encoded.headers.get("content-type") ?? "";
      const headers = { ...asBot, "content-type": type, "content-length": String(body.length) };
      const path = `/api/v10/channels/${deployed.channelId}/messages`;
      const { status, text } = await call(proxy, path, { method: "POST", headers, body });
      expect(status).toBe(200);
      const [{ url, size }] = (JSON.parse(text) as Message).attachments;
      expect(size).toBe(bytes);
      const { pathname, search } = new URL(url);
      expect((await call(proxy, pathname + search)).text).toHaveLength(bytes);
    },
  );

  test.runIf(program !== undefined)(
    "callers are identified by their real address, whatever header they send",
    async () => {
      const headers = { authorization: "Control wrong", "x-forwarded-for": CALLER };
      const localAddress = addressOf[name] ?? "";
      const refused = await call(proxy, "/control/v1/clock", { headers, localAddress });
      expect(refused.status).toBe(401);
      await expect.poll(() => service.output() + service.errors()).toContain(localAddress);
      expect(service.output() + service.errors()).not.toContain(CALLER);
    },
  );

  test.runIf(program !== undefined)("the metrics are not exposed", async () => {
    const headers = { authorization: `Control ${deployed.controlKey}` };
    expect(await call(proxy, "/metrics", { headers })).toMatchObject({ status: 404 });
  });

  test.runIf(program !== undefined)("a gateway session works over TLS", async () => {
    const socket = new WebSocket(`wss://localhost:${proxy.port}/gateway/?v=10&encoding=json`, {
      ca: proxy.ca,
    });
    const [hello] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(hello.toString())).toMatchObject({ op: 10 });
    const identify = { token: deployed.botToken, intents: 0, properties: {} };
    socket.send(JSON.stringify({ op: 2, d: identify }));
    const [ready] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(ready.toString())).toMatchObject({ t: "READY" });
    socket.send(JSON.stringify({ op: 1, d: 1 }));
    const [beat] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(beat.toString())).toMatchObject({ op: 11 });
    socket.close();
    await once(socket, "close");
  });
});

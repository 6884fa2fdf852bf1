// Events of an application over real sockets to `webhooks listen`, which forwards them.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { clientCommand } from "../../testing/clients/client-command.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
let own: Server | undefined;
afterEach(async () => {
  own?.close();
  own = undefined;
  await service.stop();
});

interface Shown {
  readonly signed: boolean;
  readonly status: number;
  readonly type: string;
}

/** Listens until a number of events were shown, each of them caused by `cause`. */
async function listening(words: readonly string[], cause: (url: string) => Promise<void>) {
  const end = new AbortController();
  const lines: Shown[] = [];
  const running = clientCommand(service, ["webhooks", "listen", "--json", ...words], {
    interrupted: end.signal,
    printed(text) {
      lines.push(JSON.parse(text) as Shown);
    },
  });
  await cause(await addressOnceSet());
  while (lines.length === 0) await service.control("GET /clock");
  const during = await webhooksOfApplication();
  end.abort();
  return { lines, during, ...(await running) };
}

async function webhooksOfApplication() {
  const { body } = await service.control(`GET /applications/${demo.applicationId}`);
  return (body as { event_webhooks?: { url?: string; types?: string[] } }).event_webhooks;
}

async function addressOnceSet(): Promise<string> {
  for (;;) {
    const url = (await webhooksOfApplication())?.url ?? "";
    if (url !== "") return url;
  }
}

const deauthorize = async () => {
  await service.control("POST /users/alice/deauthorize", { application: "Concierge" });
};

test("shows signed events, and restores the application's settings", async () => {
  service = await aService();
  const { code, lines, during } = await listening([], deauthorize);
  expect(code).toBe(0);
  expect(lines).toMatchObject([{ signed: true, status: 204, type: "APPLICATION_DEAUTHORIZED" }]);
  expect(during?.types).toContain("ENTITLEMENT_CREATE");
  expect(await webhooksOfApplication()).toBeUndefined();
  const { body } = await service.control("GET /deliveries");
  expect(body).toMatchObject({ items: [{ state: "delivered", attempts: [{ status: 204 }] }] });
});

test("refuses calls with a wrong signature", async () => {
  service = await aService();
  const { lines } = await listening(["--events", "ENTITLEMENT_CREATE"], async (url) => {
    const headers = { "x-signature-ed25519": "00".repeat(64), "x-signature-timestamp": "1" };
    const forged = await fetch(url, { method: "POST", headers, body: '{"type":1}' });
    expect(forged.status).toBe(401);
  });
  expect(lines).toMatchObject([{ signed: false, status: 401 }]);
});

test("forwards events unchanged, and returns the answer", async () => {
  service = await aService();
  const passed: unknown[] = [];
  own = createServer((request, response) => {
    passed.push(request.headers["x-signature-ed25519"]);
    response.writeHead(202).end("thanks");
  });
  await new Promise<void>((resolve) => void own?.listen(0, "127.0.0.1", resolve));
  const { port } = own.address() as AddressInfo;
  const words = ["--forward-to", `http://127.0.0.1:${port}/events`];
  const { lines } = await listening(words, deauthorize);
  expect(lines).toMatchObject([{ signed: true, status: 202 }]);
  expect(passed).toEqual([expect.stringMatching(/^[0-9a-f]{128}$/)]);
});

test("does not restore a previous URL that no longer answers, and reports it", async () => {
  const [application] = demoWorld.applications ?? [];
  const gone = { url: "http://127.0.0.1:1/", types: ["ENTITLEMENT_CREATE"], status: 2 };
  const applications = [{ ...application, event_webhooks: gone }];
  service = await aService({ world: { ...demoWorld, applications } });
  const end = new AbortController();
  const running = clientCommand(service, ["webhooks", "listen"], { interrupted: end.signal });
  while ((await addressOnceSet()) === gone.url) await service.control("GET /clock");
  expect((await webhooksOfApplication())?.types).toEqual(gone.types);
  end.abort();
  const { code, err } = await running;
  expect(code).toBe(0);
  expect(err).toContain(`${gone.url} does not answer its check, so it was not set again`);
  expect(await webhooksOfApplication()).toBeUndefined();
});

test.each([
  [["--events", "LOBBY_OPEN"], /"LOBBY_OPEN" is not one of APPLICATION_AUTHORIZED/],
  [["--port", "x"], /not a port/],
  [["--port", "65536"], /not a port/],
  [["--forward-to", "nowhere"], /not an address/],
] as const)("%j is a usage error", async (words, message) => {
  service = await aService();
  const failed = await clientCommand(service, ["webhooks", "listen", ...words]);
  expect(failed).toMatchObject({ code: 2, out: "" });
  expect(failed.err).toMatch(message);
});

// What pages of other origins can do to a service in development mode, in a real browser.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aService,
  CONTROL_KEY,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { aPage, startBrowser } from "./browser.ts";

let browser: Browser;
let service: TestService;
let pages: Server;

beforeAll(async () => {
  pages = createServer(({ url }, response) => {
    const frame = `<iframe sandbox="allow-scripts" srcdoc="<title>a frame</title>"></iframe>`;
    response.setHeader("content-type", "text/html");
    response.end(`<title>a page</title>${url === "/framed" ? frame : ""}`);
  });
  pages.listen(0, "127.0.0.1");
  [browser, service] = await Promise.all([startBrowser(), aService(), once(pages, "listening")]);
});

afterAll(async () => {
  await browser.close();
  pages.close();
  await service.stop();
});

const originOf = (name: string) => `http://${name}:${(pages.address() as AddressInfo).port}`;

/** A page of a foreign origin, or of the developer's own. */
async function pageOf(name: string, path = "/"): Promise<Page> {
  const page = await aPage(browser, true);
  await page.goto(originOf(name) + path);
  return page;
}

interface Tried {
  /** A call without a credential. */
  readonly plain: string;
  readonly withToken: string;
  readonly control: string;
  /** A stream of server-sent events. */
  readonly events: string;
  readonly gateway: string;
}

/** What a page of a refused origin can do. */
const nothing: Tried = {
  plain: "nothing",
  withToken: "nothing",
  control: "nothing",
  events: "nothing",
  gateway: "nothing",
};

/** What a script in the page can reach with publicly known credentials. */
function tryFrom(page: Page | Frame): Promise<Tried> {
  const params = {
    url: service.url,
    gateway: `${service.url.replace("http", "ws")}/gateway/?v=10&encoding=json`,
    token: `Bot ${demo.botToken}`,
    key: `Control ${CONTROL_KEY}`,
  };
  return page.evaluate(async ({ url, gateway, token, key }) => {
    const call = async (path: string, headers: Record<string, string>) => {
      try {
        return String((await fetch(url + path, { headers })).status);
      } catch {
        return "nothing";
      }
    };
    const outcomeOf = (source: EventTarget, close: () => void) =>
      new Promise<string>((resolve) => {
        const end = (outcome: string) => () => {
          close();
          resolve(outcome);
        };
        for (const name of ["open", "hello", "message"]) {
          source.addEventListener(name, end("a greeting"));
        }
        source.addEventListener("error", end("nothing"));
      });
    const socket = new WebSocket(gateway);
    const stream = new EventSource(`${url}/control/v1/journal?follow=1`);
    // The listeners are attached before anything is awaited, or events would be missed.
    const [events, greeting] = [
      outcomeOf(stream, () => stream.close()),
      outcomeOf(socket, () => socket.close()),
    ];
    return {
      plain: await call("/api/v10/gateway", {}),
      withToken: await call("/api/v10/users/@me", { authorization: token }),
      control: await call("/control/v1/clock", { authorization: key }),
      events: await events,
      gateway: await greeting,
    };
  }, params);
}

/** The journal's entries; with several processes, those of the next one. */
async function entriesOf(filter: string): Promise<readonly { readonly summary: string }[]> {
  const { body } = await service.control(`GET /journal?${filter}`);
  return (body as { readonly items: readonly { readonly summary: string }[] }).items;
}

/** What a page of an allowed origin can do: the control plane is closed to all pages. */
const letIn: Tried = { ...nothing, plain: "200", withToken: "200", gateway: "a greeting" };

test("a foreign page cannot read responses, act as a user or connect to the gateway", async () => {
  const page = await pageOf("evil.example");
  expect(await tryFrom(page)).toEqual(nothing);
  // Each attempt is recorded as refused in the journal of the process that it reached.
  const tried = async () => {
    const entries = await entriesOf("status=403&limit=100");
    return entries.map(({ summary }) => summary).join("\n");
  };
  for (const path of ["/api/v10/gateway", "/api/v10/users/@me", "/control/v1/", "/gateway/"]) {
    await expect.poll(tried).toContain(path);
  }
});

test("a page of this machine calls the API and connects to the gateway", async () => {
  const page = await pageOf("localhost");
  expect(await tryFrom(page)).toEqual(letIn);
});

test("the cookie of the console gives no access to a page on another port", async () => {
  const page = await aPage(browser, true);
  await page.goto(`${service.url}/console/`);
  const headers = { "x-antechamber-console": "1", authorization: `Control ${CONTROL_KEY}` };
  const signedIn = await page.evaluate(
    async (requestHeaders) =>
      (await fetch("/console/session", { method: "POST", headers: requestHeaders })).status,
    headers,
  );
  const clock = "/control/v1/clock";
  const read = (url: string) =>
    page.evaluate(async (address) => {
      try {
        return String((await fetch(address, { credentials: "include" })).status);
      } catch {
        return "nothing";
      }
    }, url);
  expect([signedIn, await read(clock)]).toEqual([200, "200"]);
  await page.goto(originOf("127.0.0.1"));
  expect(await page.context().cookies(service.url)).toHaveLength(1);
  expect(await read(service.url + clock)).toBe("nothing");
  // A simple request, for which browsers send no preflight, is refused too.
  await page.evaluate(async (address) => {
    const blind = { method: "POST", mode: "no-cors", credentials: "include" } as const;
    await fetch(address, { ...blind, body: "{}" });
  }, `${service.url}/control/v1/world/reset`);
  const resets = () => entriesOf("name=control.world.reset&limit=1");
  await expect.poll(resets).toMatchObject([{ status: 401 }]);
});

test("a page with an opaque origin is treated as foreign", async () => {
  const page = await pageOf("localhost", "/framed");
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error("the frame is missing");
  expect(await frame.evaluate("self.origin")).toBe("null");
  expect(await tryFrom(frame)).toEqual(nothing);
});

test("a foreign host name that resolves to this machine is refused", async () => {
  const page = await aPage(browser, true);
  const answer = await page.goto(service.url.replace("127.0.0.1", "evil.example"));
  expect(answer?.status()).toBe(421);
});

test("a foreign page has access if its origin is allowed", async () => {
  const own = service;
  service = await aService({ settings: { allowedOrigins: [originOf("evil.example")] } });
  try {
    expect(await tryFrom(await pageOf("evil.example"))).toEqual(letIn);
    expect(await tryFrom(await pageOf("other.example"))).toEqual(nothing);
  } finally {
    await service.stop();
    service = own;
  }
});

// What pages of other origins can do to a service in development mode, in a real browser.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { aPage, startBrowser } from "./browser.ts";

let browser: Browser;
let service: TestService;
let pages: Server;

beforeAll(async () => {
  pages = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>a page</title>");
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

/** A page of an origin that belongs to somebody else, or to the developer. */
async function pageOf(name: string): Promise<Page> {
  const page = await aPage(browser, true);
  await page.goto(originOf(name));
  return page;
}

interface Tried {
  readonly plain: string;
  readonly withToken: string;
  readonly gateway: string;
}

/** What a script of the page gets when it uses the credentials that everyone knows. */
function tryFrom(page: Page): Promise<Tried> {
  const given = {
    api: `${service.url}/api/v10`,
    gateway: `${service.url.replace("http", "ws")}/gateway/?v=10&encoding=json`,
    token: `Bot ${demo.botToken}`,
  };
  return page.evaluate(async ({ api, gateway, token }) => {
    const call = async (path: string, headers: Record<string, string>) => {
      try {
        return String((await fetch(api + path, { headers })).status);
      } catch {
        return "nothing";
      }
    };
    const socket = new Promise<string>((resolve) => {
      const params = new WebSocket(gateway);
      params.addEventListener("message", () => resolve("a greeting"));
      params.addEventListener("error", () => resolve("nothing"));
    });
    return {
      plain: await call("/gateway", {}),
      withToken: await call("/users/@me", { authorization: token }),
      gateway: await socket,
    };
  }, given);
}

test("a page of somebody else reads nothing, acts as nobody and joins no gateway", async () => {
  const page = await pageOf("evil.example");
  expect(await tryFrom(page)).toEqual({
    plain: "nothing",
    withToken: "nothing",
    gateway: "nothing",
  });
});

test("a page of this machine calls the API and joins the gateway", async () => {
  const page = await pageOf("localhost");
  expect(await tryFrom(page)).toEqual({ plain: "200", withToken: "200", gateway: "a greeting" });
});

test("a foreign page is let in by name", async () => {
  const own = service;
  service = await aService({ settings: { allowedOrigins: [originOf("evil.example")] } });
  try {
    const page = await pageOf("evil.example");
    expect(await tryFrom(page)).toEqual({ plain: "200", withToken: "200", gateway: "a greeting" });
  } finally {
    await service.stop();
    service = own;
  }
});

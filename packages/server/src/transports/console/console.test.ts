// The console's page, its files and its sessions, as requested by browsers and other clients.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DEFAULT_CONTROL_KEY, endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bareCall } from "../../testing/clients/bare-call.ts";
import {
  aService,
  CONTROL_KEY,
  type TestService,
  type TestServiceOptions,
} from "../../testing/start-service.ts";

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "antechamber-console-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<title>built</title>");
  writeFileSync(join(folder, "assets/a-1.js"), "plain");
  writeFileSync(join(folder, "assets/a-1.js.br"), "compressed");
  service = await aService({ settings: { consoleFolder: pathToFileURL(`${folder}/`) } });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The headers that one of our own pages sends. */
const own = { "sec-fetch-site": "same-origin", "x-antechamber-console": "1" };

const call = (route: string, headers: Record<string, string> = {}) =>
  bareCall(service.url, route, headers);

/** Signs in, and returns the cookie. */
async function aSession(): Promise<string> {
  const { headers } = await call("POST /console/session", {
    ...own,
    authorization: `Control ${CONTROL_KEY}`,
  });
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

describe("the page of the console", () => {
  test.each(["/console", "/console/", "/console/trace/12?w=x"])("is served at %s", async (path) => {
    const { status, text, headers } = await call(`GET ${path}`);
    expect([status, text, headers["cache-control"]]).toEqual([
      200,
      "<title>built</title>",
      "no-cache",
    ]);
    expect(headers["content-security-policy"]).toContain("script-src 'self'");
  });

  test("has files that browsers may cache for ever, compressed for clients that accept it", async () => {
    const plain = await call("GET /console/assets/a-1.js");
    expect([plain.status, plain.text, plain.headers["cache-control"]]).toEqual([
      200,
      "plain",
      "public, max-age=31536000, immutable",
    ]);
    const packed = await call("GET /console/assets/a-1.js", { "accept-encoding": "gzip, br" });
    expect([packed.text, packed.headers["content-encoding"]]).toEqual(["compressed", "br"]);
  });

  test.each(["/console/assets/none.js", "/console/assets/..%2findex.html", "/console/assets/../x"])(
    "has no file at %s",
    async (path) => {
      const { status, text } = await call(`GET ${path}`);
      expect([status === 404 || text === "<title>built</title>", text.includes("plain")]).toEqual([
        true,
        false,
      ]);
    },
  );

  test("says how to build it when it is not built, and reloads by itself", async () => {
    const other = await aService({ settings: { consoleFolder: pathToFileURL(`${folder}/none/`) } });
    const { status, headers, text } = await bareCall(other.url, "GET /console/", {});
    expect([status, headers["retry-after"], headers["refresh"]]).toEqual([503, "1", "1"]);
    expect(text).toContain("npm run build:console");
    await other.stop();
  });

  test.each(["/console/", "/console/?media=1", "/console/stage/1/2"])(
    "loads no pictures from other hosts at %s",
    async (path) => {
      const { headers } = await call(`GET ${path}`);
      expect(headers["content-security-policy"]).toContain("img-src 'self' data: blob:;");
    },
  );

  test("loads pictures of other hosts in an empty frame, which only pages of the console may embed", async () => {
    const { status, text, headers } = await call("GET /console/picture?url=https://other.example");
    expect([status, text.includes("<script"), text.includes("other.example")]).toEqual([
      200,
      false,
      false,
    ]);
    expect(String(headers["content-security-policy"]).split("; ")).toEqual([
      "default-src 'none'",
      "img-src https:",
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
});

describe("a session of the console", () => {
  test("opens the control plane to the console's own pages", async () => {
    const cookie = await aSession();
    const read = await call("GET /control/v1/clock", { cookie, "sec-fetch-site": "same-origin" });
    const write = await call("POST /control/v1/limits/reset", { ...own, cookie });
    expect([read.status, write.status]).toEqual([200, 204]);
  });

  test.each([
    ["a page on another port", { "sec-fetch-site": "same-site" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["no browser", {}],
    ["a page of another origin", { ...own, origin: "http://127.0.0.1:1" }],
  ])("opens nothing to %s", async (_who, headers) => {
    const cookie = await aSession();
    expect((await call("GET /control/v1/clock", { cookie, ...headers })).status).toBe(401);
  });

  test("allows no change by a call that another site could send", async () => {
    const cookie = await aSession();
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    expect((await call("POST /control/v1/limits/reset", headers)).status).toBe(401);
  });

  test.each(["", "x=y", "{name}={id}.99999999999999.{zeros}", "{name}={id}.1.{zeros}"])(
    "is not granted for the cookie %j",
    async (template) => {
      const [name = ""] = (await aSession()).split("=");
      const cookie = template
        .replace("{name}", name)
        .replace("{id}", "0".repeat(32))
        .replace("{zeros}", "0".repeat(64));
      expect((await call("GET /control/v1/clock", { ...own, cookie })).status).toBe(401);
    },
  );

  test("requires the control key, and counts wrong keys as the control plane does", async () => {
    expect((await call("POST /console/session", own)).status).toBe(401);
    const wrong = await call("POST /console/session", { ...own, authorization: "Control guess" });
    expect([wrong.status, wrong.headers["set-cookie"]]).toEqual([401, undefined]);
  });

  test("ends for all holders of its cookie, which is removed from the browser", async () => {
    const cookie = await aSession();
    const ended = await call("DELETE /console/session", { ...own, cookie });
    expect([ended.status, String(ended.headers["set-cookie"])]).toEqual([
      204,
      expect.stringContaining("Max-Age=0"),
    ]);
    const state = await call("GET /console/session", { cookie, "sec-fetch-site": "same-origin" });
    expect(JSON.parse(state.text)).toEqual({
      signed_in: false,
      mode: "development",
      asks_for_key: true,
    });
    expect((await call("GET /control/v1/clock", { ...own, cookie })).status).toBe(401);
  });

  test("begins without a key only on loopback, while the default key is in use", async () => {
    const begin = async (options: TestServiceOptions) => {
      const other = await aService(options);
      const { status, text, headers } = await bareCall(other.url, "POST /console/session", own);
      const foreign = await bareCall(other.url, "POST /console/session", {
        ...own,
        "sec-fetch-site": "cross-site",
      });
      await other.stop();
      return [status, foreign.status, "set-cookie" in headers, text.includes("asks_for_key")];
    };
    const controlKey = DEFAULT_CONTROL_KEY;
    expect(await begin({ controlKey })).toEqual([200, 401, true, true]);
    expect(await begin({})).toEqual([401, 401, false, false]);
    expect(await begin({ controlKey, settings: { isOpen: true } })).toEqual([
      401,
      401,
      false,
      false,
    ]);
    const production = { controlKey, production: true, settings: { console: true } };
    expect(await begin(production)).toEqual([401, 401, false, false]);
  });
});

describe("in production mode", () => {
  test("is off unless switched on, and then it is read-only", async () => {
    const off = await aService({ production: true });
    expect((await bareCall(off.url, "GET /console/", {})).status).toBe(404);
    await off.stop();
    const on = await aService({ production: true, settings: { console: true } });
    const begun = await bareCall(on.url, "POST /console/session", {
      ...own,
      authorization: `Control ${CONTROL_KEY}`,
    });
    const set = String(begun.headers["set-cookie"]);
    expect(set).toMatch(/^__Host-antechamber-console-\d+=.*; HttpOnly; SameSite=Strict; Secure$/);
    const cookie = set.split(";")[0] ?? "";
    const read = await bareCall(on.url, "GET /control/v1/clock", { ...own, cookie });
    const write = await bareCall(on.url, "POST /control/v1/limits/reset", { ...own, cookie });
    expect([read.status, write.status]).toEqual([200, 401]);
    await on.stop();
  });

  test("may use the POST calls that change nothing; every other call but GET is refused", async () => {
    const on = await aService({ production: true, settings: { console: true } });
    const begun = await bareCall(on.url, "POST /console/session", {
      ...own,
      authorization: `Control ${CONTROL_KEY}`,
    });
    const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
    const steering = endpoints.filter(({ plane }) => plane === "control");
    const found: string[] = [];
    for (const { id, method, path, readsOnly } of steering) {
      const route = `${method} /control/v1${path.replaceAll(/\{\w+\}/g, "1")}`;
      const { status } = await bareCall(on.url, route, { ...own, cookie });
      const reads = method === "GET" || readsOnly === true;
      if ((status === 401) === reads) found.push(`${id} answers ${status}`);
    }
    expect([found, steering.length > 50]).toEqual([[], true]);
    await on.stop();
  });
});

// The reference that the service serves is the reviewed one, is complete, and has no dead links.
import { endpoints, errors, events, limits } from "@antechamber/contract";
import { addressOf } from "@antechamber/contract/openapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import reviewedControl from "../../../../../../openapi-control.json" with { type: "json" };
import reviewed from "../../../../../../openapi.json" with { type: "json" };
import { aService, type TestService } from "../../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

test("/openapi.json is the generated file, readable by pages of every origin", async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const { paths, components } = (await answer.json()) as typeof reviewed;
  expect(paths).toEqual({ ...reviewed.paths, ...reviewedControl.paths });
  const both = [reviewed, reviewedControl].map((each) => each.components);
  expect(components.schemas).toEqual(Object.assign({}, ...both.map(({ schemas }) => schemas)));
  expect(components.responses).toEqual(
    Object.assign({}, ...both.map(({ responses }) => responses)),
  );
});

test("/control/v1/openapi.json is the generated file, not readable by other origins", async () => {
  const answer = await fetch(`${service.url}/control/v1/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(await answer.json()).toEqual(reviewedControl);
});

async function textOf(path: string): Promise<string> {
  const answer = await fetch(service.url + path);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  return answer.text();
}

/** Every page that the index links to, by its URL. */
async function everyPage(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map([["/reference", await textOf("/reference")]]);
  for (const text of pages.values()) {
    for (const [, address = ""] of text.matchAll(/href="(\/reference[^"#]*)/g)) {
      if (!pages.has(address)) pages.set(address, await textOf(address));
    }
  }
  return pages;
}

test("/reference lists every endpoint, error, event and limit", async () => {
  const text = await textOf("/reference");
  const named = endpoints.map((each) => `<strong>${each.method} ${addressOf(each)}</strong>`);
  const names = [...errors, ...events].map(({ name }) => `#${name}"`);
  const all = [...named, ...names, ...Object.keys(limits).map((name) => `#${name}"`)];
  expect(all.filter((each) => !text.includes(each))).toEqual([]);
});

test("an endpoint's page has its body, replies, errors, source and an example", async () => {
  const text = await textOf("/reference/lobbies");
  const from = text.indexOf('<section id="lobbies.create"');
  const section = text.slice(from, text.indexOf("</section>", from));
  for (const fragment of [
    "<strong>POST /api/v10/lobbies</strong>",
    '<a href="/reference/types#LobbyDraft">',
    "idle_timeout_seconds",
    "<code>members[].id</code>",
    "at most 25 items",
    '<a href="/reference/types#Lobby">',
    '<a href="/reference/errors#InvalidForm">',
    "requirements 4",
    "curl -s -X POST &quot;$SERVICE/api/v10/lobbies&quot;",
    "Authorization: Bot $BOT_TOKEN",
    "members[].additional_name",
  ]) {
    expect(section).toContain(fragment);
  }
});

test("an example sends a body once, as JSON where the endpoint takes forms too", async () => {
  const text = await textOf("/reference/channels");
  const examples = [...text.matchAll(/<code>curl ([\s\S]*?)<\/code>/g)].map(
    ([, call = ""]) => call,
  );
  const both = examples.filter((each) => each.split("-d &#39;").length > 2);
  expect([examples.length > 10, both]).toEqual([true, []]);
});

test("no page has a dead link", async () => {
  const pages = await everyPage();
  const dead = [...pages].flatMap(([address, text]) =>
    [...text.matchAll(/href="(\/reference[^"#]*)?#([^"]+)"/g)]
      .filter(([, to = address, id]) => pages.get(to)?.includes(`id="${id}"`) !== true)
      .map(([link]) => `${address}: ${link}`),
  );
  expect(pages.size).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});

test("only the page with the search runs a script, and just one", async () => {
  const policyOf = async (path: string) =>
    (await fetch(service.url + path)).headers.get("content-security-policy") ?? "";
  expect(await policyOf("/reference")).toMatch(/script-src 'sha256-[\w+/=]+'/);
  expect(await policyOf("/reference/types")).not.toContain("script-src");
});

test("an unknown page answers 404", async () => {
  expect((await fetch(`${service.url}/reference/nothing`)).status).toBe(404);
});

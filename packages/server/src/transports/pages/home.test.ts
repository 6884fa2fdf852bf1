// The root has links for people and programs, and gateway clients can connect to it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { dial } from "../../testing/clients/gateway-client.ts";
import { aService, type TestService } from "../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

const asPerson = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

test("browsers get a page without dead links", async () => {
  const answer = await fetch(service.url, asPerson);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  const links = [...(await answer.text()).matchAll(/href="(\/[^"#]*)"/g)].map(([, to = ""]) => to);
  expect(links).toEqual(expect.arrayContaining(["/reference", "/healthz", "/guides/sign-in"]));
  for (const link of new Set(links)) {
    expect([link, (await fetch(service.url + link, asPerson)).status]).toEqual([link, 200]);
  }
});

test("programs get the links as JSON", async () => {
  const answer = await fetch(service.url, { headers: { accept: "*/*" } });
  expect([answer.headers.get("content-type"), answer.headers.get("vary")]).toEqual([
    "application/json",
    "Accept",
  ]);
  expect(await answer.json()).toMatchObject({
    name: "Antechamber",
    api: `${service.url}/api/v10`,
    gateway: service.url.replace("http", "ws"),
  });
});

test("gateway clients may connect to the root", async () => {
  const client = await dial(`${service.url.replace("http", "ws")}/`);
  await client.leave(1000);
  expect(client.frames).toHaveLength(1);
});

test("llms.txt lists the guides, the reference and the tools", async () => {
  const answer = await fetch(`${service.url}/llms.txt`);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toContain("antechamber mcp");
  const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, to = ""]) => to);
  expect(links).toContain(`${service.url}/guides/coding-agents`);
  for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
});

test("the guides have no dead links", async () => {
  const guide = `${service.url}/guides/testing`;
  const text = await (await fetch(guide)).text();
  const links = [...text.matchAll(/\]\(([\w-]+\.md)/g)].map(
    ([, to = ""]) => new URL(to, guide).href,
  );
  expect(links).toContain(`${service.url}/guides/see-what-happened.md`);
  for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
});

test("the service has an icon", async () => {
  const answer = await fetch(`${service.url}/favicon.ico`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});

test("a browser's own call for the icon is not in the journal", async () => {
  await fetch(`${service.url}/favicon.ico`);
  await fetch(`${service.url}/llms.txt`);
  const { items } = (await service.control("GET /journal")).body as {
    readonly items: readonly { readonly summary: string }[];
  };
  const summaries = items.map(({ summary }) => summary).join("\n");
  expect(summaries).toContain("GET /llms.txt");
  expect(summaries).not.toContain("favicon");
});

test("unknown guides and impossible names are not found", async () => {
  for (const name of ["nothing", "nothing.md", ".md", "testing.md.md", "..%2f..%2fREADME"]) {
    expect((await fetch(`${service.url}/guides/${name}`)).status).toBe(404);
  }
});

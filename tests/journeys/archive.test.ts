// A trace as an HTTP archive: it conforms to the format's schema, and a real browser can replay it
// after the service has stopped.
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import draft6 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import harSchemas from "har-schema";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAnsweringApplication } from "../../packages/server/src/testing/network/answering-application.ts";
import { clientCommand } from "../../packages/server/src/testing/clients/client-command.ts";
import { demo, type TestService } from "../../packages/server/src/testing/start-service.ts";
import { startBrowser } from "./browser.ts";

interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: { readonly status: number; readonly content: { readonly text: string } };
}

let browser: Browser;
let service: TestService | undefined;

beforeAll(async () => {
  browser = await startBrowser();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** The issues of an archive against a published schema of version 1.2. */
function faultsOf(archive: unknown): readonly unknown[] {
  const formats = {
    "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
    uri: (text: string) => URL.canParse(text),
    ipv4: true,
    ipv6: true,
  } as const;
  const ajv = new Ajv({ strict: false, allErrors: true, formats, meta: false });
  ajv.addMetaSchema(draft6);
  for (const schema of Object.values(harSchemas)) ajv.addSchema(schema);
  const isArchive = ajv.getSchema("har.json#");
  if (isArchive === undefined) throw new Error("there is no schema of archives");
  return isArchive(archive) === true ? [] : (isArchive.errors ?? []);
}

/** An archive of a command whose response the application edits once. */
async function archiveFile(running: TestService): Promise<string> {
  const path = `/applications/${demo.applicationId}/commands`;
  await running.asBot(`PUT ${path}`, [{ name: "ping", description: "Pings" }]);
  const form = { application: "Concierge", channel: "general", command: "ping" };
  const { body } = await running.control("POST /users/alice/invoke", form);
  const { interaction } = body as { readonly interaction: string };
  const file = join(await mkdtemp(join(tmpdir(), "antechamber-har-")), "trace.har");
  const words = ["journal", "--filter", `trace:${interaction}`, "--har", file];
  expect(await clientCommand(running, words)).toMatchObject({ code: 0, err: "" });
  return file;
}

test("a HAR file matches its schema, and a browser can replay it", async () => {
  const running = await anAnsweringApplication(() => ({ type: 4, data: { content: "pong" } }));
  service = running;
  const file = await archiveFile(running);
  const archive = JSON.parse(await readFile(file, "utf8")) as {
    readonly log: { readonly entries: readonly Exchange[] };
  };
  expect(faultsOf(archive)).toEqual([]);
  expect(faultsOf({ log: { ...archive.log, creator: undefined } })).not.toEqual([]);
  const { origin } = new URL(running.url);
  const own = archive.log.entries.filter(({ request }) => request.url.startsWith(`${origin}/`));
  expect(own.length).toBeGreaterThan(0);

  await running.stop();
  service = undefined;
  const context = await browser.newContext();
  await context.routeFromHAR(file, { notFound: "abort" });
  await context.route(`${origin}/blank`, (route) => route.fulfill({ body: "" }));
  const page = await context.newPage();
  await page.goto(`${origin}/blank`);
  for (const { request, response } of own) {
    const { url, method, postData } = request;
    const answer = await page.evaluate(
      async ([address, init]) => {
        const fetched = await fetch(address, init);
        return { status: fetched.status, text: await fetched.text() };
      },
      [
        url,
        {
          method,
          ...(postData === undefined
            ? {}
            : { body: postData.text, headers: { "content-type": postData.mimeType } }),
        },
      ] as const,
    );
    expect(answer).toEqual({ status: response.status, text: response.content.text });
  }
  const unknown = page.evaluate((address) => fetch(address).then(() => "answered"), `${origin}/x`);
  await expect(unknown).rejects.toThrow("Failed to fetch");
  await context.close();
}, 60_000);

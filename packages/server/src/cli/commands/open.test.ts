// Opening trace files without a service.
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { journalLimits } from "@antechamber/contract/journal-limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientCommand } from "../../testing/clients/client-command.ts";

/** A URL that refuses connections. */
const nowhere = { url: "http://127.0.0.1:1" };

const entry = {
  id: "1",
  at: "2026-11-22T12:00:00.000Z",
  real_at: "2026-11-22T12:00:00.000Z",
  trace: "1",
  kind: "request",
  name: "lobbies.create",
  summary: "POST /lobbies",
};
const text = `${JSON.stringify(entry)}\n`;

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "antechamber-open-"));
  file = join(folder, "run.trace.jsonl");
  await writeFile(file, text);
  await mkdir(join(folder, "console"));
  await writeFile(join(folder, "console/index.html"), "<title>built</title>");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens the file, runs a task with its URL, and interrupts the command. */
async function opened(
  words: readonly string[],
  visit: (origin: string, path: string) => Promise<void>,
) {
  const end = new AbortController();
  const printed = Promise.withResolvers<string>();
  const running = clientCommand(nowhere, ["open", file, ...words], {
    interrupted: end.signal,
    consoleFolder: pathToFileURL(`${folder}/console/`),
    printed: printed.resolve,
  });
  const first = await printed.promise;
  const url = new URL(first.startsWith("{") ? (JSON.parse(first) as { url: string }).url : first);
  try {
    await visit(url.origin, url.pathname);
  } finally {
    end.abort();
  }
  return { ...(await running), origin: url.origin };
}

/** The response to a call with another Host header. */
function statusFor(url: string, host: string, method = "GET"): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on("error", reject).end();
  });
}

describe("the URL of a page", () => {
  const address = async (...words: string[]) =>
    (await clientCommand(nowhere, ["open", ...words, "--print"])).out;

  test("contains the named world, for the console only", async () => {
    expect(await address("console")).toBe("http://127.0.0.1:1/console\n");
    const named = ["--world-name", "daily"];
    expect(await address("console", ...named)).toBe("http://127.0.0.1:1/console/?w=daily\n");
    expect(await address("reference", ...named)).toBe("http://127.0.0.1:1/reference\n");
  });
});

describe("a trace file", () => {
  test("is served with the console, without a service, until the command is interrupted", async () => {
    const ran = await opened(["--print"], async (origin, path) => {
      expect(path).toBe("/console/trace-file");
      const page = await fetch(origin + path);
      expect([page.status, await page.text()]).toEqual([200, "<title>built</title>"]);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      const session = await fetch(`${origin}/console/session`);
      expect(await session.json()).toEqual({
        signed_in: false,
        mode: "development",
        asks_for_key: false,
        trace_file: "run.trace.jsonl",
      });
      const trace = await fetch(`${origin}/console/trace.jsonl`);
      expect(await trace.text()).toBe(text);
      expect(trace.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect((await fetch(`${origin}/`)).url).toBe(origin + path);
      expect((await fetch(`${origin}/api/v10/gateway`)).status).toBe(404);
    });
    expect(ran).toMatchObject({
      code: 0,
      out: `${ran.origin}/console/trace-file\n`,
      err: "antechamber: run.trace.jsonl is shown there; press Ctrl-C to end\n",
    });
    await expect(fetch(ran.origin)).rejects.toThrow("fetch failed");
  });

  test("is refused to foreign host names, and cannot be changed", async () => {
    await opened(["--json"], async (origin) => {
      const url = `${origin}/console/trace.jsonl`;
      const { host } = new URL(origin);
      expect(await statusFor(url, "rebound.example")).toBe(421);
      expect(await statusFor(url, "localhost:9000")).toBe(200);
      expect(await statusFor(url, host, "DELETE")).toBe(405);
    });
  });

  test("has its URL printed as JSON with --json", async () => {
    const { code, out, origin } = await opened(["--json", "--quiet"], async () => undefined);
    expect([code, JSON.parse(out)]).toEqual([0, { url: `${origin}/console/trace-file` }]);
  });
});

describe("an invalid trace file", () => {
  const refused = async (name: string, content?: string) => {
    const path = join(folder, name);
    if (content !== undefined) await writeFile(path, content);
    const { code, out, err } = await clientCommand(nowhere, ["open", path, "--print"]);
    expect({ code, out, lines: err.trimEnd().split("\n").length }).toEqual({
      code: 2,
      out: "",
      lines: 1,
    });
    return err;
  };

  test("is refused with the number of the invalid line", async () => {
    expect(await refused("wrong.jsonl", `${text}{}\n`)).toContain(
      "Line 2 is not an entry of a journal.",
    );
    expect(await refused("empty.jsonl", "")).toContain("The file has no entries.");
  });

  test("is refused if it cannot be read or has another extension", async () => {
    expect(await refused("gone.jsonl")).toContain("cannot read");
    expect(await refused("trace.txt", text)).toContain("ends in .jsonl");
    await mkdir(join(folder, "folder.jsonl"));
    expect(await refused("folder.jsonl")).toContain("it is not a file");
  });

  test("is refused if it is too large", async () => {
    const large = join(folder, "large.jsonl");
    await writeFile(large, text);
    await truncate(large, journalLimits.traceFile.value + 1);
    expect(await refused("large.jsonl")).toContain("it is larger than 64 MiB");
  });
});

test("shell completion suggests pages, folders and trace files", async () => {
  const complete = async (...words: readonly string[]) =>
    (await clientCommand(nowhere, ["complete", "--", "open", ...words])).out.trim().split("\n");
  expect(await complete("con")).toEqual(["console"]);
  expect(await complete(`${folder}/`)).toEqual(
    expect.arrayContaining([`${folder}/console/`, file]),
  );
  expect(await complete(`${folder}/run`)).toEqual([file]);
});

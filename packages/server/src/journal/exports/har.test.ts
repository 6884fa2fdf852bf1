import { expect, test } from "vitest";
import { Entry } from "../entry.ts";
import { Redaction, RedactionRules } from "../redaction/redaction.ts";
import { harArchive } from "./har.ts";

const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));

function aCall(url: string, requestBody?: string): Entry {
  const begun = { number: 1, kind: "request", name: "x", at: 0, realAt: 1000.5 } as const;
  const entry = new Entry(begun);
  const headers = ["Content-Type", "application/json", "X-Own", "1"];
  entry.method = "POST";
  entry.status = 404;
  entry.ms = 1.5;
  entry.requestHeaders = redaction.request("x", { method: "POST", url, headers }).headers;
  entry.texts = { ...entry.texts, url, requestBody };
  return entry;
}

interface Archive {
  readonly log: { readonly entries: readonly { readonly request: Record<string, unknown> }[] };
}

const entriesOf = (...entries: readonly Entry[]) =>
  (JSON.parse(harArchive(entries, { version: "1", url: "http://here" })) as Archive).log.entries;

test("an archive has only calls, with their contents and durations", () => {
  const event = new Entry({ number: 2, kind: "dispatch", name: "X", at: 0, realAt: 0 });
  const [call, ...others] = entriesOf(aCall("/a?b=c&b=d", '{"e":"ü"}'), event);
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    startedDateTime: "1970-01-01T00:00:01.000000+00:00",
    time: 1.5,
    request: {
      method: "POST",
      url: "http://here/a?b=c&b=d",
      queryString: [
        { name: "b", value: "c" },
        { name: "b", value: "d" },
      ],
      postData: { mimeType: "application/json", text: '{"e":"ü"}' },
      bodySize: 10,
    },
    response: { status: 404, statusText: "Not Found" },
  });
  expect(entriesOf(aCall("/"))[0]?.request).not.toHaveProperty("postData");
});

test.each([
  ["//nowhere", "http://here//nowhere"],
  ["http://elsewhere/x", "http://elsewhere/x"],
  ["http://[", "http://here/"],
  ["*", "http://here/*"],
])("an unauthenticated call with the host %j has the URL %s", (url, address) => {
  expect(entriesOf(aCall(url))[0]?.request["url"]).toBe(address);
});

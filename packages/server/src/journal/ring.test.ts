import { endpoints } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { bytesInUse } from "../testing/processes/bytes-in-use.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { Entry, type EntryTexts } from "./entry.ts";
import { REDACTED } from "./redaction/known-secrets.ts";
import { Redaction, RedactionRules } from "./redaction/redaction.ts";
import { Ring } from "./ring.ts";
import { entryView } from "./view.ts";

const nothing: EntryTexts = {
  url: "",
  requestBody: undefined,
  responseBody: undefined,
  payload: undefined,
  rawUrl: undefined,
  rawBody: undefined,
};

const noSecrets = { mayContain: () => false, redactKnown: (texts: EntryTexts) => texts };

function begun(ring: Ring): Entry {
  const entry = new Entry({ number: ring.next(), kind: "request", name: "x", at: 0, realAt: 0 });
  ring.add(entry);
  return entry;
}

function ended(ring: Ring, texts: Partial<EntryTexts> = {}): number {
  const entry = begun(ring);
  ring.complete(entry, { ...nothing, ...texts });
  return entry.number;
}

/** A call with a header. */
function called(ring: Ring, redaction: Redaction, header: string, requestBody?: string): void {
  const entry = begun(ring);
  entry.method = "GET";
  const url = `/${entry.number}`;
  const headers = ["x-own", header];
  entry.requestHeaders = redaction.request("x", { method: "GET", url, headers }).headers;
  ring.complete(entry, { ...nothing, url, requestBody });
}

const numbers = (entries: Iterable<Entry>) => [...entries].map(({ number }) => number);

describe("a ring of three entries", () => {
  const small = () => new Ring(11, { entries: 3, bodies: 100 }, noSecrets);

  test("drops the oldest for a fourth", () => {
    const ring = small();
    for (let i = 0; i < 5; i += 1) ended(ring);
    expect(numbers(ring.between(0, Infinity))).toEqual([13, 14, 15]);
    expect(numbers(ring.backwards(0, 15))).toEqual([14, 13]);
    expect([ring.get(12), ring.get(10), ring.get(16)]).toEqual([undefined, undefined, undefined]);
    expect([ring.newestEvicted, ring.newest, ring.completed]).toEqual([12, 15, 5]);
  });

  test("returns entries in the order in which they ended while they are stored", () => {
    const ring = small();
    const [slow, quick] = [begun(ring), begun(ring)];
    ring.complete(quick, nothing);
    ring.complete(slow, nothing);
    const inOrder = [1, 2, 3].map((completion) => ring.getByCompletion(completion)?.number);
    expect(inOrder).toEqual([quick.number, slow.number, undefined]);
    for (let i = 0; i < 3; i += 1) ended(ring);
    expect([ring.getByCompletion(1), ring.getByCompletion(2)]).toEqual([undefined, undefined]);
    expect(ring.getByCompletion(3)?.number).toBe(13);
    expect([ring.completed, ring.getByCompletion(6)]).toEqual([5, undefined]);
  });

  test("counts the entries that had ended at an instant, those of that instant included", () => {
    const ring = small();
    for (const instant of [10, 20, 30]) ring.complete(begun(ring), nothing, instant);
    expect([9, 10, 25, 30, 99].map((instant) => ring.completedBy(instant))).toEqual([
      0, 1, 2, 3, 3,
    ]);
  });

  test("accepts the end of a dropped entry", () => {
    const ring = small();
    const slow = begun(ring);
    for (let i = 0; i < 3; i += 1) ended(ring);
    ring.complete(slow, nothing);
    expect([slow.completion, slow.isCut]).toEqual([4, true]);
    expect(ring.getByCompletion(4)).toBeUndefined();
  });

  test("frees the room of dropped bodies, while URLs are kept longer", async () => {
    const [entries, MiB, letters] = [2000, 1024 * 1024, 32 * 1024];
    const before = await bytesInUse();
    const ring = new Ring(1, { entries, bodies: 2 * MiB }, noSecrets);
    for (let i = 1; i <= entries; i += 1) {
      ended(ring, { url: `/${i}`, ...(i % 2 === 0 ? { responseBody: "x".repeat(letters) } : {}) });
    }
    expect((await bytesInUse()) - before).toBeLessThan(8 * MiB);
    const known = numbers(ring.between(0, Infinity));
    expect(known.map((number) => ring.get(number)?.url)).toEqual(known.map((n) => `/${n}`));
  });

  test("drops the oldest bodies when all together are too long, and reports it", () => {
    const ring = new Ring(1, { entries: 10, bodies: 160 }, noSecrets);
    for (let i = 0; i < 5; i += 1) {
      ended(ring, { url: `/${i}`, requestBody: "x".repeat(30), rawUrl: `/${i}?secret` });
    }
    const entries = [...ring.between(0, Infinity)];
    expect(entries.map(({ isCut }) => isCut)).toEqual([true, true, false, false, false]);
    const [, , ...whole] = entries;
    for (const { requestBody, replayable: remembered } of entries.slice(0, 2)) {
      expect([requestBody, remembered]).toEqual([undefined, undefined]);
    }
    for (const { requestBody, replayable: remembered, url } of whole) {
      expect(requestBody).toBe("x".repeat(30));
      expect(remembered?.url).toBe(`${url}?secret`);
    }
    expect(entries.map(({ url }) => url)).toEqual(["/0", "/1", "/2", "/3", "/4"]);
  });

  test("keeps bodies that fill the room exactly", () => {
    const ring = new Ring(1, { entries: 10, bodies: 100 }, noSecrets);
    for (let i = 0; i < 2; i += 1) ended(ring, { payload: "x".repeat(50) });
    expect([...ring.between(0, Infinity)].map(({ isCut }) => isCut)).toEqual([false, false]);
    ended(ring, { payload: "x" });
    expect([...ring.between(0, Infinity)].map(({ isCut }) => isCut)).toEqual([true, false, false]);
  });

  test("does not mark an entry without bodies as cut when others were dropped", () => {
    const ring = new Ring(1, { entries: 10, bodies: 100 }, noSecrets);
    ended(ring);
    for (let i = 0; i < 2; i += 1) ended(ring, { payload: "x".repeat(60) });
    expect([...ring.between(0, Infinity)].map(({ isCut }) => isCut)).toEqual([false, true, false]);
  });

  test("drops the oldest stored body, however many entries were dropped with theirs", () => {
    const ring = new Ring(1, { entries: 3, bodies: 100 }, noSecrets);
    for (const length of [30, 30, 30, 30, 50]) ended(ring, { payload: "x".repeat(length) });
    expect([...ring.between(0, Infinity)].map(({ isCut }) => isCut)).toEqual([true, false, false]);
  });

  test("drops first what began first, even if it ended after later ones were dropped", () => {
    const ring = new Ring(1, { entries: 10, bodies: 100 }, noSecrets);
    const slow = begun(ring);
    for (let i = 0; i < 2; i += 1) ended(ring, { payload: "x".repeat(60) });
    ring.complete(slow, { ...nothing, payload: "x".repeat(60) });
    expect([...ring.between(0, Infinity)].map(({ isCut }) => isCut)).toEqual([true, true, false]);
  });

  test("also drops the oldest headers when each entry has different ones, and reports it", async () => {
    const [entries, MiB, letters] = [4000, 1024 * 1024, 8 * 1024];
    const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));
    const before = await bytesInUse();
    const ring = new Ring(1, { entries, bodies: 4 * MiB }, noSecrets);
    for (let i = 1; i <= entries; i += 1) called(ring, redaction, `${i} `.padEnd(letters, "x"));
    expect((await bytesInUse()) - before).toBeLessThan(12 * MiB);
    const all = [...ring.between(0, Infinity)];
    const whole = all.filter(({ isCut }) => !isCut);
    expect(whole.length).toBeGreaterThan(300);
    expect(all.slice(-whole.length)).toEqual(whole);
    expect(whole.every(({ request }) => request?.headers.redacted[1]?.length === letters)).toBe(
      true,
    );
    const [first] = all;
    expect(entryView(first as Entry)).toMatchObject({ cut: true });
    expect(first?.request).toMatchObject({ method: "GET", url: "/1", headers: { redacted: [] } });
  });

  test("also drops the oldest URLs when they are long, and reports it", async () => {
    const [entries, MiB, letters] = [4000, 1024 * 1024, 8 * 1024];
    const before = await bytesInUse();
    const ring = new Ring(1, { entries, bodies: 4 * MiB }, noSecrets);
    const longUrl = (number: number) => `/${number}?`.padEnd(letters, `${number}`);
    for (let i = 1; i <= 2 * entries; i += 1) {
      ended(ring, { url: longUrl(i), rawUrl: `${longUrl(i)}&secret`, payload: "{}" });
    }
    expect((await bytesInUse()) - before).toBeLessThan(12 * MiB);
    const all = [...ring.between(0, Infinity)];
    expect(all).toHaveLength(entries);
    const whole = all.filter(({ isCut }) => !isCut);
    expect(whole.length).toBeGreaterThan(100);
    expect(all.slice(-whole.length)).toEqual(whole);
    for (const { number, url, replayable: remembered } of whole) {
      expect([url, remembered?.url]).toEqual([longUrl(number), `${longUrl(number)}&secret`]);
    }
    expect([all[0]?.url, all[0]?.replayable]).toEqual(["", undefined]);
  });

  test("keeps headers that many entries share when bodies are dropped", () => {
    const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));
    const ring = new Ring(1, { entries: 100, bodies: 1000 }, noSecrets);
    for (let i = 0; i < 100; i += 1) called(ring, redaction, "usual", "x".repeat(90));
    const [first] = [...ring.between(0, Infinity)];
    expect([first?.isCut, first?.requestBody]).toEqual([true, undefined]);
    expect(first?.request?.headers.redacted).toEqual(["x-own", "usual"]);
  });

  test("no longer counts the bodies of a dropped entry", () => {
    const ring = new Ring(1, { entries: 3, bodies: 100 }, noSecrets);
    for (let i = 0; i < 9; i += 1) ended(ring, { payload: "x".repeat(33) });
    const lengths = [...ring.between(0, Infinity)].map(({ payload }) => payload?.length);
    expect(lengths).toEqual([33, 33, 33]);
  });
});

describe("an entry that is read", () => {
  test("is as it was written, whatever characters its texts have", () => {
    const ring = new Ring(1, { entries: 10, bodies: 1_000_000 }, noSecrets);
    const texts: EntryTexts = {
      url: "/é",
      requestBody: "",
      responseBody: '{"content":"日本 🎉"}',
      payload: undefined,
      rawUrl: "/%C3%A9",
      rawBody: "ü",
    };
    const entry = begun(ring);
    Object.assign(entry, {
      trace: "7",
      causeId: "6",
      actor: "1",
      status: 200,
      ms: 0.25,
      note: "n",
    });
    ring.complete(entry, texts);
    const read = ring.get(entry.number);
    expect(read).not.toBe(entry);
    expect(read?.texts).toEqual(texts);
    expect(read && entryView(read)).toEqual(entryView(entry));
    expect([...ring.ofTrace("7")].map(({ number }) => number)).toEqual([1]);
  });

  test("shares equal texts with another entry", () => {
    const ring = new Ring(1, { entries: 10, bodies: 100 }, noSecrets);
    const texts = { ...nothing, url: "/a", requestBody: "b", rawUrl: "/a", rawBody: "b" };
    expect(ring.get(ended(ring, texts))?.texts).toEqual(texts);
  });

  test("reports that its texts are gone once newer ones replaced them", () => {
    const ring = new Ring(1, { entries: 2, bodies: 100 }, noSecrets);
    const read = ring.get(ended(ring, { payload: "gone" }));
    for (let i = 0; i < 2; i += 1) ended(ring, { payload: "newer" });
    expect([read?.payload, read?.isCut]).toEqual([undefined, true]);
  });

  test("reports it, too, when only its texts were dropped, in either order of reading", () => {
    const ring = new Ring(1, { entries: 10, bodies: 100 }, noSecrets);
    const number = ended(ring, { url: "/gone", payload: "gone" });
    const [first, second, early] = [ring.get(number), ring.get(number), ring.get(number)];
    early?.loadTexts();
    ended(ring, { payload: "x".repeat(99) });
    expect(first && entryView(first).cut).toBe(true);
    expect([first?.url, first?.payload]).toEqual(["/gone", undefined]);
    expect([second?.payload, second?.isCut]).toEqual([undefined, true]);
    expect([early?.payload, early?.isCut]).toEqual(["gone", false]);
  });

  test("keeps its texts separate from those of thousands of others, of any length", () => {
    const ring = new Ring(1, { entries: 500, bodies: 10_000_000 }, noSecrets);
    const lengthOf = (i: number) => (i % 97 === 0 ? 500_000 : (i * 7919) % 9000);
    const textOf = (number: number) => `${number}:${"é".repeat(lengthOf(number))}`;
    for (let i = 1; i <= 2000; i += 1) ended(ring, { payload: textOf(i) });
    const entries = [...ring.between(0, Infinity)];
    expect(entries).toHaveLength(500);
    const whole = entries.filter(({ payload }) => payload !== undefined);
    expect(whole.length).toBeGreaterThan(300);
    expect(whole.every(({ number, payload }) => payload === textOf(number))).toBe(true);
  });
});

describe("a known credential", () => {
  const bounds = { entries: 100, bodies: 100_000 };

  test("is redacted in every shown text, at any position", () => {
    const random = seededRandom("ring");
    const signs = "abcdeé日";
    const draw = (length: number) =>
      Array.from(random.bytes(length), (byte) => signs[byte % signs.length]).join("");
    for (let run = 0; run < 300; run += 1) {
      const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));
      const ring = new Ring(1, bounds, redaction);
      const secret = draw(8 + (run % 40));
      redaction.addSecret(secret);
      const texts = [draw(run % 7), draw(run % 50), draw(run % 31), draw(run % 900)];
      const [url = "", requestBody, responseBody, payload] = texts;
      const said = { ...nothing, url, requestBody, responseBody, payload };
      const place = (["url", "requestBody", "responseBody", "payload"] as const)[run % 4] ?? "url";
      const received = `${draw(run % 11)}${secret}${said[place] ?? ""}`;
      const read = ring.get(ended(ring, { ...said, [place]: received, rawUrl: received }));
      const {
        url: address,
        requestBody: requestText,
        responseBody: answered,
      } = read?.texts ?? nothing;
      const stored = [address, requestText, answered, read?.payload].join("\n");
      expect(stored).toContain(REDACTED);
      expect(stored).not.toContain(secret);
      expect(read?.texts.rawUrl).toBe(received);
    }
  });

  test("that is long-lived is found, however many short-lived ones there were", () => {
    const redaction = new Redaction(new RedactionRules({ endpoints, events: [] }));
    const ring = new Ring(1, bounds, redaction);
    redaction.addSecret("lasting-secret");
    for (let i = 0; i < 30_000; i += 1) redaction.json(`{"token":"${i.toString(36)}-passing"}`);
    const read = ring.get(
      ended(ring, { payload: "lasting-secret", requestBody: `${(29_999).toString(36)}-passing` }),
    );
    expect([read?.payload, read?.requestBody]).toEqual([REDACTED, REDACTED]);
  });
});

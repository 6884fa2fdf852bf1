import fc from "fast-check";
import { expect, test } from "vitest";
import { nextTurn } from "../platform/async/event-loop.ts";
import {
  compressInBackground,
  StoredTexts,
  type Compress,
  type TextBuffer,
} from "./stored-texts.ts";

const MiB = 1024 * 1024;

interface Kept {
  readonly buffer: TextBuffer | undefined;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const nothing = { buffer: undefined, from: 0, to: 0 };

/** Stores a text. @returns its buffer and offsets */
function store(texts: StoredTexts, shown: string, hidden = ""): Kept {
  const { buffer, from, to } = texts.store(shown, hidden) ?? nothing;
  return { buffer, from, to, text: shown + hidden };
}

const read = (texts: StoredTexts, { buffer, from, to }: Kept) => texts.read(buffer, from, to);

const bytesIn = (buffers: Iterable<TextBuffer | undefined>) =>
  [...buffers].reduce(
    (sum, buffer) =>
      sum + (buffer?.memory.bytes.length ?? 0) + (buffer?.compressed?.byteLength ?? 0),
    0,
  );

/** Compresses, or fails, when the test triggers it. */
class CompressionInSteps {
  readonly #underWay: (() => void)[] = [];
  fails = false;

  readonly compress: Compress = async (bytes) => {
    await new Promise<void>((resolve) => this.#underWay.push(resolve));
    if (this.fails) throw new Error("out of memory");
    return compressInBackground(bytes);
  };

  step(): void {
    this.#underWay.shift()?.();
  }
}

/** Texts of many lengths, some longer than any buffer. */
const aText = fc
  .tuple(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(0, 1, 200, 9000, 60_000, 400_000),
  )
  .map(([text, times]) => text + "é".repeat(times));

const aStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ keep: fc.tuple(aText, aText) }) },
  { weight: 1, arbitrary: fc.record({ compress: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ read: fc.nat() }) },
);

test("returns every text unchanged before, during and after compression", () =>
  fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 80 }), async (steps) => {
      const compression = new CompressionInSteps();
      const texts = new StoredTexts(compression.compress);
      const all: Kept[] = [];
      const wrong: Kept[] = [];
      for (const step of steps) {
        if ("keep" in step) all.push(store(texts, ...step.keep));
        else if ("compress" in step) {
          compression.fails = !step.compress;
          compression.step();
          await nextTurn();
        } else {
          const some = all.slice(0, step.read % (all.length + 1));
          wrong.push(...some.filter((one) => read(texts, one) !== one.text));
        }
      }
      wrong.push(...all.filter((one) => read(texts, one) !== one.text));
      expect(wrong).toEqual([]);
    }),
    { numRuns: 30 },
  ));

/** Stores many similar texts. */
function keepMany(texts: StoredTexts): readonly Kept[] {
  return Array.from({ length: 20_000 }, (_, nth) =>
    store(
      texts,
      JSON.stringify({ id: `${nth}`, mode: "ranked", members: [], text: "x".repeat(400) }),
    ),
  );
}

test("takes a fraction of the memory for similar texts", async () => {
  const underWay: Promise<Uint8Array>[] = [];
  const texts = new StoredTexts((bytes) => {
    const compressing = compressInBackground(bytes);
    underWay.push(compressing);
    return compressing;
  });
  const all = keepMany(texts);
  await Promise.all(underWay);
  await nextTurn();
  const buffers = new Set(all.map(({ buffer }) => buffer));
  expect(all.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(8 * MiB);
  // The newest buffer is still written to.
  expect(bytesIn(buffers)).toBeLessThan(1.5 * MiB);
  // Compressed bytes are a copy of their own, not a slice of a larger buffer.
  for (const buffer of buffers) {
    expect(buffer?.compressed?.buffer.byteLength).toBe(buffer?.compressed?.byteLength);
  }
});

test("stores incompressible texts as they are", async () => {
  const texts = new StoredTexts(() => Promise.reject(new Error("out of memory")));
  const all = keepMany(texts);
  await nextTurn();
  expect(all.every((each) => read(texts, each) === each.text)).toBe(true);
});

test("writes a repeated text once per block", () => {
  const texts = new StoredTexts();
  const [first] = [store(texts, "an answer", "hidden"), store(texts, "another")];
  expect(store(texts, "an answer", "hidden")).toEqual(first);
  expect(store(texts, "an answer", "else").from).not.toBe(first.from);
  keepMany(texts);
  const later = store(texts, "an answer", "hidden");
  expect(later.buffer).not.toBe(first.buffer);
  expect(read(texts, later)).toBe("an answerhidden");
});

test("removes a released text, and reuses its place", () => {
  const texts = new StoredTexts();
  const before = store(texts, "before");
  const secret = store(texts, "a secret");
  texts.removeLast();
  expect(secret.buffer?.memory.bytes.includes("secret")).toBe(false);
  const clean = store(texts, "clean");
  expect(clean).toMatchObject({ buffer: secret.buffer, from: secret.from });
  const later = Array.from({ length: 2000 }, (_, nth) => store(texts, `${nth}`.repeat(100)));
  const all = [before, clean, ...later];
  expect(all.map((each) => read(texts, each))).toEqual(all.map(({ text }) => text));
});

test("keeps a released text for earlier references", () => {
  const texts = new StoredTexts();
  const before = store(texts, "no secret yet");
  store(texts, "no secret yet");
  texts.removeLast();
  store(texts, "clean");
  expect(read(texts, before)).toBe("no secret yet");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { KeptTexts, type Piece } from "./kept-texts.ts";

const MiB = 1024 * 1024;

interface Kept {
  readonly piece: Piece;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Keeps a text, and says where it stands. */
function kept(texts: KeptTexts, shown: string, hidden = ""): Kept {
  const piece = texts.keep(shown, hidden);
  return { piece, from: texts.last, to: texts.used, text: shown + hidden };
}

const read = (texts: KeptTexts, { piece, from, to }: Kept) => texts.read(piece, from, to);

/** Texts of all lengths, of which some are longer than any piece. */
const aText = fc
  .tuple(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(0, 1, 200, 9_000, 60_000, 400_000),
  )
  .map(([text, times]) => text + "é".repeat(times));

test("gives every text back as it came, in whatever order and however often it is asked for", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(aText, aText), { maxLength: 60 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      (given, asked) => {
        const texts = new KeptTexts();
        const all = given.map(([shown, hidden]) => kept(texts, shown, hidden));
        const some = all.length === 0 ? [] : asked.map((nth) => all.at(nth % all.length));
        for (const each of [...some, ...all].filter((one) => one !== undefined)) {
          expect(read(texts, each) === each.text).toBe(true);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test("takes a fraction of the room for much that is alike", () => {
  const texts = new KeptTexts();
  const all = Array.from({ length: 20_000 }, (_, nth) =>
    kept(
      texts,
      JSON.stringify({ id: `${nth}`, mode: "ranked", members: [], text: "x".repeat(400) }),
    ),
  );
  const pieces = [...new Set(all.map(({ piece }) => piece))];
  const bytes = pieces.reduce((sum, { compressed }) => sum + (compressed?.byteLength ?? 0), 0);
  expect(all.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(8 * MiB);
  expect(bytes).toBeLessThan(MiB);
  // What is compressed is held as a copy of its own, not as a part of something larger.
  for (const { compressed } of pieces) {
    expect(compressed?.buffer.byteLength).toBe(compressed?.byteLength);
  }
});

test("a text that is taken back is nowhere, and its room is written anew", () => {
  const texts = new KeptTexts();
  kept(texts, "before");
  const secret = kept(texts, "a secret");
  texts.takeBack();
  const clean = kept(texts, "clean");
  expect(clean).toMatchObject({ piece: secret.piece, from: secret.from });
  expect(Buffer.from(texts.words.buffer).includes("secret")).toBe(false);
  const later = Array.from({ length: 2000 }, (_, nth) => kept(texts, `${nth}`.repeat(100)));
  expect(read(texts, clean)).toBe("clean");
  expect(later.every((each) => read(texts, each) === each.text)).toBe(true);
  expect(texts.read(secret.piece, 0, 1000).includes("secret")).toBe(false);
});

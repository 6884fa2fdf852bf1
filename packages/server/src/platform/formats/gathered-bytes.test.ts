import fc from "fast-check";
import { expect, test } from "vitest";
import { GatheredBytes } from "./gathered-bytes.ts";

test("chunks of any size are joined in order", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 40 });
  fc.assert(
    fc.property(pieces, (chunks) => {
      const gathered = new GatheredBytes();
      for (const each of chunks) gathered.add(Buffer.from(each));
      expect(gathered.toBuffer().equals(Buffer.concat(chunks))).toBe(true);
      expect(gathered.length).toBe(Buffer.concat(chunks).length);
    }),
  );
});

test("a single chunk is not copied", () => {
  const piece = Buffer.from("abc");
  const gathered = new GatheredBytes();
  gathered.add(piece);
  expect(gathered.toBuffer().buffer).toBe(piece.buffer);
});

test("added bytes do not change when their sender overwrites them", () => {
  const gathered = new GatheredBytes();
  gathered.add(Buffer.from("a"));
  const piece = Buffer.from("b");
  gathered.add(piece);
  piece.write("x");
  expect(gathered.toBuffer().toString()).toBe("ab");
});

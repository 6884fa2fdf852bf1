import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { WriteBatch } from "./write-batch.ts";

function aBatch() {
  const ends: (() => void)[] = [];
  const written: unknown[] = [];
  const batch = new WriteBatch((task) => ends.push(task));
  const response = {
    end: (content: unknown) => written.push(content),
  } as unknown as ServerResponse;
  return { batch, ends, written, end: (content?: string) => batch.end(response, content) };
}

test("answers of one turn are written at its end, in order", () => {
  const { ends, written, end } = aBatch();
  end("first");
  end();
  expect(written).toEqual([]);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(written).toEqual(["first", undefined]);
});

test("answers that are flushed before the end of the turn are written once", () => {
  const { batch, ends, written, end } = aBatch();
  end("first");
  batch.flush();
  end("second");
  expect(written).toEqual(["first"]);
  for (const endTurn of ends) endTurn();
  expect(written).toEqual(["first", "second"]);
});

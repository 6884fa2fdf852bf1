import { expect, test } from "vitest";
import type { call } from "../api/queries.ts";
import { traceOf } from "./trace-of.ts";

/** A journal with these events, each of a trace of its own, as a search for a message returns them. */
function journalOf(payloads: Readonly<Record<string, unknown>>): typeof call {
  const ask = async (_world: string, id: string, input: object): Promise<unknown> => {
    if (id === "control.journal.list") {
      return { items: Object.keys(payloads).map((each) => ({ id: each, trace: `of ${each}` })) };
    }
    const { path } = input as { readonly path: { readonly entry_id: string } };
    return { id: path.entry_id, payload: payloads[path.entry_id] };
  };
  return ask as typeof call;
}

const reply = { id: "11", referenced_message: { id: "10" } };

test("a message came of the call whose event has it, not of the one that answers it", async () => {
  const journal = journalOf({ "1": { id: "10" }, "2": reply });
  expect(await traceOf("main", { id: "10" }, journal)).toBe("of 1");
});

test("of a message that a world file brought, a reply's call is not taken for its own", async () => {
  const asked = traceOf("main", { id: "10" }, journalOf({ "2": reply, "3": undefined }));
  await expect(asked).rejects.toThrow(
    "The journal no longer has the call that created this message.",
  );
});

test("what answers an interaction came of that", async () => {
  const message = { id: "10", interaction_metadata: { id: "7" } };
  expect(await traceOf("main", message, journalOf({}))).toBe("7");
});

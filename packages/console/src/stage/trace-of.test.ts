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

test("a message is traced to the call that created it, not to the call of a reply", async () => {
  const journal = journalOf({ "1": { id: "10" }, "2": reply });
  expect(await traceOf("main", { id: "10" }, journal)).toBe("of 1");
});

test("a message of a world file is not traced to the call of a reply", async () => {
  const trace = traceOf("main", { id: "10" }, journalOf({ "2": reply, "3": undefined }));
  await expect(trace).rejects.toThrow(
    "The journal no longer has the call that created this message.",
  );
});

test("a response to an interaction is traced to the interaction", async () => {
  const message = { id: "10", interaction_metadata: { id: "7" } };
  expect(await traceOf("main", message, journalOf({}))).toBe("7");
});

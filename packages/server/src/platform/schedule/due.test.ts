import { expect, test } from "vitest";
import type { EntryOutcome, Journal, OpenEntry } from "../journal.ts";
import { inJournal, type DueDeps } from "./due.ts";

/** A journal that collects the outcomes of job entries. */
function aJournal() {
  const ended: EntryOutcome[] = [];
  const entry: Partial<OpenEntry> = { end: (outcome) => void ended.push(outcome) };
  const journal: Partial<Journal> = { begin: () => entry as OpenEntry };
  return { ended, deps: { journal } as DueDeps };
}

const idle = { kind: "lobby.idle", subject: "1" };

test("completed work is an entry with its outcome", async () => {
  const { ended, deps } = aJournal();
  await inJournal(deps, idle, async () => "done");
  expect(ended).toEqual([{ note: "was done", payload: { subject: "1" } }]);
});

test("work that an unreachable store can neither run nor postpone is a finished entry, too", async () => {
  const { ended, deps } = aJournal();
  const away = new Error("the store does not answer");
  await expect(inJournal(deps, idle, () => Promise.reject(away))).rejects.toThrow(away);
  const note = "failed, and could not be put off";
  expect(ended).toEqual([{ note, payload: { subject: "1" } }]);
});

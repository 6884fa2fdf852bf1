// Which frame a connection is closed for, as the journal has it.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import { expect, test } from "vitest";
import type { EntryDraft, Journal, OpenEntry } from "../../platform/journal.ts";
import { FrameJournal } from "./frame-entries.ts";

/** Entries as `name < name of what it came of`. */
function given() {
  const entries: string[] = [];
  const noteIn = (of: string) => (draft: EntryDraft) => {
    entries.push(`${draft.name} < ${of}`);
    const entry: Partial<OpenEntry> = { note: noteIn(draft.name) };
    return entry as OpenEntry;
  };
  const journal: Partial<Journal> = { note: noteIn("nothing") };
  return { frames: new FrameJournal(journal as Journal), entries };
}

const identify = { op: Opcode.Identify, d: {} };
const heartbeat = { op: Opcode.Heartbeat, d: null };

test("a connection is closed for its IDENTIFY though a heartbeat came meanwhile", () => {
  const { frames, entries } = given();
  frames.received(identify, 10, { owner: undefined, isBeginning: false });
  frames.received(heartbeat, 10, { owner: undefined, isBeginning: true });
  frames.closed(CloseCode.AuthenticationFailed, "Authentication failed.");
  expect(entries).toEqual(["IDENTIFY < nothing", "gateway.close < IDENTIFY"]);
});

test("a connection is closed for nothing once a heartbeat has come after all was answered", () => {
  const { frames, entries } = given();
  frames.received(identify, 10, { owner: undefined, isBeginning: false });
  frames.received(heartbeat, 10, { owner: undefined, isBeginning: false });
  frames.closed(CloseCode.UnknownError, "Unknown error.");
  expect(entries).toEqual(["IDENTIFY < nothing", "gateway.close < nothing"]);
});

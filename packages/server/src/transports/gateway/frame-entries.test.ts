// The journal entry of the frame that a connection is closed for.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import { expect, test } from "vitest";
import type { EntryDraft, Journal, OpenEntry } from "../../platform/journal.ts";
import { FrameJournal } from "./frame-entries.ts";

/** A frame journal; its entries are `name < name of the cause`, and ended ones `name of actor`. */
function setUp() {
  const entries: string[] = [];
  const ended: string[] = [];
  const open = ({ name, actor = "nobody" }: EntryDraft): OpenEntry => {
    let of = actor;
    const entry: Partial<OpenEntry> = {
      note: noteIn(name),
      actFor: (user = of) => void (of = user),
      end: () => void ended.push(`${name} of ${of}`),
    };
    return entry as OpenEntry;
  };
  const noteIn = (cause: string) => (draft: EntryDraft) => {
    entries.push(`${draft.name} < ${cause}`);
    const entry = open(draft);
    entry.end({});
    return entry;
  };
  const begin = (draft: EntryDraft) => {
    entries.push(`${draft.name} < nothing`);
    return open(draft);
  };
  const journal: Partial<Journal> = { begin, note: noteIn("nothing") };
  return { frames: new FrameJournal(journal as Journal), entries, ended };
}

const alice = {
  kind: "user",
  userId: "1",
  applicationId: undefined,
  scopes: new Set<string>(),
} as const;

const identify = { op: Opcode.Identify, d: {} };
const nobody = { owner: undefined, isBeginning: false };
const heartbeat = { op: Opcode.Heartbeat, d: null };

test("a close is attributed to IDENTIFY although a heartbeat arrived in between", () => {
  const { frames, entries } = setUp();
  frames.received(identify, 10, { owner: undefined, isBeginning: false });
  frames.received(heartbeat, 10, { owner: undefined, isBeginning: true });
  frames.closed(CloseCode.AuthenticationFailed, "Authentication failed.");
  expect(entries).toEqual(["IDENTIFY < nothing", "gateway.close < IDENTIFY"]);
});

test("a close is attributed to no frame after a heartbeat that followed the last answer", () => {
  const { frames, entries } = setUp();
  frames.received(identify, 10, { owner: undefined, isBeginning: false });
  frames.received(heartbeat, 10, { owner: undefined, isBeginning: false });
  frames.closed(CloseCode.UnknownError, "Unknown error.");
  expect(entries).toEqual(["IDENTIFY < nothing", "gateway.close < nothing"]);
});

test("the entry of an IDENTIFY is complete once its owner is known, and names them", () => {
  const { frames, ended } = setUp();
  frames.received(identify, 10, { owner: undefined, isBeginning: false });
  expect(ended).toEqual([]);
  frames.sentBy(alice);
  frames.answered();
  expect(ended).toEqual(["IDENTIFY of 1"]);
});

test.each([
  ["another frame", (frames: FrameJournal) => frames.received({ op: 99 }, 1, nobody)],
  ["a close", (frames: FrameJournal) => frames.closed(CloseCode.AuthenticationFailed, "No.")],
  ["the end of its connection", (frames: FrameJournal) => frames.answered()],
])("the entry of a RESUME from an unknown sender ends with %s", (_, end) => {
  const { frames, ended } = setUp();
  frames.received({ op: Opcode.Resume, d: {} }, 10, nobody);
  end(frames);
  expect(ended[0]).toBe("RESUME of nobody");
});

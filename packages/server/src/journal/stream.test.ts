import { limits } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import type { EventSink } from "../platform/handler.ts";
import { steerableClock } from "../platform/time/system-clock.ts";
import { TimeSlicer } from "../platform/time/time-slicer.ts";
import { WorldJournal } from "./journal.ts";
import { JournalReading } from "./reading.ts";
import { Redaction, RedactionRules } from "./redaction/redaction.ts";
import { JournalStreams } from "./stream.ts";

function aJournal(entries: number) {
  const clock = steerableClock();
  const journal = new WorldJournal({
    clock,
    realOrigin: 1_000_000 - clock.real(),
    redaction: new Redaction(new RedactionRules({ endpoints: [], events: [] })),
    bounds: { entries, bodies: 1000 },
    keepsBodies: true,
  });
  const about = { version: "1", world: "main", mode: "development" } as const;
  const slicer = new TimeSlicer(clock);
  const reading = new JournalReading({ journal, slicer, clock });
  const streams = new JournalStreams({ journal, reading, clock, hello: about });
  const note = () => journal.note({ kind: "frame", name: "X" }, {}).cause.id;
  return { journal, streams, note };
}

/** A sink that accepts writes, or exerts backpressure. */
function aReader(isReady = true) {
  const written: string[] = [];
  let drained = () => {};
  const state = { isReady };
  const sink: EventSink = {
    write: (text) => void written.push(text),
    isReady: () => state.isReady,
    onDrain: (ready) => {
      drained = ready;
    },
    end: () => undefined,
  };
  const received = () =>
    written
      .join("")
      .split("\n\n")
      .filter((block) => block !== "")
      .map(
        (block) =>
          block
            .replace(/^event: /, "")
            .replace(/\ndata: .*"missed":/, " ")
            .split(/\n(?!id)/)[0],
      );
  return {
    sink,
    received,
    resume() {
      state.isReady = true;
      drained();
    },
  };
}

const filter = {};

describe("a reader of the stream", () => {
  test("that does not read is paused, and continues later", async () => {
    const { streams, note } = aJournal(10);
    const reader = aReader(false);
    streams.follow({ filter, from: undefined })(reader.sink);
    const ids = [note(), note()];
    await Promise.resolve();
    expect(reader.received()).toEqual(["hello"]);
    reader.resume();
    expect(reader.received()).toEqual(["hello", ...ids.map((id) => `entry\nid: ${id}`)]);
  });

  test("that was slower than the ring receives the number of missed entries", async () => {
    const { streams, note } = aJournal(3);
    const reader = aReader(false);
    streams.follow({ filter, from: undefined })(reader.sink);
    const ids = Array.from({ length: 5 }, note);
    await Promise.resolve();
    reader.resume();
    const rest = ids.slice(2).map((id) => `entry\nid: ${id}`);
    expect(reader.received()).toEqual(["hello", "gap 2}", ...rest]);
  });

  test("that resumes after its position was dropped receives a gap", () => {
    const { streams, note } = aJournal(3);
    const ids = Array.from({ length: 6 }, note);
    const reader = aReader();
    streams.follow({ filter, from: ids[0] })(reader.sink);
    const rest = ids.slice(3).map((id) => `entry\nid: ${id}`);
    expect(reader.received()).toEqual(["hello", "gap 2}", ...rest]);
  });

  test("that resumes with an entry of an earlier run begins with the oldest of this one", () => {
    const { streams, note } = aJournal(3);
    const id = note();
    const reader = aReader();
    streams.follow({ filter, from: "5" })(reader.sink);
    expect(reader.received()).toEqual(["hello", `entry\nid: ${id}`]);
  });

  test.each(["0", "5"])("that resumes after %s has missed nothing of this run", (from) => {
    const { streams, note } = aJournal(3);
    const ids = Array.from({ length: 6 }, note);
    const reader = aReader();
    streams.follow({ filter, from })(reader.sink);
    const rest = ids.slice(3).map((id) => `entry\nid: ${id}`);
    expect(reader.received()).toEqual(["hello", ...rest]);
  });

  test("is one of a limited number, until another leaves", () => {
    const { streams } = aJournal(3);
    const follow = () => streams.follow({ filter, from: undefined });
    const leave = Array.from({ length: limits.journalReaders.value }, () =>
      follow()(aReader().sink),
    );
    expect(follow).toThrow("Maximum number of journal streams");
    leave[0]?.();
    expect(follow).not.toThrow();
  });
});

import { limits } from "@antechamber/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ClockPair } from "../../../platform/time/clock-pair.ts";
import {
  dueAt,
  opened,
  step,
  type Connection,
  type Input,
  type Output,
} from "./connection-state.ts";

const INTERVAL_MS = 41_250;
const SILENT_MS = 61_875;
const start: ClockPair = { now: 1_800_000_000_000, real: 500 };

/** An instant this many milliseconds later on both clocks, or on each its own. */
function later(now: number, real = now): ClockPair {
  return { now: start.now + now, real: start.real + real };
}

function frame(op: unknown, d?: unknown): Input {
  const value = { op, d };
  return { kind: "frame", bytes: JSON.stringify(value).length, value };
}

/** A connection after some inputs, with all outputs. */
function after(...inputs: readonly (Input | readonly [Input, ClockPair])[]) {
  let connection: Connection = opened(INTERVAL_MS, start);
  const out: Output[] = [];
  for (const each of inputs) {
    const [input, at] = "kind" in each ? [each, start] : each;
    const [next, ...outputs] = step(connection, input, at);
    connection = next;
    out.push(...outputs);
  }
  return { connection, out, phase: connection.phase };
}

const listening: Input = { kind: "listening" };
const invalid: Input = { kind: "invalid" };
const instant: Input = { kind: "instant" };
const accepted: Input = { kind: "accepted", frameMaxBytes: limits.botFrameSize.value };
const beat = frame(1, null);
const identify = frame(2, { token: "a.b.c", intents: 0 });
const resume = frame(6, { token: "a.b.c", session_id: "abc", seq: 4 });
const hello = { kind: "send", op: 10, d: { heartbeat_interval: INTERVAL_MS, _trace: [] } };
const ack = { kind: "send", op: 11, d: null };
const askForBeat = { kind: "send", op: 1, d: null };
const opNine = { kind: "send", op: 9, d: false };

function closes(code: number): readonly unknown[] {
  return [expect.objectContaining({ kind: "close", code })];
}

/** The inputs that lead to each phase. */
const reached: Readonly<Record<string, readonly Input[]>> = {
  waiting: [listening],
  identifying: [listening, identify],
  resuming: [listening, resume],
  identified: [listening, identify, accepted],
};
const phases = Object.keys(reached);

/** The outputs of one input to a connection in a phase. */
function outOf(phase: string, input: Input, at = start) {
  const before = after(...(reached[phase] ?? []));
  const [connection, ...out] = step(before.connection, input, at);
  return { out, phase: connection.phase };
}

describe("a connection", () => {
  test("sends HELLO once the client can receive it", () => {
    expect(after(listening).out).toEqual([hello]);
  });

  test.each(phases)("answers a heartbeat of any content while it is %s", (phase) => {
    for (const d of [null, 0, 251, "x", undefined, { seq: 3 }]) {
      expect(outOf(phase, frame(1, d))).toEqual({ out: [ack], phase });
    }
    expect(outOf(phase, frame(40, { seq: 3 })).out).toEqual([ack]);
  });

  test("requests a session on IDENTIFY and on RESUME", () => {
    expect(outOf("waiting", identify)).toMatchObject({
      out: [{ kind: "identify", request: { token: "a.b.c", intents: 0, largeThreshold: 50 } }],
      phase: "identifying",
    });
    expect(outOf("waiting", resume)).toMatchObject({
      out: [{ kind: "resume", request: { token: "a.b.c", sessionId: "abc", sequence: 4 } }],
      phase: "resuming",
    });
  });

  test.each([undefined, null, "4", 4.5, -0.5])(
    "treats RESUME after %s as one without a sequence number",
    (seq) => {
      const { out } = outOf("waiting", frame(6, { token: "t", session_id: "abc", seq }));
      expect(out).toMatchObject([{ kind: "resume", request: { sequence: undefined } }]);
    },
  );

  test("sends op 9, after which the client may identify on the same socket", () => {
    for (const phase of ["identifying", "resuming", "identified"]) {
      expect(outOf(phase, invalid)).toEqual({ out: [opNine], phase: "waiting" });
    }
    expect(after(listening, resume, invalid, identify, accepted).phase).toBe("identified");
  });

  test("does nothing more once it is closed", () => {
    const { connection } = after(listening, { kind: "refused", code: 4004, reason: "no" });
    for (const input of [beat, identify, instant, accepted, invalid, listening]) {
      expect(step(connection, input, later(1e9))).toEqual([connection]);
    }
    expect(dueAt(connection)).toEqual({});
  });
});

describe("a connection is closed", () => {
  interface ValidationIssue {
    readonly what: string;
    readonly input: Input;
    readonly code: number;
    readonly where?: readonly string[];
  }

  const raw = (value: unknown): Input => ({ kind: "frame", bytes: 3, value });
  const started = ["identifying", "resuming", "identified"];
  const issues: readonly ValidationIssue[] = [
    { what: "a second IDENTIFY", input: identify, code: 4005, where: started },
    { what: "a RESUME when it has a session", input: resume, code: 4005, where: started },
    { what: "a presence before IDENTIFY", input: frame(3, {}), code: 4003, where: ["waiting"] },
    { what: "a request before IDENTIFY", input: frame(8, {}), code: 4003, where: ["waiting"] },
    { what: "an operation that does not exist", input: frame(32, {}), code: 4001 },
    { what: "an operation above all", input: frame(44, {}), code: 4001 },
    { what: "an operation of the service", input: frame(10, {}), code: 4001 },
    { what: "a dispatch", input: frame(0, {}), code: 4001 },
    { what: "an operation that is not a number", input: frame("2", {}), code: 4001 },
    { what: "no operation", input: raw({}), code: 4001 },
    { what: "invalid JSON", input: raw(undefined), code: 4002 },
    { what: "a list", input: raw([]), code: 4002 },
    { what: "null", input: raw(null), code: 4002 },
    { what: "a number", input: raw(1), code: 4002 },
    { what: "IDENTIFY without an object", input: frame(2, "token"), code: 4002 },
    { what: "RESUME without an object", input: frame(6, null), code: 4002 },
    {
      what: "a presence without an object",
      input: frame(3, []),
      code: 4002,
      where: ["identified"],
    },
    {
      what: "IDENTIFY without a token",
      input: frame(2, { intents: 0 }),
      code: 4004,
      where: ["waiting"],
    },
    {
      what: "RESUME without a token",
      input: frame(6, { token: 5, session_id: "a", seq: 1 }),
      code: 4004,
      where: ["waiting"],
    },
  ];

  test.each(issues)("by $what", ({ input, code, where = phases }) => {
    for (const phase of where) {
      expect(outOf(phase, input)).toEqual({ out: closes(code), phase: "closed" });
    }
  });

  test.each([
    ["waiting", 15_360],
    ["identified", 4096],
  ] as const)("by an oversized frame while it is %s", (phase, longest) => {
    const sized = (bytes: number): Input => ({ kind: "frame", bytes, value: { op: 1 } });
    expect(outOf(phase, sized(longest)).out).toEqual([ack]);
    expect(outOf(phase, sized(longest + 1)).out).toEqual(closes(4002));
  });

  test.each([5, 12, 17, 30, 34, 39, 41, 42])(
    "not by operation %i, which other kinds of clients send",
    (op) => {
      expect(outOf("identified", frame(op, {}))).toEqual({ out: [], phase: "identified" });
    },
  );

  test.each([3, 4, 8, 31, 36, 43])("by operation %i without an object as data", (op) => {
    const d = { guild_id: "1" };
    expect(outOf("identified", frame(op, d))).toEqual({
      out: [{ kind: "request", op, d }],
      phase: "identified",
    });
    for (const wrong of [undefined, null, 1, "x", []]) {
      expect(outOf("identified", frame(op, wrong))).toEqual({ out: closes(4002), phase: "closed" });
    }
  });

  test("by the 121st frame of a minute, heartbeats included", () => {
    const frames = Array.from({ length: 120 }, () => beat);
    expect(after(...frames).phase).toBe("waiting");
    expect(after(...frames, beat).out.at(-1)).toMatchObject({ kind: "close", code: 4008 });
  });

  test.each([
    ["the service's clock", later(60_000, 0)],
    ["real time", later(0, 60_000)],
    ["a clock that was set back", later(-86_400_000, 5)],
  ])("not by more frames once the minute has passed on %s", (_which, at) => {
    const frames = Array.from({ length: 120 }, () => beat);
    expect(after(...frames, [beat, at]).phase).toBe("waiting");
  });
});

describe("time to identify", () => {
  test.each([
    ["the service's clock", later(29_999, 5), later(30_000, 5)],
    ["real time", later(0, 29_999), later(0, 30_000)],
  ])("expires on %s", (_which, before, at) => {
    expect(after(listening, [instant, before]).out).toEqual([hello]);
    expect(after(listening, [instant, at]).out).toEqual([hello, ...closes(4003)]);
  });

  test("starts with HELLO, and again with op 9", () => {
    const hello10 = [listening, later(10_000)] as const;
    expect(dueAt(after(hello10).connection)).toEqual(later(40_000));
    const nine = [invalid, later(20_000)] as const;
    expect(dueAt(after(hello10, resume, nine).connection)).toEqual(later(50_000));
  });

  test("is suspended while the service looks up a token", () => {
    for (const opening of [identify, resume]) {
      const { connection } = after(listening, opening);
      expect(dueAt(connection)).toEqual({});
      expect(step(connection, instant, later(1e9))).toEqual([connection]);
    }
  });
});

describe("a client that sends no heartbeat", () => {
  const alive = [listening, identify, accepted];

  test("is closed after one and a half intervals of both clocks, and its session is kept", () => {
    expect(dueAt(after(...alive).connection)).toEqual({ now: later(SILENT_MS).now });
    expect(after(...alive, [instant, later(SILENT_MS - 1)]).phase).toBe("identified");
    expect(after(...alive, [instant, later(SILENT_MS)]).out.at(-1)).toMatchObject({ code: 4009 });
  });

  test("is measured from its last heartbeat", () => {
    const { connection } = after(...alive, [beat, later(40_000)]);
    expect(dueAt(connection)).toEqual({ now: later(40_000 + SILENT_MS).now });
  });

  test("is never closed on a frozen clock", () => {
    expect(after(...alive, [instant, later(0, 1e9)]).phase).toBe("identified");
  });

  test("is asked for a heartbeat first when a moved clock makes it look silent", () => {
    const { connection, out } = after(...alive, [instant, later(SILENT_MS, 3)]);
    expect(out.at(-1)).toEqual(askForBeat);
    expect(dueAt(connection)).toEqual({ real: later(0, 1003).real });
    const [soon, ...nothing] = step(connection, instant, later(SILENT_MS, 1002));
    expect(nothing).toEqual([]);
    expect(step(soon, instant, later(SILENT_MS, 1003)).slice(1)).toEqual(closes(4009));
  });

  test("stays connected when it answers", () => {
    const waiting = after(...alive, [instant, later(SILENT_MS, 3)]).connection;
    const [connection, ...out] = step(waiting, beat, later(SILENT_MS, 5));
    expect(out).toEqual([ack]);
    expect(dueAt(connection)).toEqual({ now: later(2 * SILENT_MS).now });
    expect(step(connection, instant, later(SILENT_MS, 1003))).toEqual([connection]);
  });

  test("stays connected when the clock is set back", () => {
    expect(after(...alive, [instant, later(-1e9, SILENT_MS)]).phase).toBe("identified");
  });
});

describe("any sequence of frames", () => {
  const anyValue = fc.oneof(
    fc.anything(),
    fc.record({ op: fc.integer({ min: -2, max: 50 }), d: fc.anything() }),
    fc.record({
      op: fc.constantFrom(1, 2, 6),
      d: fc.record({ token: fc.string(), seq: fc.nat() }),
    }),
  );
  const anyInput: fc.Arbitrary<Input> = fc.oneof(
    anyValue.map((value): Input => ({ kind: "frame", bytes: 100, value })),
    fc.constantFrom(listening, invalid, instant, accepted),
  );

  test("closes a connection at most once, sends nothing afterwards, and acknowledges each heartbeat", () => {
    const steps = fc.array(fc.tuple(anyInput, fc.nat(90_000), fc.nat(90_000)), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (inputs) => {
        let connection = opened(INTERVAL_MS, start);
        let at = start;
        for (const [input, now, real] of inputs) {
          at = { now: at.now + now, real: at.real + real };
          const wasClosed = connection.phase === "closed";
          const [next, ...out] = step(connection, input, at);
          const closings = out.filter(({ kind }) => kind === "close");
          expect(closings.length).toBe(!wasClosed && next.phase === "closed" ? 1 : 0);
          expect(wasClosed && out.length > 0).toBe(false);
          expect(isBeat(input) && !wasClosed && closings.length === 0).toBe(
            out.some((each) => each.kind === "send" && each.op === 11),
          );
          connection = next;
        }
      }),
    );
  });

  function isBeat(input: Input): boolean {
    if (input.kind !== "frame") return false;
    const { value } = input;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const { op } = value as { op?: unknown };
    return op === 1 || op === 40;
  }
});

// `clock`, `fault`, `limits`: the world's time, injected faults, and rate limits.
import {
  anything,
  described,
  double,
  integer,
  object,
  optional,
  text,
  word,
} from "@antechamber/contract/schema";
import type { types } from "@antechamber/sdk/control";
import { advanceClock, moveClock, show, writtenInstant } from "../../cli/commands/clock.ts";
import { isoOf } from "../../cli/durations.ts";
import { cells, presets, type Form } from "../../cli/commands/faults.ts";
import { table } from "../../cli/output.ts";
import type { Session } from "../../cli/session.ts";
import { nearest } from "../../kit/client/nearest.ts";
import { neededBy, QUOTED_BELOW, quoted, ToolFailure, type ToolAnswer } from "../answers.ts";
import { readField, reference, tool, writtenWorld } from "../tool.ts";

const clockOps = ["now", "freeze", "release", "set", "advance", "next"] as const;

export const clock = tool({
  name: "clock",
  title: "Control the clock",
  description:
    "Show the clock and what falls due next; freeze it, release it, set it, or advance it: everything that falls due on the way has happened when this answers, and is listed. next advances to the first due job.",
  input: object({
    op: described("What to do.", word(clockOps)),
    to: optional(
      described(
        "set: an instant such as 2026-11-21T12:00:00Z. advance: a duration such as 15m or 1h30m.",
        text({ min: 1, max: 40 }),
      ),
    ),
    world: writtenWorld,
  }),
  isReadOnly: false,
  async run({ op, to, world }, { worlds }) {
    const { name, session, printed } = op === "now" ? worlds.reading(world) : worlds.writing(world);
    await clockMoves[op](session, to);
    return {
      head: [`clock of world ${name}:`, QUOTED_BELOW],
      body: quoted(printed()),
      more: () => "journal has all that fell due",
      foot: op === "set" || op === "freeze" ? ["next: clock {op: 'advance', to: '15m'}"] : [],
    };
  },
});

const clockMoves: Readonly<
  Record<(typeof clockOps)[number], (session: Session, to: string | undefined) => Promise<void>>
> = {
  now: show,
  freeze: (session) => moveClock(session, { frozen: true }),
  release: (session) => moveClock(session, { frozen: false }),
  async set(session, to) {
    const at = neededForClock("set", "to", to);
    return moveClock(session, { now: await readField("to", () => writtenInstant(at)) });
  },
  async advance(session, to) {
    const by = neededForClock("advance", "to", to);
    return advanceClock(session, await readField("to", () => isoOf(by)));
  },
  next: (session) => advanceClock(session, "next"),
};

const neededForClock = neededBy("clock");

const faultOps = ["list", "add", "remove", "clear"] as const;
/** The most active faults that are listed. */
const FAULTS_SHOWN = 100;

export const fault = tool({
  name: "fault",
  title: "Inject faults",
  description:
    "Inject faults into calls or gateway sessions, list the active ones, stop one or all. Takes a preset, or a custom fault in `fault`.",
  input: object({
    op: described("What to do.", word(faultOps)),
    preset: optional(
      described(`One of ${Object.keys(presets).join(", ")}.`, text({ min: 1, max: 40 })),
    ),
    fault: optional(
      described(
        'A custom fault: {"http": {"status": 503}} or {"gateway": {"close_code": 4000}}.',
        anything<object>(),
      ),
    ),
    application: optional(reference("Only calls and sessions of this one.")),
    user: optional(reference("Only calls and sessions of this one.")),
    route: optional(
      described(
        "Calls of one endpoint: its id or path template, as reference has them.",
        text({ min: 1, max: 200 }),
      ),
    ),
    count: optional(described("How many times. Absent: 1.", integer({ min: 1, max: 1_000_000 }))),
    probability: optional(described("From 0 to 1. Absent: 1.", double({ min: 0, max: 1 }))),
    id: optional(reference("Id of the fault to stop.")),
    world: writtenWorld,
  }),
  isReadOnly: false,
  async run(input, { worlds }) {
    const { op, id } = input;
    const { name, session } =
      op === "list" ? worlds.reading(input.world) : worlds.writing(input.world);
    if (op === "add") {
      const injected = await session.call("control.faults.create", { body: faultForm(input) });
      return faultsActive(session, name, injected);
    }
    if (op === "clear") await session.call("control.faults.clear");
    if (op === "remove") {
      if (id === undefined)
        throw new ToolFailure("id: required for op remove", "fault {op: 'list'} has ids");
      await session.call("control.faults.remove", { path: { fault_id: id } });
    }
    return faultsActive(session, name);
  },
});

async function faultsActive(
  session: Session,
  world: string,
  added?: types.ActiveFault,
): Promise<ToolAnswer> {
  const page = await session.call("control.faults.list", { query: { limit: FAULTS_SHOWN } });
  const { items, next } = page;
  // A fault is injected into open sessions before this call returns, so it may be used up already.
  const isActive = next !== null || items.some(({ id }) => id === added?.id);
  return {
    head: [
      ...(added === undefined ? [] : [`fault ${added.id} ${isActive ? ACTIVE : USED_UP}`]),
      `active faults in world ${world}: ${items.length}${next === null ? "" : " and more"}`,
      QUOTED_BELOW,
    ],
    body: quoted(table(items.map(cells))),
    more: () => "fault {op: 'clear'} stops all",
    foot:
      items.length === 0
        ? []
        : ["next: make the call that should fail; explain names the fault in its trace"],
  };
}

const ACTIVE = "is active";
const USED_UP = "was triggered at once and is used up: journal {filter: 'kind:fault'} shows it";

interface Planning {
  readonly preset?: string;
  readonly fault?: object;
  readonly application?: string;
  readonly user?: string;
  readonly route?: string;
  readonly count?: number;
  readonly probability?: number;
}

function faultForm({ preset, fault: own, ...matching }: Planning): Form {
  const { application, user, route, count, probability } = matching;
  const conditions = Object.entries({ application, user, route, count, probability }).filter(
    ([, value]) => value !== undefined,
  );
  const match = Object.fromEntries(conditions);
  if (own !== undefined && preset !== undefined) {
    throw new ToolFailure("preset and fault exclude each other", "leave one out");
  }
  if (own !== undefined) {
    const { match: given, ...effect } = own as Partial<Form>;
    return { ...effect, match: { ...given, ...match } };
  }
  if (preset === undefined) {
    const names = Object.keys(presets).join(", ");
    throw new ToolFailure("preset or fault: one of them is required", `presets are ${names}`);
  }
  const effect = presets[preset];
  if (effect !== undefined) return { ...effect, match };
  const meant = nearest(preset, Object.keys(presets)).join(", ");
  throw new ToolFailure(
    `preset: there is no preset "${preset}"`,
    `did you mean ${meant}? or pass a custom fault in fault`,
  );
}

const limitOps = ["show", "reset", "profile"] as const;

export const limits = tool({
  name: "limits",
  title: "Rate limits",
  description:
    "The open rate-limit buckets, the fullest first, and the active profile; reset clears the counts; profile switches to another profile.",
  input: object({
    op: described("What to do.", word(limitOps)),
    profile: optional(described("For op profile.", word(["production", "unapproved", "off"]))),
    world: writtenWorld,
  }),
  isReadOnly: false,
  async run({ op, profile: wanted, world }, { worlds }) {
    const { name, session } = op === "show" ? worlds.reading(world) : worlds.writing(world);
    if (op === "reset") await session.call("control.limits.reset");
    if (op === "profile") {
      if (wanted === undefined)
        throw new ToolFailure(
          "profile: required for op profile",
          "name production, unapproved or off",
        );
      await session.call("control.limits.use", { body: { profile: wanted } });
    }
    const { profile, buckets } = await session.call("control.limits.get");
    const fullest = buckets.toSorted((a, b) => b.used / b.limit - a.used / a.limit);
    return {
      head: [
        `limits of world ${name}: profile ${profile}, ${buckets.length} buckets`,
        QUOTED_BELOW,
      ],
      body: quoted(table(fullest.map(bucketCells))),
      more: () => "the omitted buckets are emptier",
      foot:
        profile === "off"
          ? ["next: limits {op: 'profile', profile: 'production'} turns limits on"]
          : [],
    };
  },
});

function bucketCells({
  bucket,
  owner,
  resource,
  used,
  limit,
  ends_at: ends,
}: types.LimitsInForce["buckets"][number]) {
  return [`${used} of ${limit}`, bucket, owner, resource, `until ${ends}`];
}

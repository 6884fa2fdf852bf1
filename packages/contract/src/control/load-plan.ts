// The plan of `antechamber load`, which people write like world files: what simulated players do.
import type { TUnsafe } from "typebox";
import { limits } from "../limits/limits.ts";
import { LobbyDraft } from "../resources/lobbies/lobbies.ts";
import { durationMs } from "../schema/duration.ts";
import { compile } from "../schema/form-kinds.ts";
import type { ValidationIssue } from "../schema/validation-issue.ts";
import {
  integer,
  lazy,
  list,
  namedFields,
  object,
  optional,
  refine,
  strict,
  text,
  textOr,
  word,
  type Static,
} from "../schema/values.ts";
import { Reference } from "./world-file/kinds.ts";

/** A step without settings. */
const bareSteps = ["connect", "disconnect"] as const;

/** The name of a lobby in the plan; all players of a run who use the same name share the lobby. */
const lobby = text({ min: 1, max: 100 });

const Pause = refine(text({ max: 64 }), (value, report) => {
  if (pauseOf(value) === undefined) {
    report([], "BASE_TYPE_BAD_FORMAT", 'must be a duration such as 500ms, or two: "200ms..1s"');
  }
});

const Duration = refine(text({ max: 32 }), (value, report) => {
  const ms = playtimeMs(value);
  if (ms !== undefined && ms <= limits.loadDuration.value) return;
  report([], "BASE_TYPE_BAD_FORMAT", "must be a duration such as 30s, 5m or PT5M, at most an hour");
});

/** Steps that call the API. */
const calls = {
  /** Joins the lobby with this name by its secret, as games do; the first player creates it. */
  join: optional(
    object({ lobby, idle_timeout_seconds: LobbyDraft.properties.idle_timeout_seconds }),
  ),
  leave: optional(object({ lobby })),
  /** Sends a message to a lobby that the player is in. */
  message: optional(object({ lobby, content: text({ min: 1, max: limits.messageContent.value }) })),
  /** Reads the messages of a lobby. */
  messages: optional(object({ lobby, limit: optional(integer({ min: 1, max: 200 })) })),
  /**
   * Has the game's back end, which needs the plan's `bot_token`, create a lobby with the player in
   * it.
   */
  create: optional(object({ lobby, metadata: LobbyDraft.properties.metadata })),
  /** Has the back end delete a lobby. */
  delete: optional(object({ lobby })),
  /** Uses a command as people type it, `/ban user:@bob`, and waits for the application's answer. */
  invoke: optional(
    object({
      command: text({ min: 1, max: 8000 }),
      channel: Reference,
      guild: optional(Reference),
    }),
  ),
};

const Calls = object(calls);

export type LoadCall = Static<typeof Calls>;

/** One step of a player: exactly one of these; `Wait` is the type of a pause. */
type StepOf<Wait> =
  | (typeof bareSteps)[number]
  | (LoadCall & {
      readonly pause?: Wait;
      readonly repeat?: { readonly times: number; readonly steps: readonly StepOf<Wait>[] };
      readonly any?: readonly BranchOf<Wait>[];
    });

interface BranchOf<Wait> {
  /** The relative probability of this alternative; absent: 1. */
  readonly weight?: number;
  readonly steps: readonly StepOf<Wait>[];
}

type WrittenStep = StepOf<string>;

/** A step in which a pause has its minimum and maximum milliseconds. */
export type LoadStep = StepOf<readonly [number, number]>;

const Step: TUnsafe<WrittenStep> = lazy(() => textOr(word(bareSteps), OneStep));
const Steps = list(Step, { min: 1, max: limits.loadSteps.value });

const OneStep = refine(
  object({
    ...calls,
    /** Waits in real time; with two durations, a random time between them. */
    pause: optional(Pause),
    repeat: optional(object({ times: integer({ min: 1, max: 10_000 }), steps: Steps })),
    /** One of these lists of steps, chosen at random by weight. */
    any: optional(
      list(object({ weight: optional(integer({ min: 1, max: 1000 })), steps: Steps }), {
        min: 1,
        max: 20,
      }),
    ),
  }),
  (step, report, isInvalid) => {
    const fields = Object.keys(OneStep.properties);
    if (namedFields(step, fields, isInvalid).length === 1) return;
    const names = [...bareSteps, ...fields].join(", ");
    report([], "BASE_TYPE_CHOICES", `must be exactly one of ${names}`);
  },
);

const WrittenPlan = strict(
  object({
    /** The players' game; absent: the only application. */
    application: optional(Reference),
    /** The application's token, for `create` and `delete`. */
    bot_token: optional(text({ min: 1, max: 200 })),
    /** A guild that the players are members of, for `invoke`. */
    guild: optional(Reference),
    /** The seed of random choices and pauses; the same seed gives the same ones. */
    seed: optional(text({ min: 1, max: 100 })),
    players: optional(integer({ min: 1, max: limits.loadPlayers.value })),
    /** How long players play rounds; the last one ends early. */
    for: optional(Duration),
    /** How many rounds each player plays; absent: until the time is up. */
    rounds: optional(integer({ min: 1, max: limits.loadRounds.value })),
    /** The time over which players arrive one by one. */
    arrive: optional(Duration),
    /** How many players share the same `{group}`. */
    group_size: optional(integer({ min: 1, max: limits.loadPlayers.value })),
    /** What each player does before the first round, in each round, and after the last round. */
    before: optional(Steps),
    steps: Steps,
    after: optional(Steps),
    /** Goals of the run; if one is missed, the command exits with 5. */
    goals: optional(
      object({
        p95: optional(Duration),
        p99: optional(Duration),
        /** Calls that were refused or not answered. */
        failed: optional(integer({ min: 0 })),
      }),
    ),
  }),
);

type WrittenPlan = Static<typeof WrittenPlan>;
type Phase = "before" | "steps" | "after";

/** A plan with its durations in milliseconds. */
export type LoadPlan = Omit<WrittenPlan, Phase | "for" | "arrive" | "goals"> & {
  readonly before: readonly LoadStep[];
  readonly steps: readonly LoadStep[];
  readonly after: readonly LoadStep[];
  readonly for?: number;
  readonly arrive: number;
  readonly goals: { readonly p95?: number; readonly p99?: number; readonly failed?: number };
};

const read = compile(WrittenPlan);

/** Reads a plan, or returns all of its faults with their places. */
export function readLoadPlan(
  value: unknown,
): { readonly plan: LoadPlan } | { readonly issues: readonly ValidationIssue[] } {
  const issues: ValidationIssue[] = [];
  const plan = read(value, [], issues) as WrittenPlan;
  return issues.length === 0 ? { plan: inMilliseconds(plan) } : { issues };
}

function inMilliseconds(plan: WrittenPlan): LoadPlan {
  const { before = [], steps, after = [], arrive, goals = {}, for: length, ...rest } = plan;
  const { p95, p99, failed } = goals;
  return {
    ...rest,
    before: before.map(readStep),
    steps: steps.map(readStep),
    after: after.map(readStep),
    ...(length === undefined ? {} : { for: ms(length) }),
    arrive: arrive === undefined ? 0 : ms(arrive),
    goals: {
      ...(p95 === undefined ? {} : { p95: ms(p95) }),
      ...(p99 === undefined ? {} : { p99: ms(p99) }),
      ...(failed === undefined ? {} : { failed }),
    },
  };
}

function readStep(step: WrittenStep): LoadStep {
  if (typeof step === "string") return step;
  const { pause, repeat, any, ...call } = step;
  const inside = <T extends { readonly steps: readonly WrittenStep[] }>(each: T) => ({
    ...each,
    steps: each.steps.map(readStep),
  });
  return {
    ...call,
    ...(pause === undefined ? {} : { pause: pauseOf(pause) ?? [0, 0] }),
    ...(repeat === undefined ? {} : { repeat: inside(repeat) }),
    ...(any === undefined ? {} : { any: any.map(inside) }),
  };
}

/** Converts a valid duration. */
const ms = (duration: string): number => playtimeMs(duration) ?? 0;

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** `500ms`, `30s`, `1m30s` or `PT30S` in milliseconds; undefined for any other text. */
function playtimeMs(given: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(given)) return durationMs(given);
  const parts = given.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g);
  return [...parts].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
}

/** The minimum and maximum milliseconds of a pause; undefined for an invalid text. */
function pauseOf(given: string): readonly [number, number] | undefined {
  const [least, most] = given.split("..", 2).map((part) => playtimeMs(part.trim()));
  if (least === undefined || (given.includes("..") && most === undefined)) return undefined;
  const end = most ?? least;
  return least <= end && end <= limits.loadDuration.value ? [least, end] : undefined;
}

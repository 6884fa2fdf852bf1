// The actions of each player, in order. They depend on the seed only, not on responses of the
// service.
import type { createHash } from "node:crypto";
import type { LoadCall, LoadPlan, LoadStep } from "@antechamber/contract/control";

type CallName = keyof LoadCall;
type CallOf<N extends CallName> = { readonly call: N } & NonNullable<LoadCall[N]>;

/** A call of the API by a player. */
export type PlayerCall = { [N in CallName]: CallOf<N> }[CallName];

export type Action =
  | { readonly call: "connect" | "disconnect" }
  | { readonly call: "pause"; readonly ms: number }
  | PlayerCall;

const GROUP_SIZE = 10;

/** The seed of a plan, by default one for all plans. */
export function seedOf({ seed = "load" }: LoadPlan): string {
  return seed;
}

/** The script of one player of a plan. */
export class PlayerScript {
  readonly #plan: LoadPlan;
  readonly #player: number;
  // Loaded with the first player: the import takes a sixth of the start-up time of every client
  // command.
  readonly #createHash = process.getBuiltinModule("node:crypto").createHash;

  /** @param player the player's number, from 1 */
  constructor(plan: LoadPlan, player: number) {
    this.#plan = plan;
    this.#player = player;
  }

  /** The actions before the first round. */
  before(): Iterable<Action> {
    return this.#part("before", 0, this.#plan.before);
  }

  /** The actions of one round; rounds are counted from 1. */
  round(round: number): Iterable<Action> {
    return this.#part("steps", round, this.#plan.steps);
  }

  /** The actions after the last round. */
  after(round: number): Iterable<Action> {
    return this.#part("after", round, this.#plan.after);
  }

  #part(part: string, round: number, steps: readonly LoadStep[]): Iterable<Action> {
    const { group_size: size = GROUP_SIZE } = this.#plan;
    const player = this.#player;
    const seed = `${seedOf(this.#plan)}:${player}:${part}:${round}`;
    const draws = new Draws(this.#createHash, seed);
    const words = { player, round, group: Math.ceil(player / size) };
    return actionsOf(steps, draws, words);
  }
}

/** Random numbers from 0 to 1, the same for the same seed. */
class Draws {
  readonly #createHash: typeof createHash;
  readonly #seed: string;
  #count = 0;

  constructor(hash: typeof createHash, seed: string) {
    this.#createHash = hash;
    this.#seed = seed;
  }

  next(): number {
    const bytes = this.#createHash("sha256").update(`${this.#seed}:${this.#count}`).digest();
    this.#count += 1;
    return bytes.readUInt32BE(0) / 2 ** 32;
  }
}

type Words = Readonly<Record<string, number>>;

function* actionsOf(steps: readonly LoadStep[], draws: Draws, words: Words): Generator<Action> {
  for (const step of steps) {
    if (typeof step === "string") yield { call: step };
    else yield* actionsOfStep(step, draws, words);
  }
}

function* actionsOfStep(
  { pause, repeat, any, ...calls }: Exclude<LoadStep, string>,
  draws: Draws,
  words: Words,
): Generator<Action> {
  if (pause !== undefined) yield { call: "pause", ms: pauseBetween(pause, draws) };
  for (let i = 0; i < (repeat?.times ?? 0); i += 1) {
    yield* actionsOf(repeat?.steps ?? [], draws, words);
  }
  if (any !== undefined) yield* actionsOf(branchOf(any, draws), draws, words);
  for (const [call, fields] of Object.entries(calls)) {
    yield { call, ...fillIn(fields, words) } as unknown as PlayerCall;
  }
}

function pauseBetween([least, most]: readonly [number, number], draws: Draws): number {
  return least === most ? least : Math.round(least + (most - least) * draws.next());
}

type Branches = NonNullable<Exclude<LoadStep, string>["any"]>;

function branchOf(branches: Branches, draws: Draws): readonly LoadStep[] {
  const total = branches.reduce((sum, { weight = 1 }) => sum + weight, 0);
  let remaining = draws.next() * total;
  for (const { weight = 1, steps } of branches) {
    remaining -= weight;
    if (remaining < 0) return steps;
  }
  return branches.at(-1)?.steps ?? [];
}

/** Replaces placeholders in every text of a value: `match-{group}` -> `match-3`. */
function fillIn<T>(value: T, words: Words): T {
  if (typeof value === "string") {
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      String(words[name] ?? whole),
    ) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, fillIn<unknown>(each, words)]);
  return Object.fromEntries(entries) as T;
}

// The ids and tokens that calls have learned, by path parameter, and which of them belong together,
// so that later calls reach what earlier ones created.
import type { Dice } from "./dice.ts";

/** Values of path parameters that belong together: a message and its channel. */
export type Place = Readonly<Record<string, string>>;

/** Limits beyond which the oldest places and values are dropped. */
const PLACES_MAX = 2000;
const VALUES_MAX = 500;

/** Maps the names of fields to the path parameter whose values they hold. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/(^|_)(user|owner|author|member|recipient|target|creator)(_id)?s?$/, "user_id"],
  [/(^|_)(channel|parent)(_id)?s?$/, "channel_id"],
  [/(^|_)guild(_id)?s?$/, "guild_id"],
  [/(^|_)roles?(_id)?s?$/, "role_id"],
  [/(^|_)(application|bot)(_id)?s?$|^client_id$/, "application_id"],
  [/(^|_)messages?(_id)?s?$/, "message_id"],
  [/(^|_)lobby(_id)?$/, "lobby_id"],
  [/(^|_)skus?(_id)?s?$/, "sku_id"],
  [/(^|_)entitlements?(_id)?s?$/, "entitlement_id"],
  [/(^|_)commands?(_id)?s?$|^id$/, "command_id"],
];

/** The path parameter whose values a field holds: `channel_id` for `parent_id`. */
function kindOf(name: string): string {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

export class KnownIds {
  readonly #values = new Map<string, string[]>();
  readonly #places: Place[] = [];

  readonly #first: readonly Place[];

  constructor(first: readonly Place[]) {
    this.#first = first;
    this.forget();
  }

  /** Forgets everything but the initial places. */
  forget(): void {
    this.#values.clear();
    this.#places.length = 0;
    for (const place of this.#first) this.add(place);
  }

  /** Adds values that belong together. */
  add(place: Place): void {
    this.#places.push(place);
    if (this.#places.length > PLACES_MAX) this.#places.shift();
    for (const [name, value] of Object.entries(place)) this.learn(name, value);
  }

  learn(name: string, value: string): void {
    const kind = kindOf(name);
    const values = this.#values.get(kind) ?? [];
    this.#values.set(kind, values);
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > VALUES_MAX) values.shift();
  }

  /** Learns everything in a response that looks like an id. */
  learnFrom(answer: unknown, name = ""): void {
    if (typeof answer === "string") {
      if (/^[0-9]{15,20}$/.test(answer) && name !== "id") this.learn(name, answer);
    } else if (Array.isArray(answer)) {
      for (const each of answer.slice(0, 20)) this.learnFrom(each, name);
    } else if (typeof answer === "object" && answer !== null) {
      const { id } = answer as { readonly id?: unknown };
      if (typeof id === "string" && name !== "") this.learnFrom(id, name);
      for (const [key, each] of Object.entries(answer)) this.learnFrom(each, key);
    }
  }

  /** A random place, from which most fields of one body take their ids. */
  anyPlace(dice: Dice): Place {
    return dice.of(this.#places) ?? {};
  }

  /**
   * A value for a field or parameter of this name, preferably from the given place, and
   * occasionally one of another kind.
   */
  value(name: string, dice: Dice, place: Place = {}): string | undefined {
    const here = place[kindOf(name)] ?? place[name];
    if (here !== undefined && !dice.oneIn(6)) return here;
    const own = this.#values.get(kindOf(name));
    const others = dice.of([...this.#values.values()]);
    return dice.of((dice.oneIn(10) ? others : own) ?? others ?? []);
  }

  /** An id for a field of this name. */
  id(name: string, dice: Dice, place: Place = {}): string {
    const value = this.value(name, dice, place) ?? "";
    return /^[0-9]+$/.test(value) ? value : (dice.of(this.#values.get("user_id") ?? []) ?? "1");
  }

  /** Values for all of these parameters, mostly from one place. */
  place(names: readonly string[], dice: Dice): Readonly<Record<string, string | undefined>> {
    const fitting = this.#places.filter((place) => names.every((name) => name in place));
    const place = dice.oneIn(5) ? undefined : dice.of(fitting);
    return Object.fromEntries(names.map((name) => [name, place?.[name] ?? this.value(name, dice)]));
  }
}

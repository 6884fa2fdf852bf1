// Random forms for a schema: mostly valid ones, so that calls get far, and mutated ones.
import { keywordsOf, matchKind, type Keywords, type TSchema } from "@antechamber/contract/schema";
import fc from "fast-check";
import { demo } from "../../control/world-file/demo-world.ts";
import type { Dice } from "./dice.ts";
import type { KnownIds, Place } from "./known-ids.ts";

/** The depth at which recursive schemas end. */
const DEPTH_MAX = 7;
const ITEMS_MAX = 3;

/** Texts that have a meaning for some fields. */
const words = [
  "ping",
  "general",
  "alice",
  "Concierge",
  "go",
  "https://example.invalid/a.png",
  "attachment://a.png",
  "http://127.0.0.1/callback",
  "authorization_code",
  "refresh_token",
  "S256",
  "identify",
  "2030-01-01T00:00:00.000000+00:00",
  "PT1M",
  "data:image/png;base64,iVBORw0KGgo=",
  "en-US",
] as const;

/** The usual values of fields by name, which most rules of the reference accept. */
const usual: readonly (readonly [RegExp, (dice: Dice) => string])[] = [
  [/^(content|description|label|title|topic|value|placeholder|text)$/, () => "some words"],
  [/^(name|username|custom_id|nick)$/, (dice) => `name${dice.below(40)}`],
  [/url$|^(icon|image|avatar)$/, () => "https://example.invalid/a.png"],
  [/^nonce$/, (dice) => String(dice.below(1000))],
  [/^redirect_uri$/, () => "http://127.0.0.1/callback"],
  [/^client_id$/, () => demo.applicationId],
  [/^client_secret$/, () => demo.clientSecret],
  [/^(scheduled_start_time|timestamp)$/, () => "2030-01-01T00:00:00+00:00"],
  [/^secret$/, (dice) => `secret${dice.below(5)}`],
  [/^command$/, (dice) => (dice.oneIn(2) ? "ping" : `name${dice.below(40)}`)],
  [/^grant_type$/, (dice) => dice.of(grants) ?? ""],
];

const grants = ["authorization_code", "client_credentials", "refresh_token"] as const;

/** Optional fields without which most forms are refused. */
const habitual = /^(content|description|custom_id|client_id|redirect_uri|data|label)$/;

/** Fields of the control plane that refer to an entity by its id or its name. */
const reference = /^(application|guild|channel|user|sku|command|message|role|owner|creator)$/;

/** Fields of the control plane that the API shows unchanged, even values that it would never have. */
const unreal = /^(features|tags|integrations|stickers|incidents_data|redirect_uris)$/;

/** Generates forms that a schema accepts; the reference's further rules may still refuse them. */
export class BodyMaker {
  readonly #dice: Dice;
  readonly #ids: KnownIds;
  /** One in so many optional fields is given; forms with few fields are accepted more often. */
  readonly #sparseness: number;

  readonly #place: Place;
  readonly #isOperator: boolean;

  /** @param isOperator whether the forms are for the control plane, and so leave out `unreal` fields */
  constructor(dice: Dice, ids: KnownIds, isOperator = false) {
    this.#dice = dice;
    this.#ids = ids;
    this.#place = ids.anyPlace(dice);
    this.#isOperator = isOperator;
    this.#sparseness = 2 + dice.below(6);
  }

  /** Generates a form for a schema. */
  form(schema: TSchema, name = "", depth = 0): unknown {
    const inside = (next: TSchema) =>
      depth > DEPTH_MAX ? undefined : this.form(next, name, depth + 1);
    const { formDetail } = keywordsOf(schema);
    if (formDetail !== undefined) return inside(formDetail());
    return matchKind<unknown>(schema, {
      lazy: (build) => inside(build()),
      tagged: (variants) => inside(this.#dice.of(Object.values(variants)) ?? {}),
      nullable: (inner) => (this.#dice.oneIn(6) ? null : this.form(inner, name, depth)),
      textOr: () => this.#anything(name),
      list: (items, keywords) => this.#list(keywords, () => this.form(items, name, depth + 1)),
      object: (fields, { required = [] }) => this.#object(fields, required, depth),
      dictionary: (values, { propertyNames }) =>
        this.#dictionary(propertyNames?.enum, () => this.form(values, name, depth + 1)),
      plain: (keywords) => this.#plain(keywords, name),
    });
  }

  #plain(keywords: Keywords, name: string): unknown {
    if (keywords.enum !== undefined) return this.#dice.of(keywords.enum);
    switch (keywords.type ?? "") {
      case "string":
        return this.#formatted(keywords, name);
      case "integer":
        return this.#integer(keywords);
      case "number":
        return this.#dice.draw(fc.double({ noNaN: true, noDefaultInfinity: true }));
      case "boolean":
        return this.#dice.oneIn(2);
      default:
        return this.#anything(name);
    }
  }

  #anything(name: string): unknown {
    if (/^(value|nonce)$/.test(name)) return this.#text({}, name);
    if (reference.test(name)) return this.#ids.value(name, this.#dice, this.#place);
    return this.#dice.oneIn(2) ? this.#dice.of(words) : this.#dice.draw(fc.jsonValue());
  }

  #dictionary(names: readonly string[] | undefined, value: () => unknown): unknown {
    const keys = this.#dice.draw(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: ITEMS_MAX }),
    );
    const named = names === undefined ? keys : keys.flatMap(() => this.#dice.of(names) ?? []);
    return Object.fromEntries(named.map((key) => [key, value()]));
  }

  #object(
    properties: Readonly<Record<string, TSchema>>,
    required: readonly string[],
    depth: number,
  ): unknown {
    const chosen = Object.entries(properties).filter(
      ([key]) =>
        !(this.#isOperator && unreal.test(key)) &&
        (required.includes(key) ||
          this.#dice.oneIn(habitual.test(key) ? 1 + this.#dice.below(2) : this.#sparseness)),
    );
    const fields = chosen.map(([key, each]) => [key, this.form(each, key, depth + 1)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }

  #list({ minItems = 0, maxItems = ITEMS_MAX }: Keywords, item: () => unknown): unknown {
    const most = this.#dice.oneIn(40)
      ? Math.min(maxItems, 120)
      : Math.min(maxItems, minItems + ITEMS_MAX);
    const count = minItems + this.#dice.below(most - minItems + 1);
    return Array.from({ length: count }, item).filter((each) => each !== undefined);
  }

  #formatted(keywords: Keywords, name: string): unknown {
    const { format, formMax = "0" } = keywords;
    if (format === "snowflake") return this.#ids.id(name, this.#dice, this.#place);
    if (format === "bits") return this.#dice.draw(fc.bigInt(0n, BigInt(formMax))).toString();
    if (format === "date-time") return "2030-01-01T00:00:00.000000+00:00";
    const likely = this.#dice.oneIn(5) ? undefined : usual.find(([names]) => names.test(name));
    if (likely !== undefined) return likely[1](this.#dice);
    if (keywords.pattern !== undefined) return this.#dice.oneIn(4) ? "1" : "abcd";
    return this.#text(keywords, name);
  }

  #text({ minLength = 0, maxLength = 100 }: Keywords, name: string): unknown {
    const isKnown = /_id$|token|code|user|application|channel|guild/.test(name);
    const known = this.#ids.value(name, this.#dice, this.#place);
    if (isKnown && known !== undefined && !this.#dice.oneIn(3)) return known;
    if (!this.#dice.oneIn(3)) return (this.#dice.of(words) ?? "").slice(0, Math.max(maxLength, 1));
    const unit = this.#dice.oneIn(3) ? "binary" : "grapheme-ascii";
    const most = Math.min(maxLength, this.#dice.oneIn(20) ? 5000 : 20);
    const bounds = { minLength: Math.min(minLength, most), maxLength: most };
    return this.#dice.draw(fc.string({ unit, ...bounds }));
  }

  #integer({ minimum = -2_147_483_647, maximum = 2_147_483_647 }: Keywords): number {
    if (this.#dice.oneIn(8)) return this.#dice.of([minimum, maximum]) ?? 0;
    const least = Math.max(minimum, Math.min(0, maximum));
    return this.#dice.draw(fc.integer({ min: least, max: Math.min(maximum, least + 100) }));
  }

  /** A copy of the form with one value replaced by a hostile one, or removed. */
  mutated(form: unknown): unknown {
    const hostile = this.#dice.of(hostileValues);
    if (typeof form !== "object" || form === null || this.#dice.oneIn(5)) return hostile;
    if (Array.isArray(form)) {
      const at = this.#dice.below(form.length + 1);
      return form.toSpliced(at, 1, this.mutated((form as readonly unknown[])[at]));
    }
    const fields = form as Readonly<Record<string, unknown>>;
    const key = this.#dice.oneIn(4)
      ? this.#dice.of(hostileKeys)
      : this.#dice.of(Object.keys(fields));
    const name = key ?? "type";
    const changed = this.#dice.oneIn(4) ? undefined : this.mutated(fields[name]);
    return { ...fields, [name]: changed };
  }
}

const hostileKeys = [
  "__proto__",
  "constructor",
  "toString",
  "length",
  "type",
  "id",
  "data",
  "",
] as const;

const hostileValues: readonly unknown[] = [
  null,
  // A value that cannot be converted to a string.
  { toString: 1, valueOf: 2 },
  true,
  0,
  -1,
  1e300,
  0.5,
  2 ** 53,
  "",
  "\u0000",
  "\ud800",
  "9223372036854775808",
  "99999999999999999999999999",
  "-1",
  "NaN",
  "x".repeat(10_000),
  [],
  [[]],
  [null],
  {},
  { length: -1 },
  { type: 1e9 },
  Array.from({ length: 300 }, (_each, i) => i),
  Array.from({ length: 150 }).reduce<unknown>((inner) => [inner], 0),
];

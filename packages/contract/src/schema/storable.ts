// Values without declared fields that are stored unchanged.
import { refine, type Report, type Static, type TSchema } from "./values.ts";

/** The same schema, which refuses whole numbers with more digits than can be stored exactly. */
export function storable<S extends TSchema>(schema: S): S {
  return refine(schema, (value: Static<S>, report) => reportLongNumbers(value, [], report));
}

function reportLongNumbers(value: unknown, path: readonly (string | number)[], report: Report) {
  if (typeof value === "bigint") return reportLong(value, path, report);
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    reportLongNumbers(each, [...path, Array.isArray(value) ? Number(key) : key], report);
  }
}

function reportLong(value: bigint, path: readonly (string | number)[], report: Report): void {
  const { MIN_SAFE_INTEGER: min, MAX_SAFE_INTEGER: max } = Number;
  if (value < 0n) {
    report(path, "NUMBER_TYPE_MIN", `int53 value should be greater than or equal to ${min}.`);
  } else {
    report(path, "NUMBER_TYPE_MAX", `int53 value should be less than or equal to ${max}.`);
  }
}

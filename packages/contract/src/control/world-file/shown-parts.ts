// Embeds and components of messages, as the API shows them. Their formats change from year to year,
// so only the fields that are read when they are shown are checked.
import { quoted } from "../../schema/form-issues.ts";
import { isPlainObject } from "../../schema/plain-object.ts";
import { parseTimestamp } from "../../schema/timestamp.ts";
import { anything, dictionary, refine, type Report } from "../../schema/values.ts";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

const texts = setOf(
  "title description url text name value label content placeholder custom_id sku_id",
);
const objects = setOf(
  "author footer image thumbnail video provider media file emoji accessory component",
);
const lists = setOf("fields items options components default_values");

type Path = readonly (string | number)[];

/** An embed, a component, or a part of one. */
export const ShownPart = refine(dictionary(anything()), (part, report) => {
  reportFields(part, [], report);
});

function reportFields(part: Readonly<Record<string, unknown>>, at: Path, report: Report): void {
  for (const [name, value] of Object.entries(part)) {
    const path = [...at, name];
    if (lists.has(name)) reportList(value, path, report);
    else if (objects.has(name)) reportObject(value, path, report);
    else if (value === null && mayHaveNoText(name, part, at)) continue;
    else if (texts.has(name)) reportText(value, path, report);
    else if (name === "timestamp") reportMoment(value, path, report);
  }
}

function reportList(value: unknown, path: Path, report: Report): void {
  if (!Array.isArray(value)) {
    report(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
    return;
  }
  for (const [i, each] of value.entries()) reportObject(each, [...path, i], report);
}

function reportObject(value: unknown, path: Path, report: Report): void {
  if (isPlainObject(value)) reportFields(value, path, report);
  else report(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
}

/** Whether the API shows null here: for a deleted emoji, and for media without a description. */
function mayHaveNoText(name: string, part: object, at: Path): boolean {
  if (name === "description") return "media" in part;
  return name === "name" && (at.at(-1) === "emoji" || "file" in part);
}

function reportText(value: unknown, path: Path, report: Report): void {
  if (typeof value === "string") return;
  report(path, "STRING_TYPE_CONVERT", `Could not interpret "${quoted(value)}" as string.`);
}

function reportMoment(value: unknown, path: Path, report: Report): void {
  if (typeof value === "string" && parseTimestamp(value) !== undefined) return;
  const message = `Could not parse ${quoted(value)}. Should be ISO8601.`;
  report(path, "DATE_TIME_TYPE_PARSE", message);
}

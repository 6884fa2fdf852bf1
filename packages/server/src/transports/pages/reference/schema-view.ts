// Schemas for people: the kind of a value, its bounds, and its fields.
import { html, type Content, type Html } from "../html.ts";
import { nameIn, type Schema } from "./documents.ts";

/** Where a named type is described. */
export function typeLink(name: string): Html {
  return html`<a href="/reference/types#${name}">${name}</a>`;
}

function joined(parts: readonly Content[], word: string): Content {
  return parts.map((part, i) => (i === 0 ? part : [word, part]));
}

/** The kind of a value in words: `list of Embed`, `text or null`. */
export function kindText(schema: Schema): Content {
  if (schema.$ref !== undefined) return typeLink(nameIn(schema.$ref));
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return joined(several.map(kindText), " or ");
  if (schema.items !== undefined) return ["list of ", kindText(schema.items)];
  if (schema.additionalProperties !== undefined) {
    return ["texts to ", kindText(schema.additionalProperties)];
  }
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((each) => html`<code>${each}</code>`),
      " or ",
    );
  const kinds: Readonly<Record<string, string>> = { string: "text", boolean: "true or false" };
  const kind = schema.type ?? "anything";
  return schema.format === "snowflake" ? "id" : (kinds[kind] ?? kind);
}

/** Bounds in words: `1 to 100 characters`. */
export function boundsText(schema: Schema): string {
  const [inner = schema] = schema.anyOf ?? [];
  const { format, pattern } = inner;
  const numbers = [
    range(inner.minLength, inner.maxLength, "characters"),
    range(inner.minimum, inner.maximum, ""),
    range(inner.minItems, inner.maxItems, "items"),
    range(inner.minProperties, inner.maxProperties, "keys"),
  ];
  // The pattern of ids is described only once, with their type.
  const looks = format === "snowflake" || pattern === undefined ? "" : `matches ${pattern}`;
  return [...(format === "snowflake" ? [] : numbers), looks]
    .filter((each) => each !== "")
    .join("; ");
}

/** The largest integers are not bounds worth showing. */
const WIDE = 2_147_483_647;

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const least = min === undefined || min <= -WIDE ? undefined : min;
  const most = max === undefined || max >= WIDE ? undefined : max;
  if (least === undefined && most === undefined) return "";
  const both = least === undefined ? `at most ${most}` : `${least} to ${most}`;
  return `${most === undefined ? `at least ${least}` : both} ${unit}`.trim();
}

/** A table of fields; schemas without fields take one line. */
export function schemaView(schema: Schema): Html {
  const rows = rowsOf(schema, "");
  return rows.length > 0
    ? fieldTable(rows)
    : html`<p>${kindText(schema)}${inParentheses(boundsText(schema))}</p>`;
}

/** The fields of an object, each followed by those of an unnamed object in it. */
function rowsOf(schema: Schema, at: string): readonly FieldRow[] {
  const { properties = {}, required = [], items, anyOf } = schema;
  if (items !== undefined) return rowsOf(items, `${at}[]`);
  if (anyOf !== undefined) return rowsOf(anyOf[0] ?? {}, at);
  return Object.entries(properties).flatMap(([key, each]) => {
    const name = at === "" ? key : `${at}.${key}`;
    return [{ name, schema: each, isRequired: required.includes(key) }, ...rowsOf(each, name)];
  });
}

function inParentheses(text: string): string {
  return text === "" ? "" : ` (${text})`;
}

export interface FieldRow {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Fields with their kinds and bounds. */
export function fieldTable(rows: readonly FieldRow[]): Html {
  return html`<div class="scrolls">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Kind</th>
          <th scope="col">Bounds</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, schema, isRequired }) =>
            html`<tr>
              <th scope="row">
                <code>${name}</code>${isRequired ? "" : html` <span class="soft">optional</span>`}
              </th>
              <td>${kindText(schema)}</td>
              <td>${boundsText(schema)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

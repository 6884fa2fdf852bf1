// Values that users and the operator gave, with names in place of ids, and nothing that would mean
// something else in another run.
import { REDACTED } from "../../redaction/known-secrets.ts";
import { Text, type InputValue, type IdOf } from "./model.ts";
import type { Names } from "./names.ts";

/** Thrown for an act that a test cannot repeat; its message is the reason, as the end of a note. */
export class NotRepeatable extends Error {
  override readonly name = "NotRepeatable";
}

const ID = /(?<!\d)\d{17,20}(?!\d)/;

/** The text itself. @throws NotRepeatable for a text that contains an id or a secret */
export function plain(text: string): string {
  if (text.includes(REDACTED)) throw new NotRepeatable("a secret was part of it");
  if (ID.test(text)) throw new NotRepeatable("it names something by an id of its own");
  return text;
}

/** A JSON value with names in place of ids. @throws NotRepeatable for an id that has no name */
export function repeatableValue(value: unknown, names: Names): InputValue {
  if (typeof value === "string") return repeatableText(value, names);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => repeatableValue(each, names));
  return repeatableObject((value ?? {}) as Readonly<Record<string, unknown>>, names);
}

/**
 * An object with names in place of ids; secrets are omitted, so that the world draws new ones.
 *
 * @throws NotRepeatable
 */
export function repeatableObject(
  value: Readonly<Record<string, unknown>>,
  names: Names,
): Readonly<Record<string, InputValue>> {
  const fields = Object.entries(value).filter(
    ([, each]) => each !== REDACTED && each !== undefined,
  );
  return Object.fromEntries(fields.map(([key, each]) => [key, repeatableValue(each, names)]));
}

/** The name that an id has, or the text itself. @throws NotRepeatable */
export function repeatableText(text: string, names: Names): string {
  const isId = /^\d{15,20}$/.test(text);
  return (isId ? names.nameOf(text) : undefined) ?? plain(text);
}

/** A written text, with references in place of ids of users and applications. @throws NotRepeatable */
export function repeatableWords(text: string, names: Names): Text {
  const parts = text.split(/((?<!\d)\d{17,20}(?!\d))/).map((part, i): string | IdOf => {
    if (i % 2 === 0) return plain(part);
    const user = names.user(part);
    const application = names.application(part);
    if (user !== undefined) return { of: "user", name: user };
    return application === undefined ? plain(part) : { of: "application", name: application };
  });
  return new Text(parts.filter((part, i) => part !== "" || i === 0));
}

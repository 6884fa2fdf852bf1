// What users and the operator gave: names in place of ids, and nothing that means something else in
// another run.
import { REDACTED } from "../../redaction/known-secrets.ts";
import { Text, type Given, type IdOf } from "./model.ts";
import type { Names } from "./names.ts";

/** Something of what was given cannot be given again; the message says what, as the end of a note. */
export class NotAgain extends Error {
  override readonly name = "NotAgain";
}

const ID = /(?<!\d)\d{17,20}(?!\d)/;

/** @throws NotAgain for a text with an id or a secret in it */
export function plain(text: string): string {
  if (text.includes(REDACTED)) throw new NotAgain("a secret was part of it");
  if (ID.test(text)) throw new NotAgain("it names something by an id of its own");
  return text;
}

/** A value of JSON with names in place of ids. @throws NotAgain for an id that has no name */
export function givenValue(value: unknown, names: Names): Given {
  if (typeof value === "string") return givenText(value, names);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => givenValue(each, names));
  return givenObject((value ?? {}) as Readonly<Record<string, unknown>>, names);
}

/** The same for an object; secrets are left to the world. @throws NotAgain */
export function givenObject(
  value: Readonly<Record<string, unknown>>,
  names: Names,
): Readonly<Record<string, Given>> {
  const kept = Object.entries(value).filter(([, each]) => each !== REDACTED && each !== undefined);
  return Object.fromEntries(kept.map(([key, each]) => [key, givenValue(each, names)]));
}

/** @throws NotAgain */
export function givenText(text: string, names: Names): string {
  const isId = /^\d{15,20}$/.test(text);
  return (isId ? names.of(text) : undefined) ?? plain(text);
}

/** A text that was written, in which users may be mentioned. @throws NotAgain */
export function givenWords(text: string, names: Names): Text {
  const parts = text.split(/((?<!\d)\d{17,20}(?!\d))/).map((part, i): string | IdOf => {
    if (i % 2 === 0) return plain(part);
    const user = names.user(part);
    const application = names.application(part);
    if (user !== undefined) return { of: "user", name: user };
    return application === undefined ? plain(part) : { of: "application", name: application };
  });
  return new Text(parts.filter((part, i) => part !== "" || i === 0));
}

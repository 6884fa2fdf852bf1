// A call must not seem to succeed when a part of it was ignored: a field that the reference has and
// an endpoint does not support is refused in development mode, and named in a header in production.
import { missingFields, type EndpointDeclaration } from "@antechamber/contract";
import {
  missingFieldsFinder,
  placeName,
  type ValidationIssue,
  type MissingFieldsFinder,
  type ParseResult,
} from "@antechamber/contract/schema";
import { invalidForm, parsedValue } from "../../../platform/api-error.ts";

/** Names the fields of a request that were ignored. */
const IGNORED_FIELDS_HEADER = "x-antechamber-ignored-fields";

/** Names in the header at most: lists may repeat a field in each of their items. */
const NAMES_MAX = 20;

/** Receives the fields of a call that were ignored. */
export type OnIgnoredFields = (fields: readonly string[]) => void;

/** Handles a form with fields that are not supported. */
export interface MissingFieldsGuard {
  /** False where there are none to look for. */
  readonly looks: boolean;
  /** Returns the parsed value, or throws InvalidForm with every fault of the form. */
  readonly settle: <T>(form: unknown, reading: ParseResult<T>, note: OnIgnoredFields) => T;
}

const refusing = (find: MissingFieldsFinder | undefined): MissingFieldsGuard => ({
  looks: find !== undefined,
  settle(form, reading) {
    const missing = find?.(form) ?? [];
    if (reading.ok && missing.length === 0) return reading.value;
    throw invalidForm(...(reading.ok ? [] : reading.issues), ...missing);
  },
});

const telling = (find: MissingFieldsFinder | undefined): MissingFieldsGuard => ({
  looks: find !== undefined,
  settle(form, reading, note) {
    const value = parsedValue(reading);
    const missing = find?.(form) ?? [];
    if (missing.length > 0) note(missing.map(nameOf));
    return value;
  },
});

function nameOf({ path }: ValidationIssue): string {
  return placeName(path);
}

/** The guards of an endpoint's query and body. */
export function missingFieldsGuards(
  { id }: Pick<EndpointDeclaration, "id">,
  production: boolean,
): { readonly query: MissingFieldsGuard; readonly body: MissingFieldsGuard } {
  const { query, body } = missingFields[id] ?? {};
  const guard = production ? telling : refusing;
  return {
    query: guard(query === undefined ? undefined : missingFieldsFinder(query)),
    body: guard(body === undefined ? undefined : missingFieldsFinder(body)),
  };
}

/** The header with the names of ignored fields, each once. */
export function ignoredFieldsHeader(fields: readonly string[]): Readonly<Record<string, string>> {
  const names = [...new Set(fields)].slice(0, NAMES_MAX);
  return { [IGNORED_FIELDS_HEADER]: names.join(", ") };
}

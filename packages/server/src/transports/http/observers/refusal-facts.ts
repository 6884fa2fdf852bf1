// Explains why a call was refused, and what would have been accepted. Source: product.md, Journal.
import {
  InternalError,
  MissingScope,
  scopesOf,
  Unavailable,
  type Auth,
  type EndpointDeclaration,
} from "@antechamber/contract";
import {
  placeName,
  schemaFor,
  schemaOfPart,
  type TSchema,
  type ValidationIssue,
} from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { RefusalFacts, RefusalNeeds } from "../../../platform/journal.ts";
import { isUnavailable } from "../../../platform/store.ts";
import type { Refusal } from "../calls/call.ts";
import { InjectedDisconnect, InjectedResponse } from "../calls/injected-answers.ts";
import { RateLimitError } from "../limits/rate-limit-refusals.ts";

/** The facts about a refusal; undefined for the reply of an injected fault, which is none. */
export function refusalFacts(
  endpoint: EndpointDeclaration | undefined,
  { step, error }: Refusal,
): RefusalFacts | undefined {
  if (error instanceof InjectedResponse || error instanceof InjectedDisconnect) return undefined;
  if (!(error instanceof ApiError)) {
    const { name, code, source } = isUnavailable(error) ? Unavailable : InternalError;
    return { step, error: { name, code, source } };
  }
  const { name, code, source } = error.declaration;
  const faults = error.issues.map((issue) => ({
    at: placeName(issue.path),
    code: issue.code,
    message: issue.message,
  }));
  const needs = needsOf(endpoint, step, error);
  return {
    step,
    error: { name, code, source },
    ...(faults.length === 0 ? {} : { faults }),
    ...(needs === undefined ? {} : { needs }),
    ...(error.rule === undefined ? {} : { rule: error.rule }),
  };
}

function needsOf(
  endpoint: EndpointDeclaration | undefined,
  step: string,
  error: ApiError,
): RefusalNeeds | undefined {
  if (error.needs !== undefined) return error.needs;
  if (error instanceof RateLimitError) {
    const { retry_after: seconds } = error.details;
    return typeof seconds === "number" ? { seconds } : undefined;
  }
  if (endpoint === undefined) return undefined;
  if (error.declaration === MissingScope) return { scope: scopesOf(endpoint.auth) };
  if (step.startsWith("authenticate")) return { credential: credentialsOf(endpoint.auth) };
  const [issue] = error.issues;
  return issue === undefined ? undefined : boundsAt(endpoint, issue);
}

/** As they are written in the header. */
const credentialNames: Readonly<Record<Auth["kind"], string>> = {
  bot: "Bot",
  bearer: "Bearer",
  signedIn: "user token",
  control: "Control",
  open: "none",
};

function credentialsOf(auth: readonly Auth[]): string[] {
  return auth.map(({ kind }) => credentialNames[kind]);
}

/** The bounds that a schema sets for a value. */
interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly (string | number)[];
}

function boundsAt(
  { body, query }: EndpointDeclaration,
  { path, code }: ValidationIssue,
): RefusalNeeds | undefined {
  const schema = [body, query]
    .map((each) => (each === undefined ? undefined : schemaAt(each, path)))
    .find((each) => each !== undefined);
  if (schema === undefined) return undefined;
  const bounds = schema as Bounds;
  if (bounds.enum !== undefined) return { choice: [...bounds.enum] };
  // A text of the wrong kind, like an id of letters, would not have passed with another length.
  const lengths: Bounds = code.endsWith("_LENGTH") ? bounds : {};
  const min = bounds.minimum ?? lengths.minLength ?? lengths.minItems;
  const max = bounds.maximum ?? lengths.maxLength ?? lengths.maxItems;
  if (min === undefined && max === undefined) return undefined;
  return {
    range: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
  };
}

/** The schema at a path; undefined where it depends on the value. */
function schemaAt(root: TSchema, path: ValidationIssue["path"]): TSchema | undefined {
  let at: TSchema | undefined = schemaFor(root, {});
  for (const step of path) {
    const part = at === undefined ? undefined : schemaOfPart(at, step);
    at = part === undefined ? undefined : plain(part);
  }
  return at;
}

/** A nullable schema has one other alternative. */
function plain(schema: TSchema): TSchema | undefined {
  const { anyOf, formLazy } = schema as {
    readonly anyOf?: readonly TSchema[];
    readonly formLazy?: () => TSchema;
  };
  if (formLazy !== undefined) return plain(formLazy());
  return anyOf === undefined ? schema : anyOf[0];
}

import {
  InvalidForm,
  type ErrorDeclaration,
  MissingPermissions,
  type PermissionName,
} from "@antechamber/contract";
import { issueTree, type ParseResult, type ValidationIssue } from "@antechamber/contract/schema";

import type { Millis } from "./clock.ts";
import type { Context } from "./context.ts";
import type { RefusalNeeds, RefusalRule } from "./journal.ts";

/** The details of a refusal, besides its declaration. */
interface ApiErrorFacts {
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly issues?: readonly ValidationIssue[];
  readonly needs?: RefusalNeeds | undefined;
  readonly rule?: RefusalRule | undefined;
  readonly aftermath?: AfterRefusal | undefined;
}

/**
 * Work that follows a refusal: it runs in a transaction of its own, since the refusal rolls back
 * the one that it ends.
 */
export type AfterRefusal = (ctx: Context) => Promise<void>;

/** A refusal that the contract declares. Any other error of a handler is a bug and answers 500. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly declaration: ErrorDeclaration;
  /** Fields besides `message` and `code`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Every fault in the request, each with its path. */
  readonly issues: readonly ValidationIssue[];
  /** What would have been accepted, for the journal. */
  readonly needs: RefusalNeeds | undefined;
  /** The rule of a guild that refused the request, for the journal. */
  readonly rule: RefusalRule | undefined;
  readonly aftermath: AfterRefusal | undefined;

  constructor(declaration: ErrorDeclaration, facts: ApiErrorFacts = {}) {
    super(facts.message ?? declaration.message);
    this.declaration = declaration;
    this.details = facts.details ?? {};
    this.issues = facts.issues ?? [];
    this.needs = facts.needs;
    this.rule = facts.rule;
    this.aftermath = facts.aftermath;
  }
}

/**
 * Returns the parsed value.
 *
 * @throws InvalidForm with every fault
 */
export function parsedValue<T>(result: ParseResult<T>): T {
  if (result.ok) return result.value;
  throw invalidForm(...result.issues);
}

/** The refusal of a caller that lacks one of these permissions, or all of them. */
export function missingPermission(...permission: readonly PermissionName[]): ApiError {
  return new ApiError(MissingPermissions, { needs: { permission: [...permission] } });
}

/** The refusal of a request that came too soon or too often; the transport adds what 429s share. */
export function tooManyRequests(
  declaration: ErrorDeclaration & { readonly status: 429 },
  waitMs: Millis,
): ApiError {
  return new ApiError(declaration, { details: { retry_after: waitMs / 1000 } });
}

/** The refusal of a form, with every fault at its path. */
export function invalidForm(...issues: readonly ValidationIssue[]): ApiError {
  return new ApiError(InvalidForm, { details: { errors: issueTree(issues) }, issues });
}

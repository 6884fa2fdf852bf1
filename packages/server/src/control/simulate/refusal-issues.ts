// Turns the refusal of one item of a batch into validation issues at the item's path.
import type { IssueTree, ValidationIssue } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";

type Place = ValidationIssue["path"];

/** The code of an error among validation issues: `UNKNOWN_USER` for `UnknownUser`. */
function codeOf({ declaration }: ApiError): string {
  return declaration.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

function issuesIn(tree: IssueTree, place: Place): ValidationIssue[] {
  return Object.entries(tree).flatMap(([key, branch]) => {
    if (Array.isArray(branch)) return branch.map((each) => ({ path: place, ...each }));
    return issuesIn(branch, [...place, key]);
  });
}

/** The validation issues of a refusal, below a place. Other errors are rethrown. */
export function issuesOf(error: unknown, place: Place): ValidationIssue[] {
  if (!(error instanceof ApiError)) throw error;
  const { errors } = error.details as { readonly errors?: IssueTree };
  if (errors !== undefined) return issuesIn(errors, place);
  return [{ path: place, code: codeOf(error), message: error.message }];
}

/** Awaits a value. A refusal becomes issues at the path, and the result is undefined. */
export async function orIssues<T>(
  outcome: Promise<T>,
  issues: ValidationIssue[],
  place: Place,
): Promise<T | undefined> {
  try {
    return await outcome;
  } catch (error) {
    issues.push(...issuesOf(error, place));
    return undefined;
  }
}

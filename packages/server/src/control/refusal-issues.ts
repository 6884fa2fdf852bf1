// One refusal among many things that were asked at once: told at the place of what it refuses.
import type { IssueTree, ValidationIssue } from "@antechamber/contract/schema";
import { ApiError } from "../platform/api-error.ts";

type Place = ValidationIssue["path"];

/** What `UnknownUser` is called among the faults of a form: `UNKNOWN_USER`. */
function codeOf({ declaration }: ApiError): string {
  return declaration.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

function issuesIn(tree: IssueTree, place: Place): ValidationIssue[] {
  return Object.entries(tree).flatMap(([key, branch]) => {
    if (Array.isArray(branch)) return branch.map((each) => ({ path: place, ...each }));
    return issuesIn(branch, [...place, key]);
  });
}

/** The faults that a refusal stands for, below a place. Anything else that was thrown goes on. */
export function issuesOf(error: unknown, place: Place): ValidationIssue[] {
  if (!(error instanceof ApiError)) throw error;
  const { errors } = error.details as { readonly errors?: IssueTree };
  if (errors !== undefined) return issuesIn(errors, place);
  return [{ path: place, code: codeOf(error), message: error.message }];
}

/** What was asked, or undefined where it was refused: then the faults are noted. */
export async function orIssues<T>(
  asked: Promise<T>,
  issues: ValidationIssue[],
  place: Place,
): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    issues.push(...issuesOf(error, place));
    return undefined;
  }
}

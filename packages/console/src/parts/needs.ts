// What a refused call would have needed, as a sentence.
import type { types } from "@antechamber/sdk/control";

const orList = new Intl.ListFormat("en-GB", { type: "disjunction" });

const NOT_FOUND = 404;

/** What would have been accepted instead; undefined if that is unknown. */
export function passingText({ refusal, status }: types.JournalEntry): string | undefined {
  if (refusal?.needs !== undefined) return needsText(refusal.needs);
  // A caller who may not view an object gets the same answer as if it did not exist.
  return status === NOT_FOUND
    ? "the id of an object that exists and that the caller can see"
    : undefined;
}

function needsText(needs: types.RefusalNeeds): string {
  const parts: string[] = [];
  const { credential, scope, permission, range, choice, seconds } = needs;
  if (credential !== undefined) parts.push(`a credential: ${orList.format(credential)}`);
  if (scope !== undefined) parts.push(`the scope ${orList.format(scope)}`);
  if (permission !== undefined) parts.push(`the permission ${orList.format(permission)}`);
  if (range !== undefined) parts.push(`a value ${rangeText(range)}`);
  if (choice !== undefined) parts.push(`one of ${orList.format(choice.map(String))}`);
  if (seconds !== undefined) parts.push(`waiting ${seconds} s`);
  return parts.join("; ");
}

function rangeText({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min === undefined) return `up to ${max}`;
  return max === undefined ? `from ${min}` : `from ${min} to ${max}`;
}

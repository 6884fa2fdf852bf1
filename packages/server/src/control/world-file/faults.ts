// Formats the issues of a world file for its author: all of them, each with its line in the text.
import { limits } from "@antechamber/contract";
import { placeName, type ValidationIssue } from "@antechamber/contract/schema";
import type { WorldText } from "./read.ts";

/** Issues as lines for an operator: `world.yaml:14:7 guilds[0].channels[2].type: …`. */
export async function faultLines(
  issues: readonly ValidationIssue[],
  text?: WorldText,
): Promise<string[]> {
  const locate = await text?.locator();
  const { shown, left } = firstOf(issues);
  const lines = shown.map((issue) => {
    const line = `${placeName(issue.path) || "the file"}: ${issue.message}`;
    const at = locate?.(issue);
    return at === undefined ? line : `${text?.name}:${at.line}:${at.column} ${line}`;
  });
  return left > 0 ? [...lines, `and ${left} more`] : lines;
}

/** Issues for an error response: the path in its tree, line and column in the message. */
export async function placedIssues(
  issues: readonly ValidationIssue[],
  text: WorldText,
): Promise<ValidationIssue[]> {
  const locate = await text.locator();
  const { shown, left } = firstOf(issues);
  const placed = shown.map((issue) => {
    const at = locate?.(issue);
    if (at === undefined) return issue;
    return { ...issue, message: `line ${at.line}, column ${at.column}: ${issue.message}` };
  });
  if (left === 0) return placed;
  return [...placed, { path: [], code: "WORLD_FILE", message: `and ${left} more` }];
}

function firstOf(issues: readonly ValidationIssue[]) {
  const shown = issues.slice(0, limits.worldFaults.value);
  return { shown, left: issues.length - shown.length };
}

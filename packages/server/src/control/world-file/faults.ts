// What is wrong with a world file, for whoever wrote it: all at once, each where it stands in the text.
import { limits } from "@antechamber/contract";
import { placeName, type ValidationIssue } from "@antechamber/contract/schema";
import type { WorldText } from "./read.ts";

/** Faults as lines for an operator: `world.yaml:14:7 guilds[0].channels[2].type: …`. */
export function faultLines(issues: readonly ValidationIssue[], text?: WorldText): string[] {
  const told = issues.slice(0, limits.worldFaults.value).map((issue) => {
    const line = `${placeName(issue.path)}: ${issue.message}`;
    if (text === undefined) return line;
    const { line: row, column } = text.positionOf(issue);
    return `${text.name}:${row}:${column} ${line}`;
  });
  const left = issues.length - told.length;
  return left > 0 ? [...told, `and ${left} more`] : told;
}

/** The same as an answer tells them: the path in its tree, line and column in the message. */
export function placedIssues(
  issues: readonly ValidationIssue[],
  text: WorldText | undefined,
): ValidationIssue[] {
  const told = issues.slice(0, limits.worldFaults.value).map((issue) => {
    if (text === undefined) return issue;
    const { line, column } = text.positionOf(issue);
    return { ...issue, message: `line ${line}, column ${column}: ${issue.message}` };
  });
  const left = issues.length - told.length;
  if (left === 0) return told;
  return [...told, { path: [], code: "WORLD_FILE", message: `and ${left} more` }];
}

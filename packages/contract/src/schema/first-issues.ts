// How many faults of a form are named: an answer is not to be many times as long as what it refuses.
import type { ValidationIssue } from "./validation-issue.ts";

/** More than a person or a program mends at once. */
export const ISSUES_MAX = 1000;

/** Thrown when as many faults were found as are named: the rest of the form is not read. */
export class EnoughIssues extends Error {}

/** The first faults of a form; the last of them that is added throws EnoughIssues. */
export class FirstIssues extends Array<ValidationIssue> {
  /** What is made of them, such as a slice, is a plain list. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  override push(...issues: ValidationIssue[]): number {
    const { length } = this;
    for (const issue of issues) super.push(issue);
    if (this.length >= ISSUES_MAX) throw new EnoughIssues();
    return length + issues.length;
  }
}

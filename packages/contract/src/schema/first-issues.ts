// Limits how many faults of a form are reported, so that an answer is not many times as long as the
// form that it refuses.
import type { ValidationIssue } from "./validation-issue.ts";

/** More faults than a person or a program fixes at once. */
export const ISSUES_MAX = 1000;

/** Thrown when the limit of reported faults is reached: the rest of the form is not read. */
export class EnoughIssues extends Error {}

/** The first faults of a form; adding the last one that fits throws EnoughIssues. */
export class FirstIssues extends Array<ValidationIssue> {
  /** Derived lists, such as slices, are plain arrays. */
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

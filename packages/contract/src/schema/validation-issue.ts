// Validation issues, and their forms in replies and in lines for people.

/** One thing wrong with a form. */
export interface ValidationIssue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** A nested error tree, as the `errors` of an answer holds it. */
export interface IssueTree {
  [field: string]: IssueTree | { code: string; message: string }[];
}

/** The faults as the tree that answers carry: maps by field or index, `_errors` at the leaves. */
export function issueTree(issues: readonly ValidationIssue[]): IssueTree {
  // Without a prototype, so that a field named `__proto__` is a field like any other.
  const bare = () => Object.create(null) as IssueTree;
  const root = bare();
  for (const issue of issues) {
    let node = root;
    for (const step of issue.path) {
      node = (node[step] ??= bare()) as IssueTree;
    }
    ((node["_errors"] ??= []) as { code: string; message: string }[]).push({
      code: issue.code,
      message: issue.message,
    });
  }
  return root;
}

/** The faults as lines for people, in the notation of world files: `guilds[0].channels[2].type: …`. */
export function issueLines(issues: readonly ValidationIssue[]): string[] {
  return issues.map((issue) => `${placeName(issue.path)}: ${issue.message}`);
}

/** A path as people write it: `guilds[0].channels[2].type`. */
export function placeName(path: readonly (string | number)[]): string {
  return path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join("");
}

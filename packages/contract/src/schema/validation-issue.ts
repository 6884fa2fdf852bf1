// Validation issues, in the format of replies and as lines for people.

/** One fault of a form. */
export interface ValidationIssue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** A nested tree of errors, as the `errors` of an answer contains it. */
export interface IssueTree {
  [field: string]: IssueTree | { code: string; message: string }[];
}

/** The faults as the tree of an answer: objects by field or index, with `_errors` at the leaves. */
export function issueTree(issues: readonly ValidationIssue[]): IssueTree {
  // Without a prototype, so that `__proto__` is an ordinary key.
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

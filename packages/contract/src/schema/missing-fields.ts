// Fields that the reference has and an endpoint does not take: where a form asks for one of them, so
// that no call seems to succeed when a part of it was ignored.
import { ISSUES_MAX } from "./first-issues.ts";
import type { ValidationIssue } from "./validation-issue.ts";

/** An operation of the reference that is not served; its path is below `/api/v10`. */
export interface MissingOperation {
  /** Its name in the machine specification: `get_guild_ban`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** Paths of fields: `[]` means each item of a list, `<17>` an object of that `type`. */
export interface MissingFields {
  readonly query?: readonly string[];
  readonly body?: readonly string[];
}

/** Faults of a form, one for each missing field that it asks for, as many as are named. */
export type MissingFieldsFinder = (form: unknown) => readonly ValidationIssue[];

/** What stands below a place: fields, items, and objects of a type. */
interface Node {
  readonly steps: Map<string, Node>;
  readonly ofType: Map<number, Node>;
  items?: Node;
  isMissing?: true;
}

type Path = readonly (string | number)[];

/** Compiles the paths into what looks for them. */
export function missingFieldsFinder(paths: readonly string[]): MissingFieldsFinder {
  const root = emptyNode();
  for (const path of paths) nodeAt(root, path).isMissing = true;
  return (form) => {
    const found: ValidationIssue[] = [];
    look(root, form, { path: [], found });
    return found;
  };
}

function emptyNode(): Node {
  return { steps: new Map(), ofType: new Map() };
}

function nodeAt(root: Node, path: string): Node {
  let node = root;
  for (const [step, tag] of path.matchAll(/\[\]|<(\d+)>|[^.[<]+/g)) {
    if (step === "[]") node = node.items ??= emptyNode();
    else if (tag === undefined) node = within(node.steps, step);
    else node = within(node.ofType, Number(tag));
  }
  return node;
}

function within<K>(nodes: Map<K, Node>, key: K): Node {
  const node = nodes.get(key) ?? emptyNode();
  nodes.set(key, node);
  return node;
}

/** Where a look stands, and what was found on the way. */
interface Looking {
  readonly path: Path;
  readonly found: ValidationIssue[];
}

function look(node: Node, value: unknown, { path, found }: Looking): void {
  if (found.length >= ISSUES_MAX) return;
  if (node.isMissing === true) {
    if (!asksForNothing(value)) found.push(issue(path));
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const into = (next: Node, step: string | number, inner: unknown): void =>
    look(next, inner, { path: [...path, step], found });
  if (Array.isArray(value)) {
    const { items } = node;
    if (items !== undefined) value.forEach((each, i) => into(items, i, each));
    return;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const [name, next] of node.steps) {
    if (Object.hasOwn(fields, name)) into(next, name, fields[name]);
  }
  const variant = node.ofType.get(fields["type"] as number);
  if (variant !== undefined) look(variant, value, { path, found });
}

function issue(path: Path): ValidationIssue {
  const message = "The reference takes this field, and this service does not support it yet.";
  return { path, code: "FIELD_NOT_SUPPORTED", message };
}

/** Texts that mean false or nothing, in queries and forms of texts. */
const empty = new Set<unknown>([null, undefined, false, 0, "", "0", "false", "False"]);

/** What clients send by habit: no value, false, zero, and what is empty. */
function asksForNothing(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return empty.has(value);
}

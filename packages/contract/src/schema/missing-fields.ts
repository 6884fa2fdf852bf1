// Finds the fields of a form that the reference supports and an endpoint does not, so that no call
// seems to succeed while a part of it was ignored.
import { ISSUES_MAX } from "./first-issues.ts";
import type { ValidationIssue } from "./validation-issue.ts";

/** An operation of the reference that is not implemented; its path is relative to `/api/v10`. */
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

/** Returns a fault for each unsupported field that a form uses, up to the limit of reported faults. */
export type MissingFieldsFinder = (form: unknown) => readonly ValidationIssue[];

/** A place in a form, with what it leads to: fields, items, and objects of a type. */
interface Node {
  readonly steps: Map<string, Node>;
  readonly ofType: Map<number, Node>;
  items?: Node;
  isMissing?: true;
}

type Path = readonly (string | number)[];

/** Compiles the paths into a function that looks for them. */
export function missingFieldsFinder(paths: readonly string[]): MissingFieldsFinder {
  const root = emptyNode();
  for (const path of paths) nodeAt(root, path).isMissing = true;
  return (form) => {
    const found: ValidationIssue[] = [];
    findMissing(root, form, { path: [], found });
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
    else if (tag === undefined) node = childNode(node.steps, step);
    else node = childNode(node.ofType, Number(tag));
  }
  return node;
}

function childNode<K>(nodes: Map<K, Node>, key: K): Node {
  const node = nodes.get(key) ?? emptyNode();
  nodes.set(key, node);
  return node;
}

/** The current path of the search, and the faults found so far. */
interface Search {
  readonly path: Path;
  readonly found: ValidationIssue[];
}

function findMissing(node: Node, value: unknown, { path, found }: Search): void {
  if (found.length >= ISSUES_MAX) return;
  if (node.isMissing === true) {
    if (!asksForNothing(value)) found.push(issue(path));
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const descend = (next: Node, step: string | number, inner: unknown): void =>
    findMissing(next, inner, { path: [...path, step], found });
  if (Array.isArray(value)) {
    const { items } = node;
    if (items !== undefined) value.forEach((each, i) => descend(items, i, each));
    return;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const [name, next] of node.steps) {
    if (Object.hasOwn(fields, name)) descend(next, name, fields[name]);
  }
  const variant = node.ofType.get(fields["type"] as number);
  if (variant !== undefined) findMissing(variant, value, { path, found });
}

function issue(path: Path): ValidationIssue {
  const message = "The reference takes this field, and this service does not support it yet.";
  return { path, code: "FIELD_NOT_SUPPORTED", message };
}

/** Values that mean false or nothing, in JSON and in text forms. */
const empty = new Set<unknown>([null, undefined, false, 0, "", "0", "false", "False"]);

/** True for values that clients send by default: no value, false, zero, and empty ones. */
function asksForNothing(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return empty.has(value);
}

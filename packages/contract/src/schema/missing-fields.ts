// Fields that the reference has and an endpoint does not take: where a form asks for one of them, so
// that no call seems to succeed when a part of it was ignored.
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

/** Faults of a form, one for each missing field that it asks for. */
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
  return (form) => look(root, form, []);
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

function look(node: Node, value: unknown, path: Path): readonly ValidationIssue[] {
  if (node.isMissing === true) return asksForNothing(value) ? [] : [issue(path)];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined ? [] : value.flatMap((each, i) => look(items, each, [...path, i]));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const variant = node.ofType.get(fields["type"] as number);
  const inSteps = [...node.steps].flatMap(([name, next]) =>
    Object.hasOwn(fields, name) ? look(next, fields[name], [...path, name]) : [],
  );
  return variant === undefined ? inSteps : [...inSteps, ...look(variant, value, path)];
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

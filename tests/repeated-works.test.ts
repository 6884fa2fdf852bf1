// Functions passed to the store may run again: when a transaction lost a race, or when the first
// statement of a read was sent outside a transaction and its result changed before the next one. Other
// effects would be repeated, so these functions must have none. Only functions that are written inline
// are checked, not those passed by name.
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import { productFiles, textOf } from "./source-tree.ts";

/** Functions and methods that call the function passed to them, possibly again. */
const running: ReadonlySet<string> = new Set(["read", "observe", "transaction", "handle"]);
/** Methods that modify lists, sets and maps. */
const changing: ReadonlySet<string> = new Set(
  "push unshift pop shift splice sort reverse fill set add delete clear".split(" "),
);

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function childrenOf(node: object): readonly Node[] {
  return Object.values(node).flatMap((value: unknown) => {
    if (Array.isArray(value)) {
      return value.flatMap((each: unknown) => {
        if (isNode(each)) return [each];
        return typeof each === "object" && each !== null ? childrenOf(each) : [];
      });
    }
    return isNode(value) ? [value] : [];
  });
}

function all(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(all)];
}

/** The names that a pattern declares. */
function namesIn(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === "Identifier") return [String(pattern["value"])];
  if (pattern.type === "AssignmentPatternProperty") return namesIn(pattern["key"]);
  if (pattern.type === "KeyValuePatternProperty") return namesIn(pattern["value"]);
  if (pattern.type === "AssignmentPattern") return namesIn(pattern["left"]);
  return childrenOf(pattern).flatMap(namesIn);
}

/** The names that a function declares itself, at any depth. */
function ownNames(work: Node): ReadonlySet<string> {
  return new Set(
    all(work).flatMap((node) => {
      if (node.type === "VariableDeclarator") return namesIn(node["id"]);
      if (node.type === "FunctionDeclaration") return namesIn(node["identifier"]);
      if (node.type === "CatchClause") return namesIn(node["param"]);
      if (node.type === "Parameter") return namesIn(node["pat"]);
      if (node.type !== "ArrowFunctionExpression") return [];
      return (node["params"] as readonly unknown[]).flatMap(namesIn);
    }),
  );
}

/** The first name of an expression: `found` in `found.names.push`; otherwise undefined. */
function rootOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return String(node["value"]);
  if (node.type === "ThisExpression") return "this";
  return node.type === "MemberExpression" ? rootOf(node["object"]) : undefined;
}

function methodOf(node: Node): string {
  const { callee } = node;
  if (!isNode(callee)) return "";
  const name = callee.type === "MemberExpression" ? callee["property"] : callee;
  return isNode(name) ? String(name["value"]) : "";
}

/** The first name of what a node modifies. */
function changedBy(node: Node): string | undefined {
  const { callee } = node;
  if (node.type === "UpdateExpression") return rootOf(node["argument"]);
  // A plain assignment is repeatable: it keeps the result of the last run.
  const { operator } = node;
  if (node.type === "AssignmentExpression" && operator !== "=" && operator !== "??=") {
    return rootOf(node["left"]);
  }
  if (node.type !== "CallExpression" || !changing.has(methodOf(node))) return undefined;
  return isNode(callee) && callee.type === "MemberExpression"
    ? rootOf(callee["object"])
    : undefined;
}

/** What the functions passed to the store modify outside themselves. */
function changedBeside(source: string): readonly string[] {
  const module = parseSync(source, { syntax: "typescript" }) as unknown as Node;
  return all(module)
    .filter((node) => node.type === "CallExpression" && running.has(methodOf(node)))
    .flatMap((node) =>
      (node["arguments"] as readonly { expression: Node }[]).map((it) => it.expression),
    )
    .filter(({ type }) => type === "ArrowFunctionExpression" || type === "FunctionExpression")
    .flatMap((work) => {
      const own = ownNames(work);
      const changed = all(work)
        .map(changedBy)
        .filter((name) => name !== undefined);
      return changed.filter((name) => !own.has(name));
    });
}

test.each([
  ["store.read(async (tx) => { names.push(await tx.get(a)); })", ["names"]],
  [
    "work.transaction(async ({ tx }) => { this.#known.set(1, 2); count += 1; n++; })",
    ["this", "count", "n"],
  ],
  ["handle(getLobby, async (ctx) => { known.of.add(1); })", ["known"]],
  [
    "read(async ({ tx }) => { const own = []; own.push(1); for (const [a] of b) a.add(2); last = 3; })",
    [],
  ],
])("changedBeside finds the outer changes in: %s", (source, expected) => {
  expect(changedBeside(source)).toEqual(expected);
});

test("functions that the store may repeat change nothing outside the store", () => {
  const offenders = productFiles()
    .filter((path) => path.startsWith("packages/server/src/"))
    .flatMap((path) => changedBeside(textOf(path)).map((name) => `${path}: ${name}`));
  expect(offenders, "Give it back from the work, and change it once that has resolved.").toEqual(
    [],
  );
});

// Compares our request schemas with the public machine specification: fields that it lets clients
// omit or set to null must be optional or nullable here too.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EndpointDeclaration } from "@antechamber/contract";
import type { TSchema } from "@antechamber/contract/schema";
import * as specification from "discord-api-spec/zod";
import { z } from "zod";

/** A node of a JSON Schema, either ours or the specification's. */
interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Node>>;
  // Only in our schemas.
  readonly formLazy?: () => Node;
  readonly formDetail?: () => Node;
  readonly formSparse?: boolean;
  readonly formVariants?: Readonly<Record<number, Node>>;
}

/**
 * The types of request bodies by method and path, from the source text of the specification's
 * types.
 */
function readBodies(): ReadonlyMap<string, string> {
  const file = fileURLToPath(import.meta.resolve("discord-api-spec")).replace(/\.js$/, ".ts");
  const text = readFileSync(file, "utf8");
  const bodies = new Map<string, string>();
  const route =
    /^ {2}"(?<path>\/[^"]*)": \{$|^ {4}(?<method>get|post|put|patch|delete): \{$|^ {6}requestBody\?:\s+(?:\| )?(?<body>\{$[^]*?^ {6}\}[^;]*;|[^;{]*;)/gm;
  let path = "";
  let method = "";
  for (const { groups = {} } of text.matchAll(route)) {
    path = groups["path"] ?? path;
    method = groups["method"]?.toUpperCase() ?? method;
    if (groups["body"] !== undefined)
      bodies.set(`${method} ${bare(path)}`, groups["body"].slice(0, -1));
  }
  return bodies;
}

/** A path with its parameters' names removed. */
function bare(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "{}");
}

const bodies = readBodies();

/** A field of an inline type, at the indentation of bodies. */
const FIELD = /^ {8}(?<name>\w+)(?<optional>\?)?: (?<type>[^]*?);$(?=\n {8}[\w/}]|\n {6}\})/gm;

/** The specification's body of an endpoint, or undefined. */
function specifiedBody({ method, path }: EndpointDeclaration): Node | undefined {
  const text = bodies.get(`${method} ${bare(path)}`);
  return text === undefined || text === "undefined" ? undefined : nodeOf(text);
}

function nodeOf(text: string): Node | undefined {
  if (!text.startsWith("{")) return namedNode(text);
  const fields = [...text.matchAll(FIELD)].map(({ groups = {} }) => groups);
  return {
    properties: Object.fromEntries(
      fields.map(({ name = "", type = "" }) => [
        name,
        {
          anyOf: [nodeOf(type) ?? {}, ...(/(?:^|\| )null\b/.test(type) ? [{ type: "null" }] : [])],
        },
      ]),
    ),
    required: fields.flatMap(({ name = "", optional }) => (optional === undefined ? [name] : [])),
  };
}

/** A union of named types, some of them lists. */
function namedNode(text: string): Node | undefined {
  const { items } = /^\((?<items>[^)]*)\)\[\]/.exec(text)?.groups ?? {};
  if (items !== undefined) return { type: "array", items: namedNode(items) ?? {} };
  const members = text.split(/\s+\| /).map((each): Node => {
    if (each === "null") return { type: "null" };
    const node = schemaNamed(each.replace("[]", "")) ?? {};
    return each.endsWith("[]") ? { type: "array", items: node } : node;
  });
  return members.length === 1 ? members[0] : { anyOf: members };
}

const known = new Map<string, Node | undefined>();

/** A schema of the specification by name. */
export function schemaNamed(name: string): Node | undefined {
  if (known.has(name)) return known.get(name);
  const schema = (specification as unknown as Record<string, z.ZodType | undefined>)[
    `${name}Schema`
  ];
  const node =
    schema && (z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as unknown as Node);
  known.set(name, node);
  return node;
}

interface Pair {
  readonly ours: Node;
  readonly theirs: Node;
  readonly root: Node;
}

function resolved(node: Node, root: Node): Node {
  if (node.$ref === undefined) return node;
  const name = node.$ref.replace("#/$defs/", "");
  return node.$ref === "#" ? root : resolved(root.$defs?.[name] ?? {}, root);
}

/** The alternatives of a node of the specification, without null. */
function membersOf(node: Node, root: Node): readonly Node[] {
  const { anyOf, oneOf, ...rest } = resolved(node, root);
  const several = anyOf ?? oneOf;
  if (several === undefined) return rest.type === "null" ? [] : [rest];
  return several.flatMap((each) => membersOf(each, root));
}

function takesNull(node: Node, root: Node): boolean {
  const { type, anyOf, oneOf } = resolved(node, root);
  return type === "null" || (anyOf ?? oneOf ?? []).some((each) => takesNull(each, root));
}

/** The node of our schema that remains without null and with lazy parts resolved. */
function plain(node: Node): Node {
  const inside = node.formLazy ?? node.formDetail;
  if (inside !== undefined) return plain(inside());
  const first = node.anyOf?.[0];
  return first === undefined ? node : plain(first);
}

function typesOf(node: Node | undefined, root: Node): readonly unknown[] {
  if (node === undefined) return [];
  return membersOf(node, root).flatMap((each) => each.enum ?? [each.const]);
}

/** The paths at which the specification allows null or a missing value and our schema does not. */
function tooStrict({ ours, theirs, root }: Pair, path: string): string[] {
  const own = plain(ours);
  const members = membersOf(theirs, root);
  if (own.formVariants !== undefined) {
    return Object.entries(own.formVariants).flatMap(([type, variant]) =>
      members
        .filter((each) => typesOf(each.properties?.["type"], root).includes(Number(type)))
        .flatMap((each) => tooStrict({ ours: variant, theirs: each, root }, `${path}<${type}>`)),
    );
  }
  return members.flatMap((each) => [
    ...itemsTooStrict({ ours: own, theirs: each, root }, path),
    ...valuesTooStrict({ ours: own, theirs: each, root }, path),
    ...fieldsTooStrict({ ours: own, theirs: each, root }, path),
  ]);
}

function itemsTooStrict({ ours, theirs, root }: Pair, path: string): string[] {
  if (ours.items === undefined || theirs.items === undefined) return [];
  const isOpen = ours.formSparse === true || takesNull(ours.items, ours);
  const refusesNull = takesNull(theirs.items, root) && !isOpen;
  return [
    ...(refusesNull ? [`${path}[]: null`] : []),
    ...tooStrict({ ours: ours.items, theirs: theirs.items, root }, `${path}[]`),
  ];
}

/** Compares the values of dictionaries in the same way. */
function valuesTooStrict({ ours, theirs, root }: Pair, path: string): string[] {
  const { additionalProperties: own } = ours;
  const { additionalProperties: specified } = theirs;
  if (typeof own !== "object" || typeof specified !== "object") return [];
  const refusesNull = takesNull(specified, root) && !takesNull(own, own);
  return [
    ...(refusesNull ? [`${path}{}: null`] : []),
    ...tooStrict({ ours: own, theirs: specified, root }, `${path}{}`),
  ];
}

function fieldsTooStrict({ ours, theirs, root }: Pair, path: string): string[] {
  const { properties: fields = {}, required = [] } = ours;
  return Object.entries(theirs.properties ?? {}).flatMap(([name, field]) => {
    const own = fields[name];
    if (own === undefined) return [];
    const at = path === "" ? name : `${path}.${name}`;
    const isRequired = required.includes(name);
    // An optional field may be null too, which counts as missing.
    const refusesNull = isRequired && takesNull(field, root) && !takesNull(own, own);
    const refusesNothing = isRequired && theirs.required?.includes(name) !== true;
    return [
      ...(refusesNull ? [`${at}: null`] : []),
      ...(refusesNothing ? [`${at}: absent`] : []),
      ...tooStrict({ ours: own, theirs: field, root }, at),
    ];
  });
}

/** The paths at which our schema is stricter than a named schema of the specification. */
export function strictness(ours: TSchema, name: string): readonly string[] {
  const theirs = schemaNamed(name);
  if (theirs === undefined) throw new Error(`the machine specification has no ${name}`);
  return [...new Set(tooStrict({ ours: ours, theirs, root: theirs }, ""))];
}

/** The paths at which an endpoint's body is stricter; undefined if the specification has no body. */
export function strictnessOf(endpoint: EndpointDeclaration): readonly string[] | undefined {
  const theirs = specifiedBody(endpoint);
  const { body: ours, id } = endpoint;
  if (theirs === undefined || ours === undefined) return undefined;
  const refusesNull = takesNull(theirs, theirs) && !takesNull(ours, ours);
  const within = tooStrict({ ours, theirs, root: theirs }, "");
  return [...(refusesNull ? [`${id}: null`] : []), ...new Set(within)];
}

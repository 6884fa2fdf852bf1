// Reads the public machine specification of the API: its operations, and the fields of their
// parameters and bodies. The package contains it as TypeScript types, whose syntax tree is read.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type TsType, type TsTypeElement } from "@swc/core";

const file = "node_modules/discord-api-spec/build/discord-api-spec.ts";

/** One of the types that a value may have. */
export type Alternative =
  | { readonly kind: "object"; readonly fields: Fields }
  | { readonly kind: "list"; readonly items: () => readonly Alternative[] }
  | { readonly kind: "literal"; readonly value: string | number }
  | { readonly kind: "other" };

/** The fields of an object, with the alternatives of each. */
export type Fields = ReadonlyMap<string, () => readonly Alternative[]>;

export interface Operation {
  /** The name in the specification: `get_channel`. */
  readonly id: string;
  readonly method: string;
  /** The path below `/api/v10`, with parameters in braces. */
  readonly path: string;
  readonly query: Fields;
  readonly body: readonly Alternative[];
}

/** The specification's operations, and its types by name. */
export interface MachineSpecification {
  readonly operations: readonly Operation[];
  readonly typeNamed: (name: string) => readonly Alternative[];
}

type Enum = ReadonlyMap<string, string | number>;

interface Declarations {
  readonly types: Map<string, TsType>;
  readonly enums: Map<string, Enum>;
  readonly paths: Map<string, TsType>;
}

const none: Fields = new Map();

/** Reads the installed specification. @throws Error when its format has changed */
export function machineSpecification(root: string): MachineSpecification {
  const declared = declarationsIn(readFileSync(join(root, file), "utf8"));
  const ids = operationIds(declared);
  const operations = [...declared.paths].flatMap(([path, methods]) =>
    [...fieldsOf(methods)].map(([method, operation]) =>
      operationOf(declared, {
        id: ids.get(`${method} ${path}`) ?? "",
        method: method.toUpperCase(),
        path,
        parts: fieldsOf(operation),
      }),
    ),
  );
  const nameless = operations.filter(({ id }) => id === "");
  if (operations.length === 0 || nameless.length > 0) {
    throw new Error(`${file} is not written as it was: ${nameless.map(({ path }) => path).join()}`);
  }
  return {
    operations,
    typeNamed: (name) => {
      const type = declared.types.get(name);
      if (type === undefined) throw new Error(`the machine specification has no ${name}`);
      return alternatives(declared, type);
    },
  };
}

function declarationsIn(source: string): Declarations {
  const declared: Declarations = { types: new Map(), enums: new Map(), paths: new Map() };
  for (const statement of parseSync(source, { syntax: "typescript" }).body) {
    if (statement.type !== "ExportDeclaration") continue;
    const { declaration } = statement;
    if (declaration.type === "TsTypeAliasDeclaration") {
      declared.types.set(declaration.id.value, declaration.typeAnnotation);
    } else if (declaration.type === "TsEnumDeclaration") {
      const members = declaration.members.map(({ id, init }): [string, string | number] => [
        id.value,
        (init as { readonly value: string | number }).value,
      ]);
      declared.enums.set(declaration.id.value, new Map(members));
    } else if (declaration.type === "TsInterfaceDeclaration" && declaration.id.value === "Paths") {
      for (const [path, methods] of propertiesIn(declaration.body.body)) {
        declared.paths.set(path, methods);
      }
    }
  }
  return declared;
}

/** The operations' names, which are in aliases: `GetChannelParams = Paths["…"]["get"]["…"]`. */
function operationIds({ types }: Declarations): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const [name, type] of types) {
    if (!name.endsWith("Params") || type.type !== "TsIndexedAccessType") continue;
    const { objectType } = type;
    if (objectType.type !== "TsIndexedAccessType") continue;
    const [path, method] = [objectType.objectType, objectType].map((each) =>
      each.type === "TsIndexedAccessType" ? literalOf(each.indexType) : undefined,
    );
    const id = name.slice(0, -"Params".length).replaceAll(/(?!^)([A-Z])/g, "_$1");
    ids.set(`${method} ${path}`, id.toLowerCase());
  }
  return ids;
}

function literalOf(type: TsType): string | number | undefined {
  if (type.type !== "TsLiteralType") return undefined;
  const written = type.literal;
  return written.type === "StringLiteral" || written.type === "NumericLiteral"
    ? written.value
    : undefined;
}

function operationOf(
  declared: Declarations,
  of: Pick<Operation, "id" | "method" | "path"> & { readonly parts: ReadonlyMap<string, TsType> },
): Operation {
  const { parts, ...named } = of;
  const parameters = parts.get("parameters");
  const query = parameters === undefined ? undefined : fieldsOf(parameters).get("query");
  const body = parts.get("requestBody");
  return {
    ...named,
    query: query === undefined ? none : (objectsIn(alternatives(declared, query))[0] ?? none),
    body: body === undefined ? [] : alternatives(declared, body),
  };
}

/** The fields of the alternatives that are objects. */
export function objectsIn(given: readonly Alternative[]): readonly Fields[] {
  return given.flatMap((each) => (each.kind === "object" ? [each.fields] : []));
}

/** The properties of a literal type, unresolved. */
function fieldsOf(type: TsType): ReadonlyMap<string, TsType> {
  return type.type === "TsTypeLiteral" ? propertiesIn(type.members) : new Map();
}

function propertiesIn(members: readonly TsTypeElement[]): ReadonlyMap<string, TsType> {
  const properties = new Map<string, TsType>();
  for (const member of members) {
    if (member.type !== "TsPropertySignature" || member.typeAnnotation === undefined) continue;
    const { key } = member;
    if (key.type !== "Identifier" && key.type !== "StringLiteral") continue;
    properties.set(key.value, member.typeAnnotation.typeAnnotation);
  }
  return properties;
}

/** All alternatives of a type, with unions and names resolved. */
function alternatives(declared: Declarations, type: TsType): readonly Alternative[] {
  const of = (each: TsType) => alternatives(declared, each);
  if (type.type === "TsUnionType") return type.types.flatMap(of);
  if (type.type === "TsParenthesizedType") return of(type.typeAnnotation);
  if (type.type === "TsTypeReference") return referred(declared, type.typeName);
  if (type.type === "TsArrayType") return [{ kind: "list", items: () => of(type.elemType) }];
  if (type.type === "TsIntersectionType") {
    const fields = objectsIn(type.types.flatMap(of)).flatMap((each) => [...each]);
    return [{ kind: "object", fields: new Map(fields) }];
  }
  if (type.type === "TsTypeLiteral") {
    const fields = [...fieldsOf(type)].map(([name, each]) => [name, () => of(each)] as const);
    return [{ kind: "object", fields: new Map(fields) }];
  }
  const value = literalOf(type);
  return [value === undefined ? { kind: "other" } : literal(value)];
}

type TypeName = Extract<TsType, { readonly type: "TsTypeReference" }>["typeName"];

function referred(declared: Declarations, name: TypeName): readonly Alternative[] {
  if (name.type === "Identifier") {
    const type = declared.types.get(name.value);
    if (type !== undefined) return alternatives(declared, type);
    return [...(declared.enums.get(name.value)?.values() ?? [])].map(literal);
  }
  const members = name.left.type === "Identifier" ? declared.enums.get(name.left.value) : undefined;
  const value = members?.get(name.right.value);
  return [value === undefined ? { kind: "other" } : literal(value)];
}

function literal(value: string | number): Alternative {
  return { kind: "literal", value };
}

// The gaps of this service: operations of the reference that it lacks, and fields of operations
// that it has. They are computed from the machine specification and the contract, so they shrink as
// the contract grows.
import type { EndpointDeclaration } from "@antechamber/contract";
import {
  keywordsOf,
  type Keywords,
  type MissingFields,
  type MissingOperation,
  type TSchema,
} from "@antechamber/contract/schema";
import {
  objectsIn,
  type Alternative,
  type Fields,
  type MachineSpecification,
  type Operation,
} from "./machine-specification.ts";
import { page, table } from "./markdown.ts";

/** Missing operations, and missing fields by endpoint. */
interface ReferenceGaps {
  readonly operations: readonly MissingOperation[];
  readonly fields: Readonly<Record<string, MissingFields>>;
}

/** For routes that several kinds of webhook share: the type of the body for an interaction's token. */
const bodyTypes: Readonly<Record<string, string>> = {
  "webhooks.followUp": "IncomingWebhookRequestPartial",
  "webhooks.editOriginal": "IncomingWebhookUpdateRequestPartial",
  "webhooks.editMessage": "IncomingWebhookUpdateRequestPartial",
};

interface Ignored {
  readonly endpoint: RegExp;
  readonly path: RegExp;
  readonly why: string;
}

/** Fields that the reference accepts but ignores, so that ignoring them is correct. */
const ignoredByTheReference: readonly Ignored[] = [
  {
    endpoint: /^commands\.\w+Guild$/,
    path: /^(\[\]\.)?(dm_permission|contexts|integration_types|handler)$/,
    why: "guild commands exist only in their guild, and none of them is an Entry Point (protocol: commands-and-interactions 2.3)",
  },
  {
    endpoint: /./,
    path: /embeds\[\]\.(type|provider|video)$|embeds\[\]\.(image|thumbnail)\.\w+$/,
    why: "an embed's type is always rich, and the service itself finds its provider, video and dimensions",
  },
  {
    endpoint: /^interactions\.callback$/,
    path: /^<5>\.data\./,
    why: "a deferred message has only flags (protocol: commands-and-interactions 6.1)",
  },
  {
    endpoint: /^interactions\.callback$/,
    path: /^<9>.*<18>\.component<4>\.label$/,
    why: "the label around a text input has its text",
  },
  {
    endpoint: /^lobbies\.createMessage$/,
    path: /^(embeds|sticker_ids|components|attachments|poll|shared_client_theme|message_reference)$/,
    why: "a lobby message is text only: its reply has no other fields (protocol: lobbies-and-sdk 3)",
  },
  {
    endpoint: /./,
    path: /poll\.question\.emoji$/,
    why: "a poll's question is text only",
  },
];

/** Compares the reference with the declarations of the contract. */
export function referenceGaps(
  { operations, typeNamed }: MachineSpecification,
  endpoints: readonly EndpointDeclaration[],
): ReferenceGaps {
  const served = new Map(
    endpoints.filter(({ plane }) => plane !== "control").map((each) => [routeOf(each), each]),
  );
  const lacking = operations.filter((each) => !served.has(routeOf(each)));
  const fields = operations.flatMap((operation): [string, MissingFields][] => {
    const endpoint = served.get(routeOf(operation));
    if (endpoint === undefined) return [];
    const type = bodyTypes[endpoint.id];
    const body = type === undefined ? operation.body : typeNamed(type);
    const missing = missingFields(endpoint, { ...operation, body });
    return missing === undefined ? [] : [[endpoint.id, missing]];
  });
  return {
    operations: lacking
      .map(({ id, method, path }) => ({ id, method, path }))
      .toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1)),
    fields: Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A route without the names of its parameters, which may differ between both sides. */
function routeOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
}

function missingFields(
  endpoint: EndpointDeclaration,
  { query, body }: Pick<Operation, "query" | "body">,
): MissingFields | undefined {
  const inQuery = [...query.keys()].filter((name) => !(name in propertiesOf(endpoint.query)));
  const inBody = pathsMissing(body, endpoint.body ?? {}, { path: "", above: [] }).filter(
    (path) => endpoint.fileFields?.includes(path) !== true && !isIgnored(endpoint, path),
  );
  if (inQuery.length + inBody.length === 0) return undefined;
  return {
    ...(inQuery.length === 0 ? {} : { query: inQuery }),
    ...(inBody.length === 0 ? {} : { body: [...new Set(inBody)] }),
  };
}

function isIgnored({ id }: EndpointDeclaration, missing: string): boolean {
  return ignoredByTheReference.some(
    ({ endpoint, path }) => endpoint.test(id) && path.test(missing),
  );
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return keywordsOf(schema ?? {}).properties ?? {};
}

/** The keywords of a schema, with lazy and detailed schemas built. */
function resolved(schema: TSchema): Keywords {
  const keywords = keywordsOf(schema);
  const next = keywords.formDetail?.() ?? keywords.formLazy?.() ?? keywords.anyOf?.[0];
  return next === undefined ? keywords : resolved(next);
}

interface At {
  readonly path: string;
  /** The enclosing schemas, to detect those that contain themselves. */
  readonly above: readonly Keywords[];
}

/**
 * Paths of the fields that the reference has and the schema lacks. `[]` means each item of a list,
 * `<17>` an object of that type.
 */
function pathsMissing(
  given: readonly Alternative[],
  schema: TSchema,
  { path, above }: At,
): readonly string[] {
  const shape = resolved(schema);
  if (above.includes(shape)) return [];
  const inside = (step: string): At => ({ path: path + step, above: [...above, shape] });
  const { formVariants, items, properties } = shape;
  if (formVariants !== undefined) {
    return Object.entries(formVariants).flatMap(([tag, variant]) =>
      pathsMissing(ofType(given, Number(tag)), variant, inside(`<${tag}>`)),
    );
  }
  if (items !== undefined) {
    const each = given.flatMap((one) => (one.kind === "list" ? one.items() : []));
    return pathsMissing(each, items, inside("[]"));
  }
  if (properties === undefined) return [];
  return [...fieldsOf(given)].flatMap(([name, types]) => {
    const at = inside(path === "" ? name : `.${name}`);
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined ? [at.path] : pathsMissing(types, known, at);
  });
}

/** The objects whose field `type` allows the tag. */
function ofType(given: readonly Alternative[], tag: number): readonly Alternative[] {
  return given.filter((each) => {
    const type = each.kind === "object" ? each.fields.get("type") : undefined;
    return type?.().some((one) => one.kind === "literal" && one.value === tag) === true;
  });
}

/** All fields of any of the objects, with all alternatives of each. */
function fieldsOf(given: readonly Alternative[]): ReadonlyMap<string, readonly Alternative[]> {
  const fields = new Map<string, readonly Alternative[]>();
  const each = objectsIn(given).flatMap((one: Fields) => [...one]);
  for (const [name, types] of each) fields.set(name, [...(fields.get(name) ?? []), ...types()]);
  return fields;
}

/** The gaps as a module of the contract. */
export function gapsModule({ operations, fields }: ReferenceGaps): string {
  return `// Generated from the machine specification and the contract by \`npm run generate\`; never edit.
import type { MissingFields, MissingOperation } from "../schema/missing-fields.ts";

/** Operations of the reference that this service does not implement. */
export const missingOperations: readonly MissingOperation[] = ${JSON.stringify(operations, null, 2)};

/** By endpoint, fields of the reference that it does not accept. */
export const missingFields: Readonly<Record<string, MissingFields>> = ${JSON.stringify(fields, null, 2)};
`;
}

/** The gaps as a page. */
export function gapsPage({ operations, fields }: ReferenceGaps): string {
  const rows = Object.entries(fields).map(([id, { query = [], body = [] }]) => [
    id,
    [...query.map((name) => `\`?${name}\``), ...body.map((path) => `\`${path}\``)].join(", "),
  ]);
  return page(
    "What is not there yet",
    [
      "The operations and fields in the reference's public machine specification that this service lacks.",
      "",
      "## Operations",
      "",
      "A call of one of these operations returns 405 with an explanatory message and the header `X-Antechamber-Not-Built`.",
      "",
      ...table(
        ["Operation", "Method", "Path"],
        operations.map(({ id, method, path }) => [id, method, `\`${path}\``]),
      ),
      "",
      "## Fields",
      "",
      "In development mode a call with one of these fields is refused with 400 and the code `FIELD_NOT_SUPPORTED` at the field. In production mode the field is ignored, and the header `X-Antechamber-Ignored-Fields` names it. Values without effect are accepted: null, false, 0, and empty strings, lists and objects. `[]` stands for each item of a list, `<17>` for an object whose `type` is 17.",
      "",
      ...table(["Endpoint", "Fields"], rows),
      "",
      "## Fields that the reference ignores too",
      "",
      ...table(
        ["Endpoints", "Fields", "Why"],
        ignoredByTheReference.map(({ endpoint, path, why }) => [
          `\`${endpoint.source}\``,
          `\`${path.source}\``,
          why,
        ]),
      ),
    ],
    "the machine specification and packages/contract",
  );
}

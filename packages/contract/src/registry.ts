// The lists of all declarations, on which generated files and checks are based. They contain every
// declaration that a folder exports. A new folder must be named here, and a new file in its
// folder's index.ts.
import * as control from "./control/index.ts";
import type { EndpointDeclaration, Method } from "./endpoint.ts";
import * as errorDeclarations from "./error.ts";
import type { ErrorDeclaration } from "./error.ts";
import type { EventDeclaration } from "./event.ts";
import * as gateway from "./gateway/index.ts";
import { errorsOf } from "./implied-errors.ts";
import * as applications from "./resources/applications/index.ts";
import * as auditLog from "./resources/audit-log/index.ts";
import * as channels from "./resources/channels/index.ts";
import * as commands from "./resources/commands/index.ts";
import * as entitlements from "./resources/entitlements/index.ts";
import * as guilds from "./resources/guilds/index.ts";
import * as interactions from "./resources/interactions/index.ts";
import * as lobbies from "./resources/lobbies/index.ts";
import * as messages from "./resources/messages/index.ts";
import * as oauth from "./resources/oauth/index.ts";
import * as threads from "./resources/threads/index.ts";
import * as users from "./resources/users/index.ts";
import * as webhooks from "./resources/webhooks/index.ts";
import * as schema from "./schema/index.ts";
import { isPlainObject } from "./schema/plain-object.ts";

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Exported = Readonly<Record<string, unknown>>;

/** The folders, in the order of the documents. */
const folders: readonly Exported[] = [
  schema,
  gateway,
  users,
  applications,
  guilds,
  auditLog,
  channels,
  messages,
  threads,
  entitlements,
  commands,
  interactions,
  lobbies,
  oauth,
  webhooks,
  control,
];

/** The exports of each folder, read only once: in a bundle every name is a getter. */
const exportsOfFolders = folders.map((exported) => Object.entries(exported));

/** All exports of the folders by name, for documents. @throws Error when two share a name */
export function declarationsByName(): Exported {
  const byName = new Map<string, unknown>();
  for (const [name, value] of exportsOfFolders.flat()) {
    const before = byName.get(name) ?? value;
    if (before !== value) throw new Error(`two exports are named ${name}`);
    byName.set(name, value);
  }
  return Object.fromEntries(byName);
}

const membersOfFolders = exportsOfFolders.map((all) => membersOf(all.map(([, value]) => value)));

/** Every endpoint of both planes: folder by folder, and within each sorted by path and method. */
export const endpoints: readonly EndpointDeclaration[] = membersOfFolders.flatMap((members) =>
  members
    .filter(isEndpoint)
    .map((each) => ({ each, path: pathOf(each) }))
    .toSorted((a, b) => compare(a.path, b.path) || methodRank(a.each) - methodRank(b.each))
    .map(({ each }) => each),
);

/** Every event that the gateway sends: folder by folder, and within each sorted by name. */
export const events: readonly EventDeclaration[] = membersOfFolders.flatMap((members) =>
  members.filter(isEvent).toSorted((a, b) => compare(a.name, b.name)),
);

/** Every error, including those of single resources. */
export const errors: readonly ErrorDeclaration[] = [
  ...new Set([
    ...Object.values<unknown>(errorDeclarations).filter(isError),
    ...endpoints.flatMap(errorsOf),
  ]),
];

/** The distinct exports of a folder, including the members of exported groups. */
function membersOf(values: readonly unknown[]): readonly unknown[] {
  return [
    ...new Set([...values, ...values.filter(isPlainObject).flatMap((each) => Object.values(each))]),
  ];
}

function isEndpoint(value: unknown): value is EndpointDeclaration {
  return isPlainObject(value) && "id" in value && "method" in value && "replies" in value;
}

function isEvent(value: unknown): value is EventDeclaration {
  return isPlainObject(value) && "name" in value && "scope" in value && "payload" in value;
}

function isError(value: unknown): value is ErrorDeclaration {
  return isPlainObject(value) && "status" in value && "code" in value;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A sort key in which slashes sort first, so that nested paths directly follow their parent. */
function pathOf({ path }: EndpointDeclaration): string {
  return path.replaceAll("/", "\u0000");
}

function methodRank({ method }: EndpointDeclaration): number {
  return methods.indexOf(method);
}

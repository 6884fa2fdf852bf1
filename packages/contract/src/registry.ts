// The lists from which everything that is generated or checked follows: whatever a folder exports and
// is a declaration, is in them. A new folder is named here, and a new file in its folder's index.ts.
import * as control from "./control/index.ts";
import type { EndpointDeclaration, Method } from "./endpoint.ts";
import * as errorDeclarations from "./error.ts";
import type { ErrorDeclaration } from "./error.ts";
import type { EventDeclaration } from "./event.ts";
import * as gateway from "./gateway/index.ts";
import { errorsOf } from "./implied-errors.ts";
import * as applications from "./resources/applications/index.ts";
import * as channels from "./resources/channels/index.ts";
import * as commands from "./resources/commands/index.ts";
import * as entitlements from "./resources/entitlements/index.ts";
import * as guilds from "./resources/guilds/index.ts";
import * as interactions from "./resources/interactions/index.ts";
import * as lobbies from "./resources/lobbies/index.ts";
import * as messages from "./resources/messages/index.ts";
import * as oauth from "./resources/oauth/index.ts";
import * as users from "./resources/users/index.ts";
import * as webhooks from "./resources/webhooks/index.ts";
import * as schema from "./schema/index.ts";

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

type Exported = Readonly<Record<string, unknown>>;

/** In the order of the documents. */
const folders: readonly Exported[] = [
  schema,
  gateway,
  users,
  applications,
  guilds,
  channels,
  messages,
  entitlements,
  commands,
  interactions,
  lobbies,
  oauth,
  webhooks,
  control,
];

/** Everything that the folders export, by name; two that share a name stop the start. */
export const declarations: Exported = merged(folders);

/** Every endpoint of both planes: folder by folder, and in each by path and method. */
export const endpoints: readonly EndpointDeclaration[] = folders.flatMap((exported) =>
  membersOf(exported)
    .filter(isEndpoint)
    .toSorted((a, b) => compare(pathOf(a), pathOf(b)) || methodRank(a) - methodRank(b)),
);

/** Every event that the gateway sends: folder by folder, and in each by name. */
export const events: readonly EventDeclaration[] = folders.flatMap((exported) =>
  membersOf(exported)
    .filter(isEvent)
    .toSorted((a, b) => compare(a.name, b.name)),
);

/** Every refusal, those that one resource declares for itself included. */
export const errors: readonly ErrorDeclaration[] = [
  ...new Set([
    ...Object.values<unknown>(errorDeclarations).filter(isError),
    ...endpoints.flatMap(errorsOf),
  ]),
];

function merged(parts: readonly Exported[]): Exported {
  const all: Record<string, unknown> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (name in all && all[name] !== value) throw new Error(`two exports are named ${name}`);
    all[name] = value;
  }
  return all;
}

/** What a folder exports, and what stands in groups that it exports, each once. */
function membersOf(exported: Exported): readonly unknown[] {
  const values = Object.values(exported);
  return [
    ...new Set([...values, ...values.filter(isObject).flatMap((each) => Object.values(each))]),
  ];
}

function isObject(value: unknown): value is Exported {
  return typeof value === "object" && value !== null;
}

function isEndpoint(value: unknown): value is EndpointDeclaration {
  return isObject(value) && "id" in value && "method" in value && "replies" in value;
}

function isEvent(value: unknown): value is EventDeclaration {
  return isObject(value) && "name" in value && "scope" in value && "payload" in value;
}

function isError(value: unknown): value is ErrorDeclaration {
  return isObject(value) && "status" in value && "code" in value;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A slash sorts first of all, so that what stands below a path follows it at once. */
function pathOf({ path }: EndpointDeclaration): string {
  return path.replaceAll("/", "\u0000");
}

function methodRank({ method }: EndpointDeclaration): number {
  return methods.indexOf(method);
}

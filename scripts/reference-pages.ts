// Writes the pages of docs/reference from the contract's declarations.
import {
  errorsOf,
  type DatedRule,
  type EndpointDeclaration,
  type ErrorDeclaration,
  type EventDeclaration,
  type NamedLimit,
} from "@antechamber/contract";
import type { CommandRule } from "@antechamber/contract/commands";
import { addressOf, callerText, errorText, resourceOf } from "@antechamber/contract/openapi";
import { page, table } from "./markdown.ts";

/** Everything that the contract declares. */
export interface Declarations {
  readonly endpoints: readonly EndpointDeclaration[];
  readonly events: readonly EventDeclaration[];
  readonly errors: readonly ErrorDeclaration[];
  readonly limits: Readonly<Record<string, NamedLimit>>;
  readonly commandRules: Readonly<Record<string, CommandRule>>;
  readonly assumptions: Readonly<Record<string, string>>;
  readonly optionRules: Readonly<Record<string, CommandRule>>;
  readonly datedRules: Readonly<Record<string, DatedRule>>;
}

/** The pages by file name. */
export function referencePages(declared: Declarations): Readonly<Record<string, string>> {
  return {
    "endpoints.md": page("Endpoints", endpointsPage(declared.endpoints)),
    "events.md": page("Events", eventsPage(declared.events)),
    "errors.md": page("Errors", errorsPage(declared)),
    "limits.md": page("Limits", limitsPage(declared)),
    "validation.md": page("Validation of commands", validationPage(declared)),
    "dated-rules.md": page("Rules that hold from a day on", datedRulesPage(declared)),
    "assumptions.md": page("Assumptions", assumptionsPage(declared)),
  };
}

function byKey<T>(items: readonly T[], key: (item: T) => string): T[] {
  return items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function endpointsPage(endpoints: readonly EndpointDeclaration[]): string[] {
  const resources = [...Map.groupBy(endpoints, resourceOf)];
  return byKey(resources, ([resource]) => resource).flatMap(([resource, each]) => [
    `## ${resource}`,
    "",
    ...byKey(each, ({ id }) => id).flatMap(endpointEntry),
  ]);
}

function endpointEntry(endpoint: EndpointDeclaration): string[] {
  const replies = Object.entries(endpoint.replies).map(
    ([status, body]) => `${status}${body === null ? " (no body)" : ""}`,
  );
  const bodies = endpoint.multipart === true ? "JSON, multipart" : "JSON";
  return [
    `### ${endpoint.id}`,
    "",
    `\`${endpoint.method} ${addressOf(endpoint)}\``,
    "",
    endpoint.summary,
    "",
    `- Who: ${endpoint.auth.map(callerText).join("; ")}`,
    ...(endpoint.body === undefined ? [] : [`- Body: ${bodies}`]),
    `- Replies: ${replies.join(", ")}`,
    `- Limit: ${limitText(endpoint)}`,
    `- Errors: ${errorsOf(endpoint).map(errorText).join(", ")}`,
    `- Source: ${endpoint.source}`,
    "",
  ];
}

function limitText({ limit, plane, outsideGlobalLimit }: EndpointDeclaration): string {
  if (plane === "control") return "none";
  const own =
    limit === undefined
      ? "the default of its route"
      : `${limit.count} per ${limit.windowMs / 1000} s per ${limit.per} (\`${limit.bucket}\`)`;
  return outsideGlobalLimit === true ? `${own}; not counted in the application's total` : own;
}

function eventsPage(events: readonly EventDeclaration[]): readonly string[] {
  const rows = byKey(events, ({ name }) => name).map((each) => [
    `\`${each.name}\``,
    each.summary,
    each.scope,
    intentText(each),
    each.source,
  ]);
  return table(["Event", "Says", "Heard by", "Intent", "Source"], rows);
}

function intentText({ intent }: EventDeclaration): string {
  if (intent === undefined) return "none needed";
  return intent.dm === undefined ? intent.guild : `${intent.guild}; ${intent.dm} without a guild`;
}

function errorsPage({ errors, endpoints }: Declarations): readonly string[] {
  const rows = errors
    .toSorted((a, b) => a.status - b.status || a.code - b.code || (a.name < b.name ? -1 : 1))
    .map((each) => [
      String(each.status),
      String(each.code),
      each.message + detailsText(each),
      endpoints
        .filter((endpoint) => errorsOf(endpoint).includes(each))
        .map(({ id }) => id)
        .toSorted()
        .join(", "),
      each.source,
    ]);
  return table(["Status", "Code", "Message", "Answered by", "Source"], rows);
}

/** The further fields of an error's body. */
function detailsText({ details }: ErrorDeclaration): string {
  const names = Object.keys(details?.properties ?? {});
  return names.length === 0 ? "" : ` (with ${names.map((name) => `\`${name}\``).join(", ")})`;
}

function limitsPage({ limits, endpoints }: Declarations): string[] {
  const numbers = Object.entries(limits).map(([name, limit]) => [
    name,
    limit.value.toLocaleString("en-US"),
    limit.windowMs === undefined ? limit.unit : `${limit.unit} in ${limit.windowMs / 1000} s`,
    limit.source,
  ]);
  const buckets = byKey(endpoints, ({ id }) => id)
    .filter(({ limit }) => limit !== undefined)
    .map((endpoint) => [endpoint.id, limitText(endpoint)]);
  return [
    ...table(["Name", "Value", "Unit", "Source"], numbers),
    "",
    "## Endpoints with a bucket of their own",
    "",
    ...table(["Endpoint", "Limit"], buckets),
  ];
}

function validationPage({ commandRules, optionRules }: Declarations): string[] {
  return [
    "What application commands are held to. Breaking a rule is answered with 400 and the code 50035, and the fault stands at its path in the error tree; several faults stand there together. `N` and `M` are places in lists, words in braces are filled in, and an empty path means the command itself. In a bulk overwrite each path begins with the item's place.",
    "",
    "## Commands",
    "",
    ...rulesTable(commandRules),
    "",
    "## Options and choices",
    "",
    "Below subcommands and groups the path goes on in the same way.",
    "",
    ...rulesTable(optionRules),
  ];
}

function rulesTable(rules: Readonly<Record<string, CommandRule>>): readonly string[] {
  const rows = Object.entries(rules).map(([name, { rule, at, code, message, source }]) => [
    name,
    rule,
    at === "" ? "" : `\`${at}\``,
    `\`${code}\``,
    message,
    source,
  ]);
  return table(["Name", "Rule", "Path", "Code", "Message", "Source"], rows);
}

function datedRulesPage({ datedRules }: Declarations): string[] {
  const rows = Object.entries(datedRules).map(([name, { from, rule, source }]) => [
    name,
    from,
    rule,
    source,
  ]);
  return [
    "The day is judged by the service's own clock.",
    "",
    ...table(["Name", "From", "Rule", "Source"], rows),
  ];
}

function assumptionsPage(declared: Declarations): string[] {
  const all = [
    ...declared.endpoints.map(({ id, source }) => ({ kind: "endpoint", name: id, source })),
    ...declared.events.map(({ name, source }) => ({ kind: "event", name, source })),
    ...declared.errors.map(({ name, source }) => ({ kind: "error", name, source })),
    ...[...Object.entries(declared.commandRules), ...Object.entries(declared.optionRules)].map(
      ([name, { source }]) => ({ kind: "rule of commands", name, source }),
    ),
    ...Object.entries(declared.limits).map(([name, { source }]) => ({
      kind: "limit",
      name,
      source,
    })),
    ...Object.entries(declared.assumptions).map(([name, source]) => ({
      kind: "behaviour",
      name,
      source,
    })),
  ];
  const assumed = all.filter(({ source }) => source.startsWith("assumed:"));
  const rows = assumed.map(({ kind, name, source }) => [
    kind,
    name,
    source.slice("assumed:".length).trim(),
  ]);
  return [
    "What no public source says, and what the service does instead.",
    "",
    ...table(["Kind", "Name", "Assumed"], rows),
  ];
}

// A trace as a shell script: the calls of its clients, in their order. Secrets are variables.
// Source: product.md, Journal.
import type { Entry, RecordedRequest } from "../entry.ts";
import { literal } from "../literal.ts";
import { REDACTED } from "../redaction/known-secrets.ts";
import { headerOf, type HeaderBlock } from "../redaction/header-blocks.ts";

export interface CurlDeps {
  /** Where the service listens. */
  readonly url: string;
  /** The usernames of the callers, by user id. */
  readonly usernames: ReadonlyMap<string, string>;
}

/** Headers that a client sets deliberately; all others follow from the call itself. */
const DELIBERATE_HEADERS = [
  "content-type",
  "x-audit-log-reason",
  "x-discord-locale",
  "accept-language",
];

/** Writes the script. */
export function curlScript(entries: readonly Entry[], deps: CurlDeps): string {
  const variables = new Variables(deps.usernames);
  const calls = entries.filter(({ kind }) => kind === "request");
  const commands = calls.flatMap((entry) => commandOf(entry, variables));
  const checks = variables.names.map((name) => `: "\${${name}:?is not set}"`);
  return [
    "#!/usr/bin/env bash",
    "# Written by Antechamber: the calls of a trace, in their order. Each prints its status.",
    "set -euo pipefail",
    `: "\${ANTECHAMBER_URL:=${deps.url}}"`,
    ...checks,
    "",
    ...commands,
    "",
  ].join("\n");
}

function commandOf(entry: Entry, variables: Variables): string[] {
  const { request, status } = entry;
  if (request === undefined) return [];
  const { method, url, body, headers } = request;
  const parts = [`curl -sS -o /dev/null -w '%{http_code}\\n' -X ${method}`];
  parts.push(`"$ANTECHAMBER_URL"${variables.address(entry, url)}`);
  const authorization = variables.authorization(entry, request);
  if (authorization !== undefined) parts.push(`-H "Authorization: ${authorization}"`);
  for (const name of DELIBERATE_HEADERS) {
    const value = headerOf(headers, name);
    if (value !== undefined) parts.push(`-H ${variables.shellWord(`${name}: ${value}`)}`);
  }
  if (body !== undefined && body !== "") parts.push(`--data-raw ${variables.shellWord(body)}`);
  const cut = entry.isCut ? ["# A body of the next call was cut: it is not whole here."] : [];
  return [`# ${entry.name} → ${status ?? "no answer"}`, ...cut, parts.join(" \\\n  ")];
}

/** The path of an interaction's token; in a webhook's path, the application's id precedes it. */
const INTERACTION_PATH = new RegExp(
  `/(?:interactions/[0-9]+|webhooks/([0-9]+))/${literal(REDACTED)}`,
);

/** The environment variables that the script needs. */
class Variables {
  readonly #users: ReadonlyMap<string, string>;
  readonly #names = new Set<string>();
  readonly #bearers = new Map<string, number>();
  #secrets = 0;

  constructor(usernames: ReadonlyMap<string, string>) {
    this.#users = uniqueNames(usernames);
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  #variable(name: string): string {
    this.#names.add(name);
    return `$${name}`;
  }

  authorization({ actor, application }: Entry, { headers }: RecordedRequest): string | undefined {
    const value = headerOf(headers, "authorization");
    if (value === undefined) return undefined;
    const [scheme = ""] = value === REDACTED ? [] : value.split(" ");
    switch (scheme) {
      case "Control":
        return `Control ${this.#variable("CONTROL_KEY")}`;
      case "Bot":
        return `Bot ${this.#variable(`BOT_TOKEN_${application ?? "UNKNOWN"}`)}`;
      case "Bearer":
        return `Bearer ${this.#variable(`BEARER_${this.#bearerNumber(headers, actor)}`)}`;
      case "":
        return this.#variable(`USER_TOKEN_${this.#userName(actor)}`);
      default:
        return `${scheme} ${this.#secret()}`;
    }
  }

  /**
   * One user may have several bearer tokens, with different scopes; where no credentials are kept,
   * they count as one.
   */
  #bearerNumber({ redacted, parts }: HeaderBlock, actor = ""): number {
    const token = parts?.[redacted.indexOf("authorization") + 1] ?? actor;
    const number = this.#bearers.get(token) ?? this.#bearers.size + 1;
    this.#bearers.set(token, number);
    return number;
  }

  /** A user who has been deleted has no name; the id is used instead. */
  #userName(id = "UNKNOWN"): string {
    return this.#users.get(id) ?? id;
  }

  #secret(): string {
    this.#secrets += 1;
    return this.#variable(`SECRET_${this.#secrets}`);
  }

  /** The quoted address of a call; an interaction's token is the same variable in every call. */
  address({ traceId, application }: Entry, url: string): string {
    const found = INTERACTION_PATH.exec(url);
    if (found === null) return this.shellWord(url);
    const [, webhook = application] = found;
    const isOwn = webhook === application;
    return this.shellWord(url, isOwn ? this.#variable(`INTERACTION_TOKEN_${traceId}`) : undefined);
  }

  /**
   * A text as one shell word, with variables in place of redacted secrets.
   *
   * @param first the variable for the first secret, where it is known
   */
  shellWord(text: string, first?: string): string {
    return text
      .split(REDACTED)
      .map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`)
      .reduce((word, part, at) => {
        const variable = at === 1 && first !== undefined ? first : this.#secret();
        return `${word}"${variable}"${part}`;
      });
  }
}

/**
 * Usernames as unique parts of variable names, by user id. A name gets a number appended when
 * several users share it, or when replacing characters makes it the name of another user.
 */
function uniqueNames(usernames: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const exactNames = new Set(
    [...usernames.values()].filter((name) => nameInVariable(name) === name),
  );
  const usedNames = new Set<string>();
  const names = new Map<string, string>();
  for (const [id, username] of usernames) {
    const base = nameInVariable(username);
    const isFree = (name: string) =>
      !usedNames.has(name) && (name === username || !exactNames.has(name));
    let name = base;
    for (let i = 2; !isFree(name); i += 1) name = `${base}_${i}`;
    usedNames.add(name);
    names.set(id, name);
  }
  return names;
}

function nameInVariable(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, "_");
}

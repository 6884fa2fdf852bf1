// Turns a call that was made into the line of code that makes it again with this SDK.
import { calls } from "./generated/calls.ts";
import { controlCalls } from "./generated/control-calls.ts";

/** A call as the service's journal records it. */
export interface MadeCall {
  /** The id of its endpoint: `channels.createMessage`. */
  readonly id: string;
  /** The address of the call, from the path on. */
  readonly url: string;
  /** JSON as a value, anything else as text. */
  readonly body?: unknown;
  /** How the API was called: the scheme (`Bot`), and the environment variable that has the token. */
  readonly authorization?: { readonly scheme: string; readonly variable: string };
}

/** The journal's placeholder for a secret. */
const REDACTED = "[redacted]";
/** The query parameter that names the world; the client sets it for every call. */
const WORLD = "world";
/** Matches numbers that are not ids; larger numbers are ids, which are strings. */
const COUNT = /^[1-9]\d{0,8}$/;

/**
 * The line of code that makes a call: `await rest.api.lobbies.create({ … });` with a `Rest`, `await
 * control.call("control.clock.get", { … });` with a `ControlClient`. It reads secrets from
 * environment variables, and omits headers and files. Undefined for a call that the SDK does not
 * have.
 */
export function callLine(call: MadeCall): string | undefined {
  const isControl = Object.hasOwn(controlCalls, call.id);
  if (!isControl && !Object.hasOwn(calls, call.id)) return undefined;
  const shape = isControl
    ? controlCalls[call.id as keyof typeof controlCalls]
    : calls[call.id as keyof typeof calls];
  const writer = new Writer();
  const parts = [
    ["path", pathOf(shape.path, call.url)],
    ["query", queryOf(call.url)],
    ["body", shape.encoding === "none" ? undefined : bodyOf(call.body)],
  ] as const;
  const given = parts
    .filter(([, value]) => isGiven(value))
    .map(([name, value]) => `${name}: ${writer.written(value)}`);
  const { authorization } = call;
  if (!isControl && authorization !== undefined) {
    given.push(`authorization: ${authorizationText(authorization)}`);
  }
  const input = given.length === 0 ? "" : `{ ${given.join(", ")} }`;
  if (!isControl) return `await rest.api.${call.id}(${input});`;
  const id = JSON.stringify(call.id);
  return `await control.call(${input === "" ? id : `${id}, ${input}`});`;
}

function authorizationText({ scheme, variable }: NonNullable<MadeCall["authorization"]>): string {
  const secret = `\${${variableText(variable)}}`;
  return `\`${scheme === "" ? secret : `${scheme} ${secret}`}\``;
}

/** True unless a value is missing or an empty object; an empty list is a value. */
function isGiven(value: unknown): boolean {
  if (value === undefined) return false;
  return typeof value !== "object" || value === null || Array.isArray(value)
    ? true
    : Object.keys(value).length > 0;
}

/** The parameters of a path, matched from its end because its start may name another API version. */
function pathOf(template: string, url: string): Readonly<Record<string, string>> {
  const [path = ""] = url.split("?");
  const came = path.split("/").toReversed();
  const names = template.split("/").toReversed();
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const [, parameter] = /^\{(\w+)\}$/.exec(name) ?? [];
      return parameter === undefined ? [] : [[parameter, decoded(came[at] ?? "")]];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query as an object; a name with several values gets a list. */
function queryOf(url: string): Readonly<Record<string, unknown>> {
  const at = url.indexOf("?");
  const search = new URLSearchParams(at < 0 ? "" : url.slice(at));
  search.delete(WORLD);
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name).map(valueOf);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return COUNT.test(text) ? Number(text) : text;
}

/** A form as an object; of a multipart form, the `payload_json` part. */
function bodyOf(body: unknown): unknown {
  if (typeof body !== "string") return body;
  const [, json] = /name="payload_json"[^{]*?\r?\n\r?\n(\{.*?\})\r?\n--/s.exec(body) ?? [];
  try {
    return JSON.parse(json ?? body) as unknown;
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

function variableText(name: string): string {
  return `process.env[${JSON.stringify(name)}]`;
}

/** Writes values as source code, and numbers the secrets in them. */
class Writer {
  #secrets = 0;

  written(value: unknown): string {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return `[${value.map((each) => this.written(each)).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const fields = Object.entries(value).map(
      ([name, each]) => `${nameText(name)}: ${this.written(each)}`,
    );
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }

  #text(text: string): string {
    const parts = text.split(REDACTED);
    if (parts.length === 1) return JSON.stringify(text);
    const escaped = parts.map((part) => part.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`));
    return `\`${escaped.reduce((before, part) => `${before}\${${this.#secret()}}${part}`)}\``;
  }

  #secret(): string {
    this.#secrets += 1;
    return variableText(`SECRET_${this.#secrets}`);
  }
}

/** Written as a plain key, this name would set the object's prototype. */
const PROTOTYPE = "__proto__";

function nameText(name: string): string {
  if (name === PROTOTYPE) return `["${PROTOTYPE}"]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

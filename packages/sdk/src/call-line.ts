// A call that was made, as the line of a program that makes it again with this SDK.
import { calls } from "./generated/calls.ts";
import { controlCalls } from "./generated/control-calls.ts";

/** A call as the journal of a service has it. */
export interface MadeCall {
  /** The name of its endpoint: `channels.createMessage`. */
  readonly id: string;
  /** Where it went, from the path on. */
  readonly url: string;
  /** JSON as a value, anything else as text. */
  readonly body?: unknown;
  /** Who called the API: `Bot`, and the variable of the environment that has the token. */
  readonly authorization?: { readonly scheme: string; readonly variable: string };
}

/** Stands where the journal left a secret out. */
const REDACTED = "[redacted]";
/** Which world a call is about is said by its client. */
const WORLD = "world";
/** Larger numbers are ids, which are texts. */
const COUNT = /^[1-9]\d{0,8}$/;

/**
 * The line of a call, which takes secrets of the environment: `await rest.api.lobbies.create({ …
 * });` by a `Rest`, `await control.call("control.clock.get", { … });` by a `ControlClient`.
 * Undefined for what is no call of the SDK. Headers and files do not stand in it.
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

/** What is empty is left out; a body that is an empty list says something. */
function isGiven(value: unknown): boolean {
  if (value === undefined) return false;
  return typeof value !== "object" || value === null || Array.isArray(value)
    ? true
    : Object.keys(value).length > 0;
}

/** The parameters of a path, from its end: another version of the API may be called at its start. */
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

/** Several values of one name are a list. */
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

/** A form as an object; of one with files, the JSON beside them. */
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

/** Writes values as a program has them, and counts the secrets that stand in them. */
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

/** A name of that kind would be no field, but what the object comes of. */
const PROTOTYPE = "__proto__";

function nameText(name: string): string {
  if (name === PROTOTYPE) return `["${PROTOTYPE}"]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

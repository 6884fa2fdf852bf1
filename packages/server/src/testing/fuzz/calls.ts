// Calls an endpoint with random input, and checks the response.
import { endpoints, errorsOf, type EndpointDeclaration } from "@antechamber/contract";
import { pageOf } from "../../transports/http/calls/endpoint-policies.ts";
import { planes } from "../../transports/http/routing/routes.ts";
import { BodyMaker } from "./bodies.ts";
import { callerFor } from "./callers.ts";
import type { Dice } from "./dice.ts";
import type { KnownIds } from "./known-ids.ts";
import { definedFields } from "../../platform/defined-fields.ts";

/** Endpoints that are left out: they would remove what the run relies on, or change other responses. */
const excluded = new Set([
  "control.world.put",
  "control.world.reset",
  "control.faults.create",
  "control.clock.move",
]);

export const fuzzedEndpoints = endpoints.filter(({ id }) => !excluded.has(id));

export interface CallDeps {
  readonly url: string;
  readonly dice: Dice;
  readonly ids: KnownIds;
  readonly controlKey: string;
  /** Sends the calls; absent: they are sent to the URL. */
  readonly send?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The result of a call. */
export interface CallResult {
  readonly endpoint: EndpointDeclaration;
  readonly status: number;
  /** What was wrong with the response; absent: nothing. */
  readonly issue?: string;
  /** The request, in readable form. */
  readonly request: string;
}

interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
  readonly params: Readonly<Record<string, string>>;
}

/** Contains no `..`, which URLs normalize away: the request would have another path. */
const hostileParams = ["0", "-1", "%", "...", "x".repeat(400), "99999999999999999999", "💥", " "];

/** Timeout of a response, in real milliseconds. */
const PATIENCE_MS = 20_000;

function paramsOf({ path }: EndpointDeclaration, { ids, dice }: CallDeps): Prepared["params"] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const found = ids.place(names, dice);
  return Object.fromEntries(
    names.map((name) => [name, (dice.oneIn(25) ? dice.of(hostileParams) : found[name]) ?? "1"]),
  );
}

function prepared(endpoint: EndpointDeclaration, deps: CallDeps): Prepared {
  const { dice, ids } = deps;
  const maker = new BodyMaker(dice, ids, endpoint.plane === "control");
  const params = paramsOf(endpoint, deps);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const url = deps.url + planes[endpoint.plane ?? "api"] + path + queryOf(endpoint, maker, dice);
  const auth = callerFor(endpoint, deps);
  const { body, headers } = bodyOf(endpoint, maker, dice);
  return {
    url,
    params,
    init: {
      method: endpoint.method,
      redirect: "manual",
      headers: {
        accept: "application/json",
        ...headers,
        ...definedFields({ authorization: auth }),
      },
      ...definedFields({ body }),
    },
  };
}

function queryOf({ query }: EndpointDeclaration, maker: BodyMaker, dice: Dice): string {
  if (query === undefined || dice.oneIn(4)) return "";
  const form = maker.form(query) as Readonly<Record<string, unknown>>;
  const wrong = dice.oneIn(4) ? maker.mutated(form) : form;
  return `?${fieldsOf(wrong).toString()}`;
}

/** Generated objects may have a key `toString`, so they cannot be converted implicitly. */
function textFor(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** A form as URL parameters: lists repeat their key. */
function fieldsOf(form: unknown): URLSearchParams {
  const entries = typeof form === "object" && form !== null ? Object.entries(form) : [];
  const texts = entries.flatMap(([key, value]) =>
    [value]
      .flat()
      .slice(0, 30)
      .map((each) => [key, textFor(each).toWellFormed()]),
  );
  return new URLSearchParams(texts);
}

function bodyOf(endpoint: EndpointDeclaration, maker: BodyMaker, dice: Dice) {
  if (endpoint.body === undefined) return { body: undefined, headers: {} };
  const form = maker.form(endpoint.body);
  const body = dice.oneIn(4) ? maker.mutated(form) : form;
  if (endpoint.oauthForm === true && !dice.oneIn(20)) return { body: fieldsOf(body), headers: {} };
  const json = JSON.stringify(body);
  if (endpoint.multipart === true && dice.oneIn(5)) {
    const parts = new FormData();
    parts.append("payload_json", json);
    const field = dice.of(endpoint.fileFields ?? ["files[0]", "files[1]"]) ?? "file";
    parts.append(field, new Blob(["iVBORw0KGgo="]), "a.png");
    return { body: parts, headers: {} };
  }
  const type = dice.oneIn(40) ? "text/plain" : "application/json";
  return { body: dice.oneIn(40) ? json.slice(1) : json, headers: { "content-type": type } };
}

/** Calls one endpoint, learns ids from the response, and checks it against the declaration. */
export async function callOne(endpoint: EndpointDeclaration, deps: CallDeps): Promise<CallResult> {
  const { url, init, params } = prepared(endpoint, deps);
  const { body } = init;
  const sent = body instanceof URLSearchParams ? body.toString() : body;
  const request = `${endpoint.id}: ${endpoint.method} ${url} ${typeof sent === "string" ? sent.slice(0, 2000) : "in parts"}`;
  try {
    const { send = fetch } = deps;
    const response = await send(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    const { status } = response;
    if (status < 300) learn(endpoint, { params, text, ids: deps.ids });
    const issue = faultOf(endpoint, response, text);
    return { endpoint, status, request, ...definedFields({ issue }) };
  } catch (error) {
    return { endpoint, status: 0, request, issue: `no answer: ${String(error)}` };
  }
}

function learn(
  endpoint: EndpointDeclaration,
  { params, text, ids }: { params: Prepared["params"]; text: string; ids: KnownIds },
): void {
  const answer: unknown =
    text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : undefined;
  ids.learnFrom(answer);
  const child = childParameters.get(endpoint.path);
  if (child === undefined) return;
  for (const each of [answer].flat().slice(0, 20)) {
    const { id, code } = (each ?? {}) as { readonly id?: unknown; readonly code?: unknown };
    const value = child === "code" ? code : id;
    if (typeof value === "string") ids.add({ ...params, [child]: value });
  }
}

/** The path parameter that names what a path creates: POST `/lobbies` creates a `lobby_id`. */
const childParameters = new Map(
  endpoints.flatMap(({ path }) => {
    const [, parent, name] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    return parent === undefined || name === undefined ? [] : [[parent, name] as const];
  }),
);

/** Errors that any path may answer with, because a hostile parameter can turn it into another path. */
const general = new Set(["400 0", "401 0", "404 0", "405 0", "413 0", "414 0", "415 0", "431 0"]);

/** What is wrong with a response, or undefined. */
function faultOf(
  endpoint: EndpointDeclaration,
  response: Response,
  text: string,
): string | undefined {
  const { status, headers } = response;
  if (status >= 500) return `status ${status}: ${text.slice(0, 500)}`;
  if (status < 400) {
    const isDeclared = status in endpoint.replies || status === 204;
    const isForPage = status === 302 && pageOf(endpoint) !== undefined;
    return isDeclared || isForPage ? undefined : `undeclared status ${status}`;
  }
  if (headers.get("content-type") !== "application/json") return `no JSON: ${text.slice(0, 200)}`;
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const name = nameOf(status, body);
  if (name === undefined) return `not in the shape of the API: ${text.slice(0, 200)}`;
  const isDeclared = errorsOf(endpoint).some(
    (each) => name === each.oauth || name === codeOf(each),
  );
  return isDeclared || general.has(name) ? undefined : `undeclared: ${text.slice(0, 300)}`;
}

function codeOf({ status, code }: { readonly status: number; readonly code: number }): string {
  return `${status} ${code}`;
}

/** The name of a refusal: the OAuth2 error, or status and code; undefined for the framework's own. */
function nameOf(status: number, body: Readonly<Record<string, unknown>>): string | undefined {
  const { message, code, error, statusCode } = body;
  if (statusCode !== undefined) return undefined;
  if (typeof error === "string") return message === undefined ? error : undefined;
  const isRefusal = typeof message === "string" && typeof code === "number";
  return isRefusal ? codeOf({ status, code }) : undefined;
}

// The known paths as a tree of their segments. It is searched once per call for all methods:
// building a tree for each method, as the framework does, would take the largest part of a start.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { MissingOperation } from "@antechamber/contract/schema";

/** What is declared at one path. */
export interface KnownPath<Route> {
  /** The path with its parameters: `/api/v10/lobbies/:lobby_id`. */
  readonly url: string;
  readonly segments: readonly string[];
  /** The methods of endpoints and pages. */
  readonly methods: Set<string>;
  /** Operations that the reference has there and this service lacks, by method. */
  readonly missing: Map<string, MissingOperation>;
  /** The routes of the path, by method. */
  readonly routes: Map<string, Route>;
}

type Declared = EndpointDeclaration | MissingOperation;

interface Branch<Route> {
  readonly words: Map<string, Branch<Route>>;
  parameter: Branch<Route> | undefined;
  /** The branch of a page that matches all paths below, declared by a `*` at its end. */
  rest: Branch<Route> | undefined;
  path: KnownPath<Route> | undefined;
}

/**
 * Routes by path. Literal segments take precedence over parameters, and those over pages that match
 * all paths below; the first segment that differs decides.
 */
export class KnownPaths<Route> {
  readonly all: KnownPath<Route>[] = [];
  readonly #byUrl = new Map<string, KnownPath<Route>>();
  readonly #root = emptyBranch<Route>();
  readonly #urlOf: (each: Declared) => string;

  constructor(urlOf: (each: Declared) => string) {
    this.#urlOf = urlOf;
  }

  addEndpoint(endpoint: EndpointDeclaration, route: Route): void {
    const { methods, routes } = this.#at(this.#urlOf(endpoint));
    methods.add(endpoint.method);
    routes.set(endpoint.method, route);
  }

  addMissing(operation: MissingOperation): void {
    this.#at(this.#urlOf(operation)).missing.set(operation.method, operation);
  }

  /** Adds a page, which has no declaration and is routed by the framework. */
  addPage(url: string, method: string): void {
    this.#at(url).methods.add(method);
  }

  /** The entry of a path. Paths that differ only in the names of their parameters share one. */
  #at(url: string): KnownPath<Route> {
    const segments = segmentsOf(url);
    const branch = segments.reduce(branchBelow<Route>, this.#root);
    if (branch.path !== undefined) return branch.path;
    branch.path = { url, segments, methods: new Set(), missing: new Map(), routes: new Map() };
    this.all.push(branch.path);
    if (!segments.some(isParameter)) this.#byUrl.set(url, branch.path);
    return branch.path;
  }

  /**
   * The route for a method at exactly this URL, without parameters or a query; this needs no
   * splitting into segments.
   */
  routeOf(url: string, method: string): Route | undefined {
    return this.#byUrl.get(url)?.routes.get(method);
  }

  /** The route for a method at a requested path. */
  routeAt(names: readonly string[], method: string): Route | undefined {
    return findPath(this.#root, wordsOf(names), 0, method)?.routes.get(method);
  }

  /** The known path of a request, for any method. Unnecessarily encoded segments do not match. */
  at(names: readonly string[]): KnownPath<Route> | undefined {
    return findPath(this.#root, names, 0, undefined);
  }
}

function emptyBranch<Route>(): Branch<Route> {
  return { words: new Map(), parameter: undefined, rest: undefined, path: undefined };
}

/** The branch below for a segment, created if necessary. */
function branchBelow<Route>(branch: Branch<Route>, segment: string): Branch<Route> {
  if (isParameter(segment)) return (branch.parameter ??= emptyBranch());
  if (segment === REST) return (branch.rest ??= emptyBranch());
  const existing = branch.words.get(segment);
  if (existing !== undefined) return existing;
  const made = emptyBranch<Route>();
  branch.words.set(segment, made);
  return made;
}

/** @param method that must have a route at the path; undefined: any */
function findPath<Route>(
  { words, parameter, rest, path }: Branch<Route>,
  names: readonly string[],
  at: number,
  method: string | undefined,
): KnownPath<Route> | undefined {
  const segment = names[at];
  if (segment === undefined)
    return method === undefined || path?.routes.has(method) === true ? path : undefined;
  const word = words.get(segment);
  const below = word === undefined ? undefined : findPath(word, names, at + 1, method);
  if (below !== undefined) return below;
  const other = parameter && findPath(parameter, names, at + 1, method);
  // Pages that match all paths below are routed by the framework, so only their path is returned.
  return other ?? (method === undefined ? rest?.path : undefined);
}

/** Decodes unnecessary encoding; `%2F` stays distinct from a slash, and `%40` from `@`. */
function wordsOf(names: readonly string[]): readonly string[] {
  return names.some((each) => each.includes("%")) ? names.map((each) => decodeURI(each)) : names;
}

/** The last segment of a page that matches all paths below. */
const REST = "*";

export function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;

/** Removes the origin of a URL in absolute form, which clients of proxies send. */
export function inOriginForm(url: string): string {
  return url.startsWith("/") ? url : url.replace(ORIGIN, "/");
}

/** The path segments of a URL, still encoded. */
export function segmentsOf(url: string): readonly string[] {
  const path = inOriginForm(url);
  const end = Math.min(endAt(path, "?"), endAt(path, "#"));
  return path.slice(1, path[end - 1] === "/" ? end - 1 : end).split("/");
}

function endAt(path: string, mark: string): number {
  const at = path.indexOf(mark);
  return at < 0 ? path.length : at;
}

// The paths that are known, as a tree of their segments. It is asked once for each call, whatever the
// method: a tree for each method, as the framework has them, is what a start would wait for longest.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { MissingOperation } from "@antechamber/contract/schema";

/** What is declared at one path. */
export interface KnownPath<Route> {
  /** With its parameters: `/api/v10/lobbies/:lobby_id`. */
  readonly url: string;
  readonly segments: readonly string[];
  /** Of endpoints and pages. */
  readonly methods: Set<string>;
  /** What the reference has there and this service lacks, by method. */
  readonly missing: Map<string, MissingOperation>;
  /** What answers there, by method. */
  readonly routes: Map<string, Route>;
}

type Declared = EndpointDeclaration | MissingOperation;

interface Branch<Route> {
  readonly words: Map<string, Branch<Route>>;
  parameter: Branch<Route> | undefined;
  /** Of a page that has all addresses below, which a `*` at its end says. */
  rest: Branch<Route> | undefined;
  path: KnownPath<Route> | undefined;
}

/**
 * Routes by their paths. Words win over parameters, and those over all addresses below; the first
 * that differ decide.
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

  /** A page that no declaration has, which the framework finds by itself. */
  addPage(url: string, method: string): void {
    this.#at(url).methods.add(method);
  }

  /** What is at an address. Those that differ in the names of their parameters alone are one. */
  #at(url: string): KnownPath<Route> {
    const segments = segmentsOf(url);
    const branch = segments.reduce(grown<Route>, this.#root);
    if (branch.path !== undefined) return branch.path;
    branch.path = { url, segments, methods: new Set(), missing: new Map(), routes: new Map() };
    this.all.push(branch.path);
    if (!segments.some(isParameter)) this.#byUrl.set(url, branch.path);
    return branch.path;
  }

  /**
   * What answers a method at an address that is one of ours as it stands, without parameters or a
   * query; such a call is not taken apart.
   */
  routeOf(url: string, method: string): Route | undefined {
    return this.#byUrl.get(url)?.routes.get(method);
  }

  /** What answers a method at a path that was asked for. */
  routeAt(asked: readonly string[], method: string): Route | undefined {
    return found(this.#root, wordsOf(asked), 0, method)?.routes.get(method);
  }

  /** The path that was asked for, whatever the method. What is encoded without need is unknown. */
  at(asked: readonly string[]): KnownPath<Route> | undefined {
    return found(this.#root, asked, 0, undefined);
  }
}

function emptyBranch<Route>(): Branch<Route> {
  return { words: new Map(), parameter: undefined, rest: undefined, path: undefined };
}

/** The next branch, which is made when it is not there. */
function grown<Route>(branch: Branch<Route>, segment: string): Branch<Route> {
  if (isParameter(segment)) return (branch.parameter ??= emptyBranch());
  if (segment === REST) return (branch.rest ??= emptyBranch());
  const known = branch.words.get(segment);
  if (known !== undefined) return known;
  const made = emptyBranch<Route>();
  branch.words.set(segment, made);
  return made;
}

/** @param method that the path is to answer; undefined: whatever it answers */
function found<Route>(
  { words, parameter, rest, path }: Branch<Route>,
  asked: readonly string[],
  at: number,
  method: string | undefined,
): KnownPath<Route> | undefined {
  const segment = asked[at];
  if (segment === undefined)
    return method === undefined || path?.routes.has(method) === true ? path : undefined;
  const word = words.get(segment);
  const below = word === undefined ? undefined : found(word, asked, at + 1, method);
  if (below !== undefined) return below;
  const other = parameter && found(parameter, asked, at + 1, method);
  // The framework answers there itself: only the path is asked for.
  return other ?? (method === undefined ? rest?.path : undefined);
}

/** What is encoded without need is the same word; `%2F` is no slash, and `%40` no `@`. */
function wordsOf(asked: readonly string[]): readonly string[] {
  return asked.some((each) => each.includes("%")) ? asked.map((each) => decodeURI(each)) : asked;
}

/** The last segment of a page that has all addresses below. */
const REST = "*";

export function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;

/** An address that stands whole in a request line, as proxies are asked, without its origin. */
export function inOriginForm(url: string): string {
  return url.startsWith("/") ? url : url.replace(ORIGIN, "/");
}

/** The segments of the path of an address, as they are encoded. */
export function segmentsOf(url: string): readonly string[] {
  const path = inOriginForm(url);
  const end = Math.min(endAt(path, "?"), endAt(path, "#"));
  return path.slice(1, path[end - 1] === "/" ? end - 1 : end).split("/");
}

function endAt(path: string, mark: string): number {
  const at = path.indexOf(mark);
  return at < 0 ? path.length : at;
}

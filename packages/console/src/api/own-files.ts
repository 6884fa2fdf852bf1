// Files and images of the world that is shown. They are requested from the page's own origin,
// because its content security policy allows no other. Worlds besides the main one have an origin
// of their own, so the request names the world.
import { MAIN } from "./control.ts";
import { useAnswer } from "./queries.ts";
import { useWorld } from "./address.ts";

/** The path prefix of all files. */
const FILES = "/cdn/";

/** The URL of a file of the world, by its path. */
export function useFile(path: string): string {
  return fileOf(useWorld(), path);
}

/**
 * The URL of a file that is named by its full URL.
 *
 * @returns undefined if it is not a file of this world, and until that is known
 */
export function useOwnFile(url: string): string | undefined {
  const world = useWorld();
  const parsed = URL.parse(url, location.origin);
  const isHere = parsed?.origin === location.origin;
  const isFile = parsed?.pathname.startsWith(FILES) === true;
  // The browser may use another host name for the service than the one that the service reports.
  const { data } = useAnswer(
    "control.worlds.get",
    { path: { world } },
    { isOff: !isFile || (isHere && world === MAIN) },
  );
  return ownFileOf(url, { world, served: data?.url, origin: location.origin });
}

interface Serving {
  readonly world: string;
  /** The origin of the world; undefined until it is known. */
  readonly served: string | undefined;
  /** The origin of the page. */
  readonly origin: string;
}

/** The URL by which the page loads a file; undefined if it is not a file of the world. */
export function ownFileOf(url: string, { world, served, origin }: Serving): string | undefined {
  const parsed = URL.parse(url, origin);
  if (parsed === null) return undefined;
  const { pathname, search } = parsed;
  const isOfWorld = served !== undefined && parsed.origin === URL.parse(served)?.origin;
  if (isOfWorld && pathname.startsWith(FILES)) return fileOf(world, pathname + search);
  return parsed.origin === origin ? url : undefined;
}

function fileOf(world: string, path: string): string {
  if (world === MAIN) return path;
  return `${path}${path.includes("?") ? "&" : "?"}world=${encodeURIComponent(world)}`;
}

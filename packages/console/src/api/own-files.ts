// Files and pictures of the world that is shown, asked of the page's own origin, which is all that its
// policy allows: a world beside the first is served at an address of its own, and named here.
import { MAIN } from "./control.ts";
import { useAnswer } from "./queries.ts";
import { useWorld } from "./address.ts";

/** What the paths of all files begin with. */
const FILES = "/cdn/";

/** Where a file of the world is found by its path. */
export function useFile(path: string): string {
  return fileOf(useWorld(), path);
}

/**
 * The same for a file that is named by its whole address.
 *
 * @returns undefined for what is no file of this world, and until that is known
 */
export function useOwnFile(url: string): string | undefined {
  const world = useWorld();
  const parsed = URL.parse(url, location.origin);
  const isHere = parsed?.origin === location.origin;
  const isFile = parsed?.pathname.startsWith(FILES) === true;
  // The service may be called by another of its names than that which it gives out.
  const { data } = useAnswer(
    "control.worlds.get",
    { path: { world } },
    { isOff: !isFile || (isHere && world === MAIN) },
  );
  return ownFileOf(url, { world, served: data?.url, origin: location.origin });
}

interface Serving {
  readonly world: string;
  /** Where the world is served; undefined while that is not known. */
  readonly served: string | undefined;
  /** That of the page. */
  readonly origin: string;
}

/** Where the page finds a file; undefined for what is no file of the world. */
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

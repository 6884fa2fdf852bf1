// The URL of the world that is shown: every world besides the main one has its own.
import { MAIN } from "./control.ts";
import { useAnswer } from "./queries.ts";
import { useWorld } from "./address.ts";

/** The URL for clients of the world that is shown; undefined until it is known. */
export function useWorldUrl(): string | undefined {
  const world = useWorld();
  const path = { world };
  const { data } = useAnswer("control.worlds.get", { path }, { isOff: world === MAIN });
  return world === MAIN ? location.origin : data?.url;
}

// Where the world that is shown is served: each has an address of its own beside the first.
import { MAIN } from "./control.ts";
import { useAnswer } from "./queries.ts";
import { useWorld } from "./address.ts";

/** Where clients find the world that is shown; undefined while that is not known. */
export function useWorldUrl(): string | undefined {
  const world = useWorld();
  const path = { world };
  const { data } = useAnswer("control.worlds.get", { path }, { isOff: world === MAIN });
  return world === MAIN ? location.origin : data?.url;
}

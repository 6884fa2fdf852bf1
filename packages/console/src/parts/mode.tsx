// Whether what is shown may be changed: in production mode the console only reads.
import { createContext, useContext, type ReactNode } from "react";
import type { Mode } from "../api/session.ts";
import { useIsLost } from "../live/live.ts";
import { styles } from "./parts.tsx";

export const ModeContext = createContext<Mode>("development");

/** Whether acts are there at all. */
export function useMayChange(): boolean {
  return useContext(ModeContext) === "development";
}

/** Whether keys act now: as buttons do, they rest while the service cannot be reached. */
export function useMayAct(): boolean {
  const isLost = useIsLost();
  return useMayChange() && !isLost;
}

interface ChangingProps {
  /** What is done, as a sentence begins: `Resetting limits`. */
  readonly what: string;
  readonly children?: ReactNode;
}

/** Acts; in production mode a sentence says in their place which mode has them. */
export function Changing({ what, children }: ChangingProps) {
  return useMayChange() ? (
    children
  ) : (
    <span className={styles.soft}>{what}: development mode alone</span>
  );
}

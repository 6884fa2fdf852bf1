// Whether changes are allowed: in production mode the console is read-only.
import { createContext, useContext, type ReactNode } from "react";
import type { Mode } from "../api/session.ts";
import { useIsLost } from "../live/live.ts";
import { styles } from "./parts.tsx";

export const ModeContext = createContext<Mode>("development");

/** True if actions are available at all. */
export function useMayChange(): boolean {
  return useContext(ModeContext) === "development";
}

/**
 * True if shortcuts may act now: like buttons, they are disabled while the service cannot be
 * reached.
 */
export function useMayAct(): boolean {
  const isLost = useIsLost();
  return useMayChange() && !isLost;
}

interface ChangingProps {
  /** The action, as the start of a sentence: `Resetting limits`. */
  readonly what: string;
  readonly children?: ReactNode;
}

/** Shows actions; in production mode, a sentence says which mode they need. */
export function Changing({ what, children }: ChangingProps) {
  return useMayChange() ? (
    children
  ) : (
    <span className={styles.soft}>{what}: development mode only</span>
  );
}

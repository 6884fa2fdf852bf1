// What the heads of all panes have: how it stands with the session, and what closes the pane.
import { wordsOf } from "../api/queries.ts";
import { focusOtherPane } from "../parts/removable.ts";
import type { Link } from "./session/connection.ts";
import styles from "./stage.module.css";

/** Nothing once the session is there. */
export function SessionStatus({ link: { status, error } }: { readonly link: Link }) {
  if (status === "ready") return null;
  return (
    <span className={styles.note} role="status">
      {status === "refused" ? `no session: ${wordsOf(error)}` : `${status}…`}
    </span>
  );
}

interface ClosePaneProps {
  readonly user: string;
  /** Undefined for the only pane, which stays. */
  readonly close: (() => void) | undefined;
}

export function ClosePane({ user, close }: ClosePaneProps) {
  if (close === undefined) return null;
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        focusOtherPane(currentTarget);
        close();
      }}
      aria-label={`Close the pane of ${user}`}
    >
      ✕
    </button>
  );
}

// What the headers of all panes share: the state of the session, and the button that closes the
// pane.
import { wordsOf } from "../api/queries.ts";
import { focusOtherPane } from "../parts/removable.ts";
import type { Link } from "./session/connection.ts";
import styles from "./stage.module.css";

/** The state of the session; nothing once it is ready. */
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
  /** Undefined for the only pane, which cannot be closed. */
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
      aria-label={`Close pane of ${user}`}
    >
      ✕
    </button>
  );
}

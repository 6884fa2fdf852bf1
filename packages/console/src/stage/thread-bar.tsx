// The bar of a thread: buttons to join, to leave, and to return to its parent.
import { useActor } from "./acting.ts";
import { useTry } from "./message-menu.ts";
import type { Channel } from "./session/seen-guilds.ts";
import { useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";

export function ThreadBar({ thread }: { readonly thread: Channel }) {
  const { go } = useActor();
  const session = useSession();
  const attempt = useTry();
  const isIn = thread.member !== undefined;
  const path = { channel_id: thread.id };
  const { parent_id: parent, thread_metadata: metadata } = thread;
  return (
    <div className={styles.bar}>
      <span className={styles.note}>
        {metadata?.archived === true ? "archived thread" : "thread"}
        {metadata?.locked === true ? ", locked" : ""}
      </span>
      <button
        type="button"
        onClick={() =>
          attempt(() =>
            session.call(isIn ? "channels.leaveThread" : "channels.joinThread", { path }),
          )
        }
      >
        {isIn ? "Leave thread" : "Join thread"}
      </button>
      {parent === undefined || parent === null ? null : (
        <button type="button" onClick={() => go(parent)}>
          Back to channel
        </button>
      )}
    </div>
  );
}

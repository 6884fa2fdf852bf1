// A deferred response: how much time the application still has, by the world's clock.
import { lengthText } from "../parts/time.tsx";
import { useNow } from "../parts/now.ts";
import { metadataOf } from "./message-facts.ts";
import type { Message } from "./session/seen-messages.ts";
import styles from "./stage.module.css";

const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000;
const SNOWFLAKE_TIME_SHIFT = 22n;

/**
 * The time of the interaction, from its id: the message may be created up to three seconds later.
 * Ids may be ahead of the clock if several processes share it or it was set back; then the
 * message's time is used.
 */
function begunAt(message: Message): number {
  const at = Date.parse(message.timestamp);
  const id = metadataOf(message)?.id;
  if (id === undefined) return at;
  return Math.min(at, Number(BigInt(id) >> SNOWFLAKE_TIME_SHIFT) + SNOWFLAKE_EPOCH_MS);
}

/** The lifetime of an interaction's token, in milliseconds. */
const TOKEN_MS = 900_000;

export function Thinking({ message }: { readonly message: Message }) {
  const now = useNow()?.now;
  const left = now === undefined ? TOKEN_MS : begunAt(message) + TOKEN_MS - now;
  if (left <= 0) {
    return (
      <em className={styles.failed}>This interaction failed: no response within 15 minutes.</em>
    );
  }
  return (
    <em>
      is thinking… <span className={styles.note}>{lengthText(left)} left</span>
    </em>
  );
}

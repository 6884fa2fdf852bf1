// A deferred response: how much time the application still has, by the world's clock.
import { interactionLimits } from "@antechamber/contract/interactions-limits";
import { snowflakeTime } from "@antechamber/contract/snowflake";
import { lengthText } from "../parts/time.tsx";
import { useNow } from "../parts/now.ts";
import { metadataOf } from "./message-facts.ts";
import type { Message } from "./session/seen-messages.ts";
import styles from "./stage.module.css";

/**
 * The time of the interaction, from its id: the message may be created up to three seconds later.
 * Ids may be ahead of the clock if several processes share it or it was set back; then the
 * message's time is used.
 */
function begunAt(message: Message): number {
  const at = Date.parse(message.timestamp);
  const id = metadataOf(message)?.id;
  if (id === undefined) return at;
  return Math.min(at, snowflakeTime(id));
}

const { value: TOKEN_MS } = interactionLimits.interactionTokenLife;

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

// An answer that was promised: how long its application still has for it, by the world's clock.
import { lengthText } from "../parts/time.tsx";
import { useNow } from "../parts/now.ts";
import styles from "./stage.module.css";

/** An interaction's token lives so long. */
const TOKEN_MS = 900_000;

export function Thinking({ since }: { readonly since: string }) {
  const now = useNow()?.now;
  const left = now === undefined ? TOKEN_MS : Date.parse(since) + TOKEN_MS - now;
  if (left <= 0) {
    return (
      <em className={styles.failed}>This interaction failed: no answer came in 15 minutes.</em>
    );
  }
  return (
    <em>
      is thinking… <span className={styles.note}>{lengthText(left)} left</span>
    </em>
  );
}

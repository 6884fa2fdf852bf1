// What is due, on a ruler: the nearest as wide as what lies between allows, each a place to jump to.
import { useAct, useAnswer } from "../api/queries.ts";
import { useMayChange } from "../parts/mode.tsx";
import { useNow } from "../parts/now.ts";
import { Card, Empty, Fault } from "../parts/parts.tsx";
import { lengthText, wholeText } from "../parts/time.tsx";
import { marksOf } from "./marks.ts";
import styles from "./ruler.module.css";

const JOBS_MAX = 200;

export function Ruler() {
  const time = useNow();
  const mayChange = useMayChange();
  const { data, error } = useAnswer(
    "control.jobs.list",
    { query: { limit: JOBS_MAX } },
    { every: 2000 },
  );
  const move = useAct("control.clock.move");
  if (time === undefined || data === undefined) return <Fault error={error} />;
  const marks = marksOf(data.items, time.now);
  return (
    <Card title="Ahead">
      <Fault error={move.error} />
      {marks.length === 0 ? <Empty>Nothing is due.</Empty> : null}
      <ol className={styles.ruler} aria-label="What is due, in order">
        {marks.map(({ at, inMs, kinds, share }) => (
          <li key={at} style={{ flexGrow: share }}>
            <button
              type="button"
              disabled={!mayChange}
              title={mayChange ? `${wholeText(at)}: jump there` : wholeText(at)}
              onClick={() => move.mutate({ body: { now: at } })}
            >
              <strong>in {lengthText(inMs)}</strong>
              {kinds.map(([kind, count]) => (
                <span key={kind}>
                  {kind}
                  {count === 1 ? "" : ` × ${count}`}
                </span>
              ))}
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}

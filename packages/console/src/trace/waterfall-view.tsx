// The entries of a trace as bars, one under what caused it.
import type { JournalEntry } from "../live/journal-index.ts";
import { placed, type Placed } from "../live/waterfall.ts";
import { signOf } from "../parts/outcome.ts";
import { lengthText } from "../parts/time.tsx";
import { answerText, laneOf } from "./lanes.ts";
import styles from "./trace.module.css";

export function Bars({
  entries,
  chosen,
  choose,
}: {
  readonly entries: readonly JournalEntry[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}) {
  const answer = answerText(entries);
  return (
    <div className={styles.waterfall}>
      {answer === undefined ? null : <p className={styles.answer}>{answer}</p>}
      {placed(entries).map((item) => (
        <Bar key={item.entry.id} item={item} isChosen={item.entry.id === chosen} choose={choose} />
      ))}
    </div>
  );
}

function Bar({
  item,
  isChosen,
  choose,
}: {
  readonly item: Placed;
  readonly isChosen: boolean;
  readonly choose: (id: string) => void;
}) {
  const { entry, depth, from, width, idleMs } = item;
  const sign = signOf(entry);
  return (
    <>
      {idleMs === undefined ? null : (
        <div className={styles.folded}>── {lengthText(idleMs)} ──</div>
      )}
      <div className={styles.line}>
        <span className={styles.lane} data-lane={laneOf(entry)}>
          {laneOf(entry)}
        </span>
        <button
          type="button"
          aria-pressed={isChosen}
          style={{ paddingInlineStart: depth * 12 + 4 }}
          onClick={() => choose(entry.id)}
          title={entry.summary}
        >
          {entry.kind} {entry.name} {sign.text}
        </button>
        <div className={styles.track} aria-hidden>
          <div
            className={styles.bar}
            data-tone={sign.tone}
            data-lane={laneOf(entry)}
            style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${width * 100}%` }}
          />
        </div>
      </div>
    </>
  );
}

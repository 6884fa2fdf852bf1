// The entries of a trace as bars, each below its cause, and the deadlines as lines across.
import { useParameter } from "../api/address.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import {
  placed,
  stoodStill,
  usualTime,
  type PlacedDeadline,
  type PlacedEntry,
} from "../live/waterfall.ts";
import { signOf } from "../parts/outcome.ts";
import { lengthText, Time } from "../parts/time.tsx";
import { answerText, deadlinesOf, laneOf } from "./lanes.ts";
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
  const [requested, show] = useParameter("time");
  const time = requested === "real" || requested === "world" ? requested : usualTime(entries);
  const [first] = entries;
  const rows = placed(entries, deadlinesOf(entries), time);
  const deadlines = rows.filter((row) => "deadline" in row);
  return (
    <div className={styles.waterfall}>
      <label>
        Time{" "}
        <select value={time} onChange={({ target }) => show(target.value)}>
          <option value="world">world time</option>
          <option value="real">real time</option>
        </select>
      </label>
      {first !== undefined && stoodStill(entries) ? (
        <p className={styles.answer}>
          The world's clock stayed at <Time at={first.at} />.
        </p>
      ) : null}
      {answer === undefined ? null : <p className={styles.answer}>{answer}</p>}
      {rows.map((row) =>
        "deadline" in row ? (
          <DeadlineRow key={row.deadline.title} row={row} deadlines={deadlines} />
        ) : (
          <Bar
            key={row.entry.id}
            item={row}
            deadlines={deadlines}
            isChosen={row.entry.id === chosen}
            choose={choose}
          />
        ),
      )}
    </div>
  );
}

/** A folded pause. */
function Folded({ idleMs }: { readonly idleMs: number | undefined }) {
  if (idleMs === undefined) return null;
  return <div className={styles.folded}>── {lengthText(idleMs)} ──</div>;
}

/** The parts of all deadline lines that cross one row. */
function Lines({ deadlines }: { readonly deadlines: readonly PlacedDeadline[] }) {
  return deadlines.map(({ deadline: { title }, from }) => (
    <div
      key={title}
      className={styles.deadline}
      data-deadline={title}
      style={{ insetInlineStart: `${from * 100}%` }}
    />
  ));
}

interface DeadlineRowProps {
  readonly row: PlacedDeadline;
  readonly deadlines: readonly PlacedDeadline[];
}

function DeadlineRow({ row, deadlines }: DeadlineRowProps) {
  return (
    <>
      <Folded idleMs={row.idleMs} />
      <div className={styles.line}>
        <span className={styles.lane}>deadline</span>
        <span className={styles.until}>◷ {row.deadline.title}</span>
        <div className={styles.track} aria-hidden>
          <Lines deadlines={deadlines} />
        </div>
      </div>
    </>
  );
}

interface BarProps {
  readonly item: PlacedEntry;
  readonly deadlines: readonly PlacedDeadline[];
  readonly isChosen: boolean;
  readonly choose: (id: string) => void;
}

function Bar({ item, deadlines, isChosen, choose }: BarProps) {
  const { entry, depth, from, width, idleMs } = item;
  const sign = signOf(entry);
  return (
    <>
      <Folded idleMs={idleMs} />
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
          <Lines deadlines={deadlines} />
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

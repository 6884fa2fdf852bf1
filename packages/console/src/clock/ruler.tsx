// A ruler of due jobs, on which intervals are drawn to a logarithmic scale. Clicking a mark moves
// the clock there.
import { useState } from "react";
import { useAct, useAnswer } from "../api/queries.ts";
import { ActButton } from "../parts/act-button.tsx";
import { useMayChange } from "../parts/mode.tsx";
import { useNow } from "../parts/now.ts";
import { Card, Empty, Fault } from "../parts/parts.tsx";
import { lengthText, wholeText } from "../parts/time.tsx";
import { marksOf } from "./marks.ts";
import styles from "./ruler.module.css";

const JOBS_MAX = 200;

/** The number of positions of the handle: the further ahead, the larger the steps. */
const PLACES = 1000;

interface DragProps {
  readonly now: number;
  /** The range of the ruler. */
  readonly aheadMs: number;
  readonly moveTo: (at: string) => void;
}

/** How far ahead a position of the handle is: seconds at the start, days at the end. */
function aheadAt(place: number, aheadMs: number): number {
  return Math.round(Math.expm1((place / PLACES) * Math.log1p(aheadMs / 1000)) * 1000);
}

/** The instant that the handle was dragged to, on the ruler as it was when the drag began. */
interface Dragged {
  readonly place: number;
  readonly from: number;
  readonly aheadMs: number;
}

function instantOf({ place, from, aheadMs }: Dragged): number {
  return from + aheadAt(place, aheadMs);
}

/**
 * A handle that is dragged forward to an instant, with a button that moves the clock there. While
 * the clock runs, the instant stays the same. Once it has passed, the handle returns to the start.
 */
function Drag({ now, aheadMs, moveTo }: DragProps) {
  const [drawn, setDrawn] = useState<Dragged>();
  const held = drawn !== undefined && instantOf(drawn) > now ? drawn : undefined;
  if (held === undefined && aheadMs === 0) return null;
  const at = held === undefined ? undefined : new Date(instantOf(held)).toISOString();
  return (
    <form
      className={styles.drag}
      onSubmit={(event) => {
        event.preventDefault();
        setDrawn(undefined);
        if (at !== undefined) moveTo(at);
      }}
    >
      <label>
        Advance to{" "}
        <input
          type="range"
          min={0}
          max={PLACES}
          value={held?.place ?? 0}
          aria-valuetext={at === undefined ? "now" : wholeText(at)}
          onChange={({ target: { valueAsNumber: place } }) =>
            setDrawn({ ...(held ?? { from: now, aheadMs }), place })
          }
        />
      </label>
      {/* This text changes all the time; beside the handle it would shift the handle. */}
      <ActButton type="submit" disabled={at === undefined}>
        Advance{" "}
      </ActButton>
      <span className={styles.instant}>
        {at === undefined ? (
          "now"
        ) : (
          <>
            <time dateTime={at}>{wholeText(at)}</time>, in {lengthText(Date.parse(at) - now)}
          </>
        )}
      </span>
    </form>
  );
}

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
    <Card title="Upcoming">
      <Fault error={move.error} />
      {marks.length === 0 ? <Empty>No jobs are due.</Empty> : null}
      {mayChange ? (
        <Drag
          now={time.now}
          aheadMs={Math.max(0, ...marks.map(({ inMs }) => inMs))}
          moveTo={(at) => move.mutate({ body: { now: at } })}
        />
      ) : null}
      <ol className={styles.ruler} aria-label="Due jobs, in order">
        {marks.map(({ at, inMs, kinds, share }) => (
          <li key={at} style={{ flexGrow: share }}>
            <ActButton
              type="button"
              disabled={!mayChange}
              title={mayChange ? `Jump to ${wholeText(at)}` : wholeText(at)}
              onClick={() => move.mutate({ body: { now: at } })}
            >
              <strong>in {lengthText(inMs)}</strong>
              {kinds.map(([kind, count]) => (
                <span key={kind}>
                  {kind}
                  {count === 1 ? "" : ` × ${count}`}
                </span>
              ))}
            </ActButton>
          </li>
        ))}
      </ol>
    </Card>
  );
}

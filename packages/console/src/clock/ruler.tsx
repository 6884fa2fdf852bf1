// What is due, on a ruler: the nearest as wide as what lies between allows, each a place to jump to.
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

/** The handle has so many places: the further ahead, the wider they lie apart. */
const PLACES = 1000;

interface DragProps {
  readonly now: number;
  /** How far ahead it reaches. */
  readonly aheadMs: number;
  readonly moveTo: (at: string) => void;
}

/** How far ahead a place is: seconds at the beginning, days at the end. */
function aheadAt(place: number, aheadMs: number): number {
  return Math.round(Math.expm1((place / PLACES) * Math.log1p(aheadMs / 1000)) * 1000);
}

/** A handle that is drawn forwards, and goes there by a button. */
function Drag({ now, aheadMs, moveTo }: DragProps) {
  const [place, setPlace] = useState(0);
  const inMs = aheadAt(place, aheadMs);
  return (
    <form
      className={styles.drag}
      onSubmit={(event) => {
        event.preventDefault();
        setPlace(0);
        moveTo(new Date(now + inMs).toISOString());
      }}
    >
      <label>
        Forwards by
        <input
          type="range"
          min={0}
          max={PLACES}
          value={place}
          aria-valuetext={lengthText(inMs)}
          onChange={({ target }) => setPlace(target.valueAsNumber)}
        />
      </label>
      <ActButton type="submit" disabled={place === 0}>
        {place === 0 ? "Go there" : `Go ${lengthText(inMs)} ahead`}
      </ActButton>
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
    <Card title="Ahead">
      <Fault error={move.error} />
      {marks.length === 0 ? <Empty>Nothing is due.</Empty> : null}
      {mayChange && marks.length > 0 ? (
        <Drag
          now={time.now}
          aheadMs={Math.max(...marks.map(({ inMs }) => inMs))}
          moveTo={(at) => move.mutate({ body: { now: at } })}
        />
      ) : null}
      <ol className={styles.ruler} aria-label="What is due, in order">
        {marks.map(({ at, inMs, kinds, share }) => (
          <li key={at} style={{ flexGrow: share }}>
            <ActButton
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
            </ActButton>
          </li>
        ))}
      </ol>
    </Card>
  );
}

import { Pause, Play, SkipForward } from "lucide-react";
import type { ControlInput } from "@antechamber/sdk/control";
import { Link } from "wouter";
import { useAct, useAnswer, wordsOf } from "../api/queries.ts";
import { MAIN } from "../api/control.ts";
import { useLive } from "../live/live.ts";
import { useMayChange } from "../parts/mode.tsx";
import { useNow } from "../parts/now.ts";
import { clockText, lengthText, wholeText } from "../parts/time.tsx";
import { PaletteKey } from "../palette/palette-key.tsx";
import { useHref, useParameter, useWorld } from "./address.ts";
import styles from "./frame.module.css";
import { ShortcutKey } from "./shortcut-key.tsx";

const ONLY_READS = "The clock is moved in development mode alone";

/** The clock was moved to what is due next. */
function isAdvance({ body }: ControlInput<"control.clock.move">): boolean {
  return body?.advance !== undefined;
}

/** Where the effects of a move are listed, or why it was refused. */
function MoveOutcome({
  move: { data, variables, error },
}: {
  readonly move: ReturnType<typeof useAct<"control.clock.move">>;
}) {
  const href = useHref();
  if (error !== null) return <span role="alert">{wordsOf(error)}</span>;
  if (data === undefined || !isAdvance(variables)) return null;
  return <Link href={href("/clock")}>what came of it</Link>;
}

function ClockChip() {
  const mayChange = useMayChange();
  const time = useNow();
  const move = useAct("control.clock.move");
  const jobs = useAnswer("control.jobs.list", { query: { limit: 1 } }, { every: 5000 });
  const [next] = jobs.data?.items ?? [];
  if (time === undefined) return null;
  const { now, isFrozen } = time;
  const freeze = () => move.mutate({ body: { frozen: !isFrozen } });
  return (
    <span className={styles.status}>
      <button
        type="button"
        className={styles.chip}
        onClick={freeze}
        disabled={!mayChange}
        aria-pressed={isFrozen}
        title={
          mayChange ? (isFrozen ? "Let the clock run (,)" : "Freeze the clock (,)") : ONLY_READS
        }
      >
        {isFrozen ? <Pause size={12} aria-hidden /> : <Play size={12} aria-hidden />}{" "}
        {isFrozen ? "frozen" : "running"}
      </button>
      <span title={wholeText(now)}>{clockText(now).slice(0, 8)}Z</span>
      {next === undefined ? null : (
        <span className={styles.due}>
          <span>
            <span className={styles.wide}>next due </span>in{" "}
            {lengthText(Math.max(0, Date.parse(next.at) - now))}{" "}
            <span className={styles.wide}>({next.kind})</span>
          </span>
          <button
            type="button"
            className={styles.chip}
            title={mayChange ? "Go to the instant of what is due next (.)" : ONLY_READS}
            disabled={!mayChange}
            aria-label="Go to what is due next"
            onClick={() => move.mutate({ body: { advance: "next" } })}
          >
            <SkipForward size={14} aria-hidden />
          </button>
        </span>
      )}
      <MoveOutcome move={move} />
    </span>
  );
}

function WorldChoice() {
  const world = useWorld();
  const [, setWorld] = useParameter("w");
  const { data } = useAnswer("control.worlds.list", { query: { limit: 1000 } });
  const names = new Set([MAIN, world, ...(data?.items ?? []).map(({ name }) => name)]);
  return (
    <label className={styles.status}>
      world
      <select
        className={styles.chip}
        value={world}
        onChange={({ target }) => setWorld(target.value === MAIN ? "" : target.value)}
      >
        {[...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

interface TopBarProps {
  readonly signOut: (() => Promise<void>) | undefined;
}

export function TopBar({ signOut }: TopBarProps) {
  const { hello, lostSince, failures } = useLive();
  const href = useHref();
  const isLive = hello !== undefined && lostSince === undefined;
  return (
    <header className={styles.top}>
      <Link className={styles.brand} href={href("/")}>
        Antechamber
      </Link>
      <WorldChoice />
      <ClockChip />
      <span className={`${styles.push} ${styles.status}`} role="status">
        {isLive ? "● live" : lostSince === undefined ? "○ connecting" : "✕ lost"}
      </span>
      <Link href={href("/timeline", { q: "is:failed" })}>
        {failures === 1 ? "1 error" : `${failures} errors`}
        <span className={styles.wide}> in the last minute</span>
      </Link>
      <PaletteKey />
      <ShortcutKey />
      {signOut === undefined ? null : (
        <button type="button" className={styles.chip} onClick={() => void signOut()}>
          Sign out
        </button>
      )}
    </header>
  );
}

import { Pause, Play, SkipForward } from "lucide-react";
import type { ControlInput } from "@antechamber/sdk/control";
import { Link } from "wouter";
import { LIST_MAX, useAct, useAnswer, wordsOf } from "../api/queries.ts";
import { MAIN } from "../api/control.ts";
import { useLive } from "../live/live.ts";
import type { LiveState } from "../live/messages.ts";
import { ActButton } from "../parts/act-button.tsx";
import { useMayChange } from "../parts/mode.tsx";
import { useNow } from "../parts/now.ts";
import { clockText, lengthText, wholeText } from "../parts/time.tsx";
import { PaletteKey } from "./palette-key.tsx";
import { useHref, useParameter, useWorld } from "../api/address.ts";
import styles from "./frame.module.css";
import { ShortcutKey } from "./shortcut-key.tsx";

/** Why the clock cannot be moved from here; undefined if it can. */
function useRest(): string | undefined {
  return useMayChange() ? undefined : "The clock can be changed in development mode only";
}

/** True for a move to the next due job. */
function isAdvance({ body }: ControlInput<"control.clock.move">): boolean {
  return body?.advance !== undefined;
}

/** A link to the effects of a move, or the reason for its refusal. */
function MoveOutcome({
  move: { data, variables, error },
}: {
  readonly move: ReturnType<typeof useAct<"control.clock.move">>;
}) {
  const href = useHref();
  if (error !== null) return <span role="alert">{wordsOf(error)}</span>;
  if (data === undefined || !isAdvance(variables)) return null;
  return <Link href={href("/clock")}>Show effects</Link>;
}

/** A duration; in a narrow bar only its larger unit. */
function Length({ ms }: { readonly ms: number }) {
  const [count, unit, ...less] = lengthText(ms).split(" ");
  return (
    <>
      {count} {unit}
      {less.length === 0 ? null : <span className={styles.wide}> {less.join(" ")}</span>}
    </>
  );
}

function ClockChip() {
  const rest = useRest();
  const time = useNow();
  const move = useAct("control.clock.move");
  const jobs = useAnswer("control.jobs.list", { query: { limit: 1 } }, { every: 5000 });
  const [next] = jobs.data?.items ?? [];
  if (time === undefined) return null;
  const { now, isFrozen } = time;
  const freeze = () => move.mutate({ body: { frozen: !isFrozen } });
  return (
    <span className={`${styles.status} ${styles.clock}`}>
      <ActButton
        type="button"
        className={styles.chip}
        onClick={freeze}
        disabled={rest !== undefined}
        aria-pressed={isFrozen}
        title={rest ?? (isFrozen ? "Unfreeze the clock (,)" : "Freeze the clock (,)")}
      >
        {isFrozen ? <Pause size={12} aria-hidden /> : <Play size={12} aria-hidden />}{" "}
        <span className={styles.wide}>{isFrozen ? "frozen" : "running"}</span>
      </ActButton>
      <span title={wholeText(now)}>{clockText(now).slice(0, 8)}Z</span>
      {next === undefined ? null : (
        <span className={styles.due}>
          <span>
            <span className={styles.wide}>next due </span>in{" "}
            <Length ms={Math.max(0, Date.parse(next.at) - now)} />{" "}
            <span className={styles.wide}>({next.kind})</span>
          </span>
          <ActButton
            type="button"
            className={styles.chip}
            title={rest ?? "Jump to the next due job (.)"}
            disabled={rest !== undefined}
            aria-label="Jump to the next due job"
            onClick={() => move.mutate({ body: { advance: "next" } })}
          >
            <SkipForward size={14} aria-hidden />
          </ActButton>
        </span>
      )}
      <MoveOutcome move={move} />
    </span>
  );
}

function WorldChoice() {
  const world = useWorld();
  const [, setWorld] = useParameter("w");
  const { data } = useAnswer("control.worlds.list", { query: { limit: LIST_MAX } });
  const names = new Set([MAIN, world, ...(data?.items ?? []).map(({ name }) => name)]);
  return (
    <label className={styles.status}>
      <span className={styles.wide}>world</span>
      <select
        className={`${styles.chip} ${styles.world}`}
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

const refused = ["✕", "refused"] as const;
const lost = ["✕", "lost"] as const;
const begun = ["●", "live"] as const;
const connecting = ["○", "connecting"] as const;

/** The state of the connection to the journal's stream, as an icon and a word. */
function connectionOf({ hello, lostSince, refused: reason }: LiveState) {
  if (reason !== undefined) return refused;
  if (lostSince !== undefined) return lost;
  return hello === undefined ? connecting : begun;
}

function Connection() {
  const [sign, text] = useLive(connectionOf);
  return (
    <span className={styles.push} role="status">
      {sign}
      <span className={styles.wide}> {text}</span>
    </span>
  );
}

function Failures() {
  const failures = useLive((state) => state.failures);
  const href = useHref();
  return (
    <Link href={href("/timeline", { q: "is:failed" })}>
      {failures === 1 ? "1 error" : `${failures} errors`}
      <span className={styles.wide}> in the last minute</span>
    </Link>
  );
}

interface TopBarProps {
  readonly signOut: (() => Promise<void>) | undefined;
}

export function TopBar({ signOut }: TopBarProps) {
  const href = useHref();
  return (
    <header className={styles.top}>
      <Link className={styles.brand} href={href("/")} aria-label="Antechamber">
        A<span className={styles.wide}>ntechamber</span>
      </Link>
      <WorldChoice />
      <ClockChip />
      <Connection />
      <Failures />
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

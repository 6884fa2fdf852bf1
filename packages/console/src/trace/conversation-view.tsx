// A trace as a conversation, whose lines link to the entries that they are based on.
import type { types } from "@antechamber/sdk/control";
import { useMemo } from "react";
import { Link } from "wouter";
import { useHref } from "../api/address.ts";
import { Time } from "../parts/time.tsx";
import {
  conversationOf,
  headingOf,
  namesIn,
  partyText,
  withNextTraces,
  type Line,
  type NameOf,
  type NextTrace,
} from "./conversation.ts";
import styles from "./trace.module.css";

interface ConversationProps {
  readonly entries: readonly types.WholeEntry[];
  /** The actions by which users continued from the trace, each with a trace of its own. */
  readonly next?: readonly types.WholeEntry[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
  /** Returns names for ids, if the world is available. */
  readonly nameOf?: NameOf;
}

const signs = { good: "✓", bad: "✕", warn: "!", soft: "·" } as const;

const none: readonly types.WholeEntry[] = [];

export function Conversation({ entries, next = none, chosen, choose, nameOf }: ConversationProps) {
  const lines = useMemo(() => withNextTraces(conversationOf(entries), next), [entries, next]);
  const names = useMemo(() => namesIn(entries), [entries]);
  const nameIn: NameOf = (id) => nameOf?.(id) ?? names.get(id);
  return (
    <ol className={styles.conversation} aria-label="Conversation">
      {lines.map((each, i) =>
        "act" in each ? (
          <NextTraceLine key={each.act.id} next={each} nameOf={nameIn} />
        ) : (
          <ConversationLine
            key={`${each.entry.id} ${i}`}
            line={each}
            nameOf={nameIn}
            isChosen={each.entry.id === chosen}
            choose={choose}
          />
        ),
      )}
    </ol>
  );
}

interface NextTraceProps {
  readonly next: NextTrace;
  readonly nameOf: NameOf;
}

/** An action by which a user continued; its effects are another trace. */
function NextTraceLine({ next: { act, from, says, quote }, nameOf }: NextTraceProps) {
  const href = useHref();
  return (
    <li className={styles.spoken} data-from={from.kind} data-next>
      <div className={styles.speaker}>
        <strong>{partyText(from, nameOf)} continues</strong>
        <Time at={act.at} real={act.real_at} />
        <Link href={href(`/trace/${act.trace}`, { view: "conversation" })}>in another trace</Link>
      </div>
      <p>{says}</p>
      {quote === undefined ? null : <blockquote>{quote}</blockquote>}
    </li>
  );
}

interface LineProps {
  readonly line: Line;
  readonly nameOf: NameOf;
  readonly isChosen: boolean;
  readonly choose: (id: string) => void;
}

function ConversationLine({ line, nameOf, isChosen, choose }: LineProps) {
  const { entry, from, says, quote, tone } = line;
  return (
    <li className={styles.spoken} data-from={from.kind}>
      <div className={styles.speaker}>
        <strong>{headingOf(line, nameOf)}</strong>
        <Time at={entry.at} real={entry.real_at} />
        <button type="button" aria-pressed={isChosen} onClick={() => choose(entry.id)}>
          {entry.kind} {entry.name} {entry.status ?? ""}
        </button>
      </div>
      <p>
        <span data-tone={tone} aria-hidden>
          {signs[tone]}
        </span>{" "}
        {says}
      </p>
      {quote === undefined ? null : <blockquote>{quote}</blockquote>}
    </li>
  );
}

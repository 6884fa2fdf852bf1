// A trace as a conversation, whose lines lead to the entries that they rest on.
import type { types } from "@antechamber/sdk/control";
import { useMemo } from "react";
import { Time } from "../parts/time.tsx";
import { conversationOf, namesIn, type Line, type Party } from "./conversation.ts";
import styles from "./trace.module.css";

interface ConversationProps {
  readonly entries: readonly types.WholeEntry[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
  /** What ids are called, where the world is at hand. */
  readonly nameOf?: (id: string) => string | undefined;
}

const signs = { good: "✓", bad: "✕", warn: "!", soft: "·" } as const;

export function Conversation({ entries, chosen, choose, nameOf }: ConversationProps) {
  const lines = useMemo(() => conversationOf(entries), [entries]);
  const names = useMemo(() => namesIn(entries), [entries]);
  const partyText = ({ kind, id, count = 0 }: Party): string => {
    if (kind === "service") return "the service";
    if (kind === "sessions") return count === 1 ? "1 session" : `${count} sessions`;
    const unnamed = kind === "user" ? "nobody known" : "the application";
    return id === undefined ? unnamed : (nameOf?.(id) ?? names.get(id) ?? id);
  };
  return (
    <ol className={styles.conversation} aria-label="Conversation">
      {lines.map((line, i) => (
        <ConversationLine
          key={`${line.entry.id} ${i}`}
          line={line}
          partyText={partyText}
          isChosen={line.entry.id === chosen}
          choose={choose}
        />
      ))}
    </ol>
  );
}

interface LineProps {
  readonly line: Line;
  readonly partyText: (party: Party) => string;
  readonly isChosen: boolean;
  readonly choose: (id: string) => void;
}

/** What the service does by itself is said to nobody. */
function ConversationLine({ line, partyText, isChosen, choose }: LineProps) {
  const { entry, from, to, via, says, quote, tone } = line;
  const heading =
    via === "by itself"
      ? partyText(from)
      : `${partyText(from)} → ${partyText(to)} by ${via === "HTTP" ? "HTTP" : "the gateway"}`;
  return (
    <li className={styles.spoken} data-from={from.kind}>
      <div className={styles.speaker}>
        <strong>{heading}</strong>
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

// A trace in one of two views: as bars over time, or as a conversation.
import { useMemo, type ReactNode } from "react";
import type { types } from "@antechamber/sdk/control";
import { useAnswer } from "../api/queries.ts";
import { useParameter } from "../api/address.ts";
import { useAskedAgain } from "../live/asked-again.ts";
import { useNames } from "../parts/names.ts";
import { Fault, Skeleton, styles } from "../parts/parts.tsx";
import { Conversation } from "./conversation-view.tsx";
import { useTraceChildren } from "./trace-children.ts";
import { entriesIn } from "./trace-file.ts";

interface ShownAsProps {
  readonly bars: ReactNode;
  readonly conversation: ReactNode;
}

/** The URL holds the view. */
export function ShownAs({ bars, conversation }: ShownAsProps) {
  const [view, show] = useParameter("view");
  const isConversation = view === "conversation";
  return (
    <>
      <div className={`${styles.row} ${styles.spaced}`} role="group" aria-label="View">
        <button type="button" aria-pressed={!isConversation} onClick={() => show("")}>
          Waterfall
        </button>
        <button type="button" aria-pressed={isConversation} onClick={() => show("conversation")}>
          Conversation
        </button>
      </div>
      {isConversation ? conversation : bars}
    </>
  );
}

interface LiveConversationProps {
  readonly trace: string;
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

/**
 * The conversation of a trace in this world. It loads the entries in full, because their bodies
 * contain the words.
 */
export function LiveConversation({ trace, chosen, choose }: LiveConversationProps) {
  const nameOf = useNames();
  const query = { trace, as: "jsonl" } as const;
  const { data, error, refetch } = useAnswer("control.journal.export", { query });
  const own = useMemo(() => [{ field: "trace", value: trace }] as const, [trace]);
  useAskedAgain(`trace ${trace}`, own, refetch);
  const { items, hasMore } = useTraceChildren(trace);
  if (data === undefined) return error === null ? <Skeleton /> : <Fault error={error} />;
  const read = entriesOf(data);
  return (
    <>
      <Fault error={error} />
      <Conversation entries={read} next={items} chosen={chosen} choose={choose} nameOf={nameOf} />
      {hasMore ? <p>More traces continue from this one than are shown.</p> : null}
    </>
  );
}

function entriesOf(data: unknown): readonly types.WholeEntry[] {
  const read = typeof data === "string" ? entriesIn(data) : { entries: [] };
  return "entries" in read ? read.entries : [];
}

// One trace: what began it, what came of it, and why something was refused.
import { useParams } from "wouter";
import { useAct, useAnswer } from "../api/queries.ts";
import { useHref, useParameter, useWorld } from "../frame/address.ts";
import type { JournalEntry } from "../live/journal-index.ts";
import { Changing } from "../parts/mode.tsx";
import { Card, Empty, Fault, Page, Skeleton, styles as parts } from "../parts/parts.tsx";
import { EntryView } from "../trace/entry-view.tsx";
import { written } from "../trace/forms.ts";
import { Meanwhile } from "../trace/meanwhile.tsx";
import { ReplayInFork } from "../trace/replay-in-fork.tsx";
import { LiveConversation, ShownAs } from "../trace/shown-as.tsx";
import { Signature } from "../trace/signature.tsx";
import { TakeAlong } from "../trace/take-along.tsx";
import { Bars } from "../trace/waterfall-view.tsx";
import styles from "../trace/trace.module.css";

/** What may be done with a call. */
function CallActions({ id }: { readonly id: string }) {
  const world = useWorld();
  const replay = useAct("control.journal.replay");
  const href = useHref();
  const copy = async (): Promise<void> =>
    navigator.clipboard.writeText(await written(world, { entries: [id] }, "curl"));
  return (
    <>
      <p className={parts.row}>
        <Changing what="Sending it again">
          <button
            type="button"
            onClick={() => replay.mutate({ path: { entry_id: id }, body: {} })}
            disabled={replay.isPending}
          >
            Send it again
          </button>
        </Changing>
        <button type="button" onClick={() => void copy()}>
          Copy this call as curl
        </button>
        {replay.data === undefined ? null : (
          <a href={`/console${href("/timeline")}`}>it answered {replay.data.status}</a>
        )}
      </p>
      <Fault error={replay.error} />
    </>
  );
}

function Entry({ id }: { readonly id: string }) {
  const { data, error } = useAnswer("control.journal.get", { path: { entry_id: id } });
  if (data === undefined) return error === null ? <Skeleton /> : <Fault error={error} />;
  const actions = data.kind === "request" ? <CallActions id={id} /> : null;
  return (
    <div>
      <Fault error={error} />
      <EntryView entry={data} actions={actions} />
      <Signature entry={data} />
    </div>
  );
}

interface ShownProps {
  readonly trace: string;
  readonly items: readonly JournalEntry[];
}

/**
 * A trace in the view that is chosen, with the entry that is: the refused one, unless another was
 * clicked.
 */
function Shown({ trace, items }: ShownProps) {
  const [asked, choose] = useParameter("entry");
  const [root] = items;
  const refused = items.find((entry) => entry.refusal !== undefined);
  const chosen = asked === "" ? (refused ?? root)?.id : asked;
  const choice = { chosen: chosen ?? "", choose };
  return (
    <div className={styles.split}>
      <div className={styles.column}>
        <Card title={root?.summary ?? "What happened"}>
          <ShownAs
            bars={items.length === 0 ? <Skeleton /> : <Bars entries={items} {...choice} />}
            conversation={<LiveConversation trace={trace} {...choice} />}
          />
        </Card>
        <Meanwhile entries={items} />
        <Changing what="Replaying a trace in a copy">
          <ReplayInFork trace={trace} />
        </Changing>
      </div>
      {chosen === undefined ? null : <Entry key={chosen} id={chosen} />}
    </div>
  );
}

export function TracePage() {
  const { id } = useParams<{ readonly id: string }>();
  const { data, error } = useAnswer(
    "control.traces.get",
    { path: { trace_id: id } },
    { every: 2000 },
  );
  // One poll that fails takes nothing away of what was there.
  const isShown = data === undefined ? error === null : data.items.length > 0;
  return (
    <Page title={`Trace ${id}`} actions={<TakeAlong trace={id} />}>
      <Fault error={error} />
      {data?.items.length === 0 ? (
        <Empty>The journal has nothing of this trace: it was forgotten to make room.</Empty>
      ) : null}
      {isShown ? <Shown trace={id} items={data?.items ?? []} /> : null}
    </Page>
  );
}

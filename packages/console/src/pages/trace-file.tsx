// A trace from a file, such as a test run left: the same view, but without a world.
import { useState } from "react";
import { Card, Empty, Fault, Page } from "../parts/parts.tsx";
import { Conversation } from "../trace/conversation-view.tsx";
import { EntryView } from "../trace/entry-view.tsx";
import { useOpenedTrace } from "../trace/opened-trace.tsx";
import { ShownAs } from "../trace/shown-as.tsx";
import type { OpenedTrace } from "../trace/trace-file.ts";
import { Bars } from "../trace/waterfall-view.tsx";
import styles from "../trace/trace.module.css";

export function TraceFilePage() {
  const { opened, open } = useOpenedTrace();
  return (
    <Page
      title={opened === undefined ? "Open a trace file" : `Trace of ${opened.name}`}
      actions={
        <label>
          Trace file{" "}
          <input
            type="file"
            accept=".jsonl"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) void open(file);
              // Without this, browsers fire no change event when the same file is chosen again.
              target.value = "";
            }}
          />
        </label>
      }
    >
      {opened === undefined ? (
        <Empty>
          Choose a saved trace file (.trace.jsonl), or drop one anywhere in the console. It shows
          what happened in another run, without its world.
        </Empty>
      ) : (
        <Opened key={opened.name} opened={opened} />
      )}
    </Page>
  );
}

function Opened({ opened }: { readonly opened: OpenedTrace }) {
  const [chosen, choose] = useState<string>();
  if ("fault" in opened) return <Fault error={opened.fault} />;
  const { entries, test, names } = opened;
  const refused = entries.find(({ refusal }) => refusal !== undefined);
  const shown = entries.find(({ id }) => id === chosen) ?? refused ?? entries[0];
  return (
    <div className={styles.split}>
      <Card title={test ?? entries[0]?.summary ?? "Trace"}>
        <ShownAs
          bars={<Bars entries={entries} chosen={shown?.id ?? ""} choose={choose} />}
          conversation={
            <Conversation
              entries={entries}
              chosen={shown?.id ?? ""}
              choose={choose}
              nameOf={(id) => names[id]}
            />
          }
        />
      </Card>
      {shown === undefined ? null : <EntryView entry={shown} nameOf={(id) => names[id]} />}
    </div>
  );
}

// Why a user may or may not use a command, step by step, and what each step examined.
import { useEffect, useRef } from "react";
import { Card, Fault, styles } from "../parts/parts.tsx";
import { useNames } from "../parts/names.ts";
import { whoText, type Column, type Named } from "./axes.ts";
import { countOf, type Changes } from "./changes.ts";
import { useSteps } from "./decisions.ts";

interface StepsProps {
  readonly application: string;
  readonly command: Named;
  readonly column: Column;
  readonly changes: Changes;
}

export function Steps({ application, command, column, changes }: StepsProps) {
  const { data, error } = useSteps({ application, command: command.id, column }, changes);
  const nameOf = useNames();
  const { who, channel } = column;
  /** Replaces ids of users by their names; a hypothetical member with a single role has none. */
  const named = (text: string) =>
    text
      .replace(/^user (\d+)$/, (_whole, id: string) => nameOf(id) ?? whoText(who))
      .replace(`channel ${channel.id}`, `#${channel.name}`);
  const isTrying = countOf(changes) > 0;
  const top = useRef<HTMLDivElement>(null);
  const isKnown = data !== undefined;
  useEffect(() => {
    // The steps are below a matrix that may fill the page.
    if (isKnown) top.current?.scrollIntoView({ block: "nearest" });
  }, [command.id, column.id, isKnown]);
  return (
    <div ref={top}>
      <Card title={`${command.name} for ${whoText(who)} in #${channel.name}`}>
        <Fault error={error} />
        {data === undefined ? null : (
          <>
            <p role="status" data-tone={data.allowed ? "good" : "bad"}>
              {data.allowed ? "✓ allowed" : `✕ denied: ${data.outcome}`}
              {isTrying ? ", with the changes below" : ""}
            </p>
            <ol className={styles.plain} aria-label="Steps">
              {(data.decision ?? []).map(({ step, rule, subject, outcome, decided, overwrite }) => (
                <li key={`${step} ${rule} ${subject}`}>
                  {step}. {rule}: {named(subject)}, {outcome}
                  {overwrite === undefined ? "" : ` (${overwriteText(overwrite, command.name)})`}
                  {decided === null ? "" : ` → ${decided} here`}
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
    </div>
  );
}

const kinds: Readonly<Record<number, string>> = { 1: "role", 2: "user", 3: "channel" };

interface Decisive {
  readonly of: "command" | "application";
  readonly id: string;
  readonly type: number;
  readonly permission: boolean;
}

/** The permission entry that decided a step. */
function overwriteText({ of, id, type, permission }: Decisive, command: string): string {
  const whose = of === "command" ? command : "all commands";
  return `permission of ${whose}: ${kinds[type]} ${id} is ${permission}`;
}

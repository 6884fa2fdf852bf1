// What every page is made of.
import { RestError } from "@antechamber/sdk/control";
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { wordsOf } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import { copyText } from "./clipboard.ts";
import { faultsIn, type IsAtField } from "./faults.ts";
import styles from "./parts.module.css";
import { Skeleton } from "./skeleton.tsx";

export { Skeleton, styles };

interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Antechamber`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}

export function Card({
  title,
  children,
}: {
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card} aria-label={title}>
      {title === undefined ? null : <h2>{title}</h2>}
      {children}
    </section>
  );
}

interface EmptyProps {
  /** Whether there is nothing is not known yet. */
  readonly isLoading?: boolean;
  readonly children: ReactNode;
}

/** What would stand here, and how to make it so. */
export function Empty({ isLoading = false, children }: EmptyProps) {
  return isLoading ? <Skeleton /> : <p className={styles.empty}>{children}</p>;
}

interface FaultProps {
  readonly error: unknown;
  /** Faults that stand at their fields are not told twice. */
  readonly isAtField?: IsAtField;
}

/** What went wrong, and where the journal has it: a refusal leads to the step that refused. */
export function Fault({ error, isAtField }: FaultProps) {
  const href = useHref();
  if (error === null || error === undefined) return null;
  const faults = faultsIn(error, isAtField);
  const entry = error instanceof RestError ? error.entry : undefined;
  return (
    <div className={styles.fault} role="alert">
      {wordsOf(error)}
      {faults.length === 0 ? null : (
        <ul>
          {faults.map(({ at, message }, i) => (
            <li key={`${at} ${i}`}>
              {at === "" ? null : <code>{at}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {entry === undefined ? null : <Link href={href(`/trace/${entry}`)}>Trace of this call</Link>}
    </div>
  );
}

/** Copies, and has for a while what came of it. */
function useCopying(shownMs: number) {
  const [outcome, setOutcome] = useState<"copied" | "cannot copy here">();
  const copy = (text: string): void => {
    copyText(text)
      .then(
        () => setOutcome("copied"),
        () => setOutcome("cannot copy here"),
      )
      .finally(() => setTimeout(() => setOutcome(undefined), shownMs));
  };
  return [outcome, copy] as const;
}

/** A long id, its middle left out; a click copies the whole. */
export function Id({ id }: { readonly id: string }) {
  const [outcome, copy] = useCopying(1000);
  const shown = id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
  return (
    <button type="button" className={styles.id} title={`${id}: copy`} onClick={() => copy(id)}>
      {outcome ?? shown}
    </button>
  );
}

/** A button that copies a text. */
export function Copy({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [outcome, copy] = useCopying(1500);
  return (
    <button type="button" onClick={() => copy(text)}>
      {outcome === "copied" ? "Copied" : (outcome ?? children)}
    </button>
  );
}

export { Json } from "./json-tree.tsx";

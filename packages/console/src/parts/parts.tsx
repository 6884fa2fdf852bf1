// The building blocks of every page.
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
  /** Content beside the title. */
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
  /** True until it is known whether there is anything. */
  readonly isLoading?: boolean;
  readonly children: ReactNode;
}

/** A text for an empty place: what it is for, and how to fill it. */
export function Empty({ isLoading = false, children }: EmptyProps) {
  return isLoading ? <Skeleton /> : <p className={styles.empty}>{children}</p>;
}

interface FaultProps {
  readonly error: unknown;
  /** Selects faults that are shown at their fields, so that they are not repeated here. */
  readonly isAtField?: IsAtField;
}

/** An error, with a link to its journal entry: for a refusal, to the step that refused. */
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
      {entry === undefined ? null : <Link href={href(`/trace/${entry}`)}>Open trace</Link>}
    </div>
  );
}

/** Copies a text, and shows the outcome for a while. */
function useCopying(shownMs: number) {
  const [outcome, setOutcome] = useState<"copied" | "copy failed">();
  const copy = (text: string): void => {
    copyText(text)
      .then(
        () => setOutcome("copied"),
        () => setOutcome("copy failed"),
      )
      .finally(() => setTimeout(() => setOutcome(undefined), shownMs));
  };
  return [outcome, copy] as const;
}

/** A long id, shortened in the middle; a click copies it in full. */
export function Id({ id }: { readonly id: string }) {
  const [outcome, copy] = useCopying(1000);
  const shown = id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
  return (
    <button type="button" className={styles.id} title={`Copy ${id}`} onClick={() => copy(id)}>
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

// A record beside the page, named by the URL: its data, its entries in the journal, and forms to
// change or delete it.
import { X } from "lucide-react";
import { useEffect, useRef, useState, type RefObject } from "react";
import { Link } from "wouter";
import { call, queries, useAnswer } from "../api/queries.ts";
import { useHref, useParameter, useWorld } from "../api/address.ts";
import { isCovered } from "../parts/keys.ts";
import { ConfirmedButton } from "../parts/confirmed-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { Card, Fault, Json, Skeleton, styles as parts } from "../parts/parts.tsx";
import { recordAt, singularOf, type Kind, type Listed } from "./kinds.ts";
import { recordCallId, recordInput } from "./record-calls.ts";
import { RecordForm } from "./record-form.tsx";
import { Title } from "./title.tsx";
import styles from "./inspector.module.css";

export function Inspector() {
  const [address, setAddress] = useParameter("inspect");
  const world = useWorld();
  const record = recordAt(address);
  useEffect(() => {
    const listen = ({ key, defaultPrevented }: KeyboardEvent): void => {
      // Escape first closes whatever covers the page.
      if (key === "Escape" && !defaultPrevented && !isCovered()) setAddress("");
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [setAddress]);
  if (record === undefined) return null;
  // Another world may have a record at the same address.
  const key = `${world} ${address}`;
  return <Inspected key={key} {...record} close={() => setAddress("")} />;
}

/**
 * Moves the focus into the panel, which follows the whole page in the order of the Tab key, and
 * back where it was when the panel closes.
 */
function useFocusWhileOpen(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      // The browser moves the focus from a removed element to the body.
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}

interface InspectedProps {
  readonly kind: Kind;
  readonly path: Readonly<Record<string, string>>;
  readonly close: () => void;
}

function Inspected({ kind, path, close }: InspectedProps) {
  const world = useWorld();
  const href = useHref();
  const [fault, setFault] = useState<unknown>();
  const input = recordInput({ path });
  const { data, error } = useAnswer(recordCallId(kind, "get"), input);
  const record = (data ?? {}) as Listed;

  async function edit(body: Readonly<Record<string, unknown>>): Promise<void> {
    await call(world, recordCallId(kind, "edit"), recordInput({ path, body }));
    await queries.invalidateQueries({ queryKey: [world] });
  }
  async function remove(): Promise<void> {
    try {
      await call(world, recordCallId(kind, "remove"), input);
      close();
      await queries.invalidateQueries({ queryKey: [world] });
    } catch (refused) {
      setFault(refused);
    }
  }

  const panel = useFocusWhileOpen();
  return (
    <aside ref={panel} tabIndex={-1} className={styles.inspector} aria-label="Inspector">
      <header className={parts.row}>
        <h2>
          {singularOf(kind)} <Title listed={record} />
        </h2>
        <button type="button" aria-label="Close the inspector" title="Esc" onClick={close}>
          <X size={14} aria-hidden />
        </button>
      </header>
      <Fault error={error ?? fault} />
      {data === undefined && error === null ? <Skeleton /> : null}
      {data === undefined ? null : (
        <>
          <div className={parts.row}>
            <Link href={href("/timeline", { q: filterOf(kind, path) })}>Show in timeline</Link>
            {kind === "users" ? (
              <Link href={href("/stage", { as: String(record["username"]) })}>
                Act as this user
              </Link>
            ) : null}
            <Changing what="Removing records">
              <ConfirmedButton label="Remove" question="Really remove?" act={() => void remove()} />
            </Changing>
          </div>
          <Card title="World file entry">
            <Json value={data} />
          </Card>
          <Changing what="Editing records">
            <Card title="Edit">
              <RecordForm
                operation={recordCallId(kind, "edit")}
                record={record}
                action="Save"
                send={edit}
              />
            </Card>
          </Changing>
        </>
      )}
    </aside>
  );
}

/** A filter of the timeline for the entries about a record. */
function filterOf(kind: Kind, path: Readonly<Record<string, string>>): string {
  const [id = ""] = Object.values(path).slice(-1);
  if (kind === "users" || kind === "members") return `user:${id}`;
  if (kind === "applications" || kind === "installs") return `app:${id}`;
  return `text:${id}`;
}

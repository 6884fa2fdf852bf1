// A collapsible tree of a JSON value; ids stay strings. Faults are shown at the members that they
// are about.
import styles from "./parts.module.css";

interface JsonProps {
  readonly value: unknown;
  readonly name?: string;
  /** Messages by place: `data.options[2].name`. */
  readonly faults?: ReadonlyMap<string, string>;
}

const none: ReadonlyMap<string, string> = new Map();

export function Json({ value, name, faults = none }: JsonProps) {
  return (
    <div className={styles.json}>
      <Node value={value} name={name} path="" faults={faults} isOpen />
    </div>
  );
}

/** The most members that are shown at once. */
const MEMBERS_MAX = 200;
/** Objects with at most this many members start expanded. */
const OPEN_MAX = 6;

interface NodeProps {
  readonly value: unknown;
  readonly name: string | undefined;
  readonly path: string;
  readonly faults: ReadonlyMap<string, string>;
  readonly isOpen?: boolean;
}

function Node({ value, name, path, faults, isOpen = false }: NodeProps) {
  const label = name === undefined ? null : <span className={styles.key}>{name}: </span>;
  const fault = faults.get(path);
  const note = fault === undefined ? null : <strong className={styles.bad}> ✕ {fault}</strong>;
  const members = membersOf(value);
  if (members.length === 0) {
    return (
      <div>
        {label}
        {JSON.stringify(value)}
        {note}
      </div>
    );
  }
  const kind = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`;
  const at = (key: string) => placeOf(path, key, Array.isArray(value));
  const missing = missingIn(path, value, faults);
  return (
    <details open={isOpen || members.length <= OPEN_MAX || holdsFault(path, faults)}>
      <summary>
        {label}
        {kind}
        {note}
      </summary>
      <div>
        {members.slice(0, MEMBERS_MAX).map(([key, member]) => (
          <Node key={key} name={key} value={member} path={at(key)} faults={faults} />
        ))}
        {missing.map(([key, sentence]) => (
          <div key={key}>
            <span className={styles.key}>{key}: </span>
            <strong className={styles.bad}>✕ {sentence}</strong>
          </div>
        ))}
        {members.length > MEMBERS_MAX ? <div>… {members.length - MEMBERS_MAX} more</div> : null}
      </div>
    </details>
  );
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function placeOf(path: string, key: string, isInList: boolean): string {
  if (isInList) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

function holdsFault(path: string, faults: ReadonlyMap<string, string>): boolean {
  const isWithin = (place: string) => place.startsWith(`${path}.`) || place.startsWith(`${path}[`);
  return faults.size > 0 && [...faults.keys()].some(isWithin);
}

/** Faults of missing members. */
function missingIn(path: string, value: unknown, faults: ReadonlyMap<string, string>) {
  if (Array.isArray(value) || typeof value !== "object" || value === null) return [];
  const start = path === "" ? "" : `${path}.`;
  return [...faults].flatMap(([place, sentence]) => {
    const key = place.startsWith(start) ? place.slice(start.length) : "";
    return key === "" || /[.[]/.test(key) || key in value ? [] : [[key, sentence] as const];
  });
}

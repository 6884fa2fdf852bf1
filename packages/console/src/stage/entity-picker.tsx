// Selects users, roles and channels by name, from what the user's session has received.
import { holds } from "@antechamber/contract/permissions";
import { useEffect, useId, useRef, useState } from "react";
import { useActor } from "./acting.ts";
import { permissionsOf } from "./session/permissions.ts";
import type { Seen } from "./session/seen.ts";
import {
  nameOfMember,
  nameOfUser,
  placeOf,
  useSeen,
  useSession,
  type Place,
} from "./session/use-session.ts";
import styles from "./stage.module.css";
import { Suggestions, useMarked } from "../parts/suggestions.tsx";

export type EntityKind = "user" | "role" | "channel";

export interface Entity {
  readonly id: string;
  /** `@alice`, `#general`. */
  readonly text: string;
}

/** The most candidates that are shown at once. */
const SHOWN_MAX = 25;
/** The debounce of member searches, in milliseconds. */
const DEBOUNCE_MS = 150;

interface EntityFilter {
  readonly kinds: readonly EntityKind[];
  /** The types of channel; empty: all. */
  readonly channelTypes?: readonly number[];
  /** True to offer all users that the session has received, from any place. */
  readonly isAnywhere?: boolean;
}

/** All users of the guilds and direct messages, without duplicates. */
function everybody({ guilds, directs, me }: Seen): readonly Entity[] {
  const known = new Map<string, string>();
  for (const { recipients = [] } of directs.values()) {
    for (const user of recipients) known.set(user.id, nameOfUser(user));
  }
  for (const { members } of guilds.values()) {
    for (const member of members.values()) known.set(member.user.id, nameOfMember(member));
  }
  known.delete(me?.id ?? "");
  return [...known].map(([id, name]) => ({ id, text: `@${name}` }));
}

/** Everything that can be selected in a place. */
export function entitiesOf(
  { me, directs }: Seen,
  { channel, guild }: Place,
  { kinds, channelTypes = [] }: EntityFilter,
): readonly Entity[] {
  if (guild === undefined) {
    const people = [...(channel?.recipients ?? []), ...(me === undefined ? [] : [me])];
    const users = people.map((user) => ({ id: user.id, text: `@${nameOfUser(user)}` }));
    const places = [...directs.values()].map(({ id, name }) => ({ id, text: `#${name ?? id}` }));
    return [...(kinds.includes("user") ? users : []), ...(kinds.includes("channel") ? places : [])];
  }
  const users = [...guild.members.values()].map((member) => ({
    id: member.user.id,
    text: `@${nameOfMember(member)}`,
  }));
  const roles = [...guild.roles.values()]
    .filter(({ id }) => id !== guild.id)
    .map(({ id, name }) => ({ id, text: `@${name}` }));
  const places = [...guild.channels.values()]
    .filter((each) => channelTypes.length === 0 || channelTypes.includes(each.type))
    .filter((each) => holds(permissionsOf(guild, me?.id ?? "", each), "VIEW_CHANNEL"))
    .map(({ id, name }) => ({ id, text: `#${name ?? id}` }));
  const all = { user: users, role: roles, channel: places };
  return kinds.flatMap((kind) => all[kind]);
}

/** The entities whose names contain the text. */
export function matching(entities: readonly Entity[], text: string): readonly Entity[] {
  const query = text.replace(/^[@#]/, "").toLowerCase();
  return entities.filter(({ text: each }) => each.toLowerCase().includes(query));
}

interface EntityPickerProps extends EntityFilter {
  /** The name of the form's field, whose values are ids. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** The id of the element that describes it. */
  readonly describedBy?: string;
  readonly max?: number;
  readonly initial?: readonly string[];
  readonly isRequired?: boolean;
  readonly isOff?: boolean;
  readonly isFirst?: boolean;
}

/**
 * The selected entities. After a change the focus moves to the field, or to the last entity if no
 * more may be selected.
 */
function useChosen(initial: readonly string[]) {
  const [ids, setIds] = useState(initial);
  const box = useRef<HTMLDivElement>(null);
  const isChanged = useRef(false);
  useEffect(() => {
    if (!isChanged.current) return;
    isChanged.current = false;
    const field = box.current?.querySelector<HTMLElement>("input[role=combobox]");
    const [last] = [...(box.current?.querySelectorAll("button") ?? [])].slice(-1);
    (field ?? last)?.focus();
  }, [ids]);
  const change = (next: readonly string[]): void => {
    isChanged.current = true;
    setIds(next);
  };
  return { ids, box, change };
}

export function EntityPicker(props: EntityPickerProps) {
  const { name, label, placeholder, max = 1, initial = [], isRequired = false } = props;
  const { isOff = false, isFirst = false, ...wanted } = props;
  const { found, text, setText, all } = useCandidates(wanted);
  const { ids, box, change } = useChosen(initial);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const left = found.filter((each) => !ids.includes(each.id)).slice(0, SHOWN_MAX);
  const choose = (at: number): void => {
    const chosen = left[at];
    if (chosen === undefined) return;
    change([...ids, chosen.id].slice(0, max));
    setText("");
    setOpen(false);
  };
  const { marked, takes } = useMarked({ count: left.length, choose, leave: () => setOpen(false) });
  const isFull = ids.length >= max;
  return (
    <div ref={box} className={styles.entities}>
      {ids.map((each) => (
        <span key={each} className={styles.chip}>
          <input type="hidden" name={name} value={each} />
          {all.find((one) => one.id === each)?.text ?? each}
          <button
            type="button"
            disabled={isOff}
            aria-label={`Remove ${all.find((one) => one.id === each)?.text ?? each}`}
            onClick={() => change(ids.filter((one) => one !== each))}
          >
            ✕
          </button>
        </span>
      ))}
      {isFull ? null : (
        <input
          // Text that was not completed is sent unchanged: as an id, or as an unambiguous name.
          name={name}
          role="combobox"
          aria-label={label}
          aria-describedby={props.describedBy}
          placeholder={placeholder}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && left.length > 0 ? `${id}-${marked}` : undefined}
          autoComplete="off"
          autoFocus={isFirst}
          required={isRequired && ids.length === 0}
          disabled={isOff}
          value={text}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onChange={({ target }) => {
            setText(target.value);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            const isForList = left.length > 0 || event.key === "Escape";
            if (isOpen && isForList && event.key !== "Tab") takes(event);
          }}
        />
      )}
      {isOpen && !isFull ? (
        <Suggestions
          id={id}
          label={label}
          items={left.map((each) => ({ key: each.id, text: each.text }))}
          marked={marked}
          choose={choose}
          empty="No matches."
        />
      ) : null}
    </div>
  );
}

/** The candidates for the typed text; members of large guilds are requested. */
function useCandidates(wanted: EntityFilter) {
  const { channel: id } = useActor();
  const session = useSession();
  const seen = useSeen();
  const place = placeOf(seen, id);
  const [text, setText] = useState("");
  const guild = wanted.kinds.includes("user") ? place.guild?.id : undefined;
  useEffect(() => {
    if (guild === undefined || text === "") return undefined;
    const timer = setTimeout(() => session.findMembers(guild, text.replace(/^@/, "")), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [session, guild, text]);
  const all = wanted.isAnywhere === true ? everybody(seen) : entitiesOf(seen, place, wanted);
  return { found: matching(all, text), all, text, setText };
}

// One to four users side by side in a channel: each sees what they would see.
import { useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "wouter";
import { useAnswer } from "../api/queries.ts";
import { useGo, useParameter, useWorld } from "../frame/address.ts";
import { Empty, Fault } from "../parts/parts.tsx";
import { Pane } from "../stage/pane.tsx";
import { UserSession } from "../stage/session/user-session.ts";
import styles from "../stage/stage.module.css";

const PANES_MAX = 4;
const LIST_MAX = 1000;
/** Kinds of channel that hold messages. */
const WITH_MESSAGES = new Set([0, 2, 5, 10, 11, 12, 13]);

interface ListedPlace {
  readonly id: string;
  readonly guild: string;
  readonly title: string;
}

/** Channels in which people write, with their guilds. */
function usePlaces(): readonly ListedPlace[] {
  const query = { limit: LIST_MAX };
  const channels = useAnswer("control.channels.list", { query });
  const guilds = useAnswer("control.guilds.list", { query });
  return useMemo(() => {
    const names = new Map((guilds.data?.items ?? []).map(({ id, name }) => [id, name]));
    return (channels.data?.items ?? [])
      .filter(({ type = 0 }) => WITH_MESSAGES.has(type))
      .map(({ id = "", name = "", guild }) => ({
        id,
        guild: String(guild),
        title: `${names.get(String(guild)) ?? String(guild)} #${name}`,
      }));
  }, [channels.data, guilds.data]);
}

/** The sessions of the users that are shown, each made once. */
function useSessions(world: string, users: readonly string[]): readonly UserSession[] {
  const [made] = useState(() => new Map<string, UserSession>());
  return users.map((user) => {
    const known = made.get(user) ?? new UserSession(world, user);
    made.set(user, known);
    return known;
  });
}

/** `Alt+1` to `Alt+4` go to a pane's field, `Alt+N` to another user. */
function usePaneKeys(): React.RefObject<HTMLDivElement | null> {
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const number = Number(event.code.replace("Digit", ""));
      const panes = stage.current?.querySelectorAll("[data-pane]") ?? [];
      const target =
        event.code === "KeyN"
          ? stage.current?.querySelector<HTMLElement>("[data-add]")
          : [...panes][number - 1]?.querySelector<HTMLElement>("[data-write]");
      if (target === undefined || target === null) return;
      event.preventDefault();
      target.focus();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  return stage;
}

/** Another world has other sessions. */
export function StagePage() {
  const world = useWorld();
  return <Stage key={world} world={world} />;
}

function Stage({ world }: { readonly world: string }) {
  const places = usePlaces();
  const users = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  const { channel: chosen } = useParams<{ readonly channel?: string }>();
  const [as, setAs] = useParameter("as");
  const go = useGo();
  const stage = usePaneKeys();
  const names = (users.data?.items ?? []).flatMap(({ username }) => username ?? []);
  const shown = (as === "" ? names.slice(0, 2) : as.split(",")).slice(0, PANES_MAX);
  const channel = chosen ?? places[0]?.id ?? "";
  const sessions = useSessions(world, shown);
  const goTo = (guild: string, id: string): void =>
    go(`/stage/${guild}/${id}`, as === "" ? {} : { as });
  useEffect(() => {
    document.title = "Stage · Antechamber";
  }, []);
  return (
    <div className={styles.stage} ref={stage}>
      <div className={styles.bar}>
        <h1>Stage</h1>
        <ChannelChoice places={places} channel={channel} goTo={goTo} />
        <label>
          Add{" "}
          <select
            data-add
            value=""
            disabled={shown.length >= PANES_MAX}
            onChange={({ target }) => setAs([...shown, target.value].join(","))}
          >
            <option value="">a user</option>
            {names
              .filter((name) => !shown.includes(name))
              .map((name) => (
                <option key={name}>{name}</option>
              ))}
          </select>
        </label>
      </div>
      <Fault error={users.error} />
      {channel === "" ? <Empty>This world has no channel to write in.</Empty> : null}
      {channel === "" ? null : (
        <div className={styles.panes}>
          {sessions.map((session) => (
            <Pane
              key={session.user}
              session={session}
              channel={channel}
              go={goTo}
              close={
                shown.length === 1
                  ? undefined
                  : () => setAs(shown.filter((each) => each !== session.user).join(","))
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface ChannelChoiceProps {
  readonly places: readonly ListedPlace[];
  readonly channel: string;
  readonly goTo: (guild: string, channel: string) => void;
}

function ChannelChoice({ places, channel, goTo }: ChannelChoiceProps) {
  const isListed = places.some(({ id }) => id === channel);
  return (
    <label>
      Channel{" "}
      <select
        value={channel}
        onChange={({ target }) => {
          const place = places.find(({ id }) => id === target.value);
          if (place !== undefined) goTo(place.guild, place.id);
        }}
      >
        {isListed ? null : <option value={channel}>a direct message or a group</option>}
        {places.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

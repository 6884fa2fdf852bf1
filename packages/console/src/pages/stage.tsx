// One to four users side by side in a channel: each pane shows what the user would see.
import { hasMessages } from "@antechamber/contract/channel-types";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { RestError } from "@antechamber/sdk/control";
import { Link, useParams } from "wouter";
import { LIST_MAX, useAnswer } from "../api/queries.ts";
import { useGo, useHref, useParameter, useWorld } from "../api/address.ts";
import { Empty, Fault, Skeleton } from "../parts/parts.tsx";
import { GhostsContext } from "../stage/ghosts.ts";
import { LobbyPane } from "../stage/lobby-pane.tsx";
import { Pane } from "../stage/pane.tsx";
import { PlayerSession, type LobbyPlace } from "../stage/session/player-session.ts";
import { UserSession } from "../stage/session/user-session.ts";
import styles from "../stage/stage.module.css";

const PANES_MAX = 4;
/** The most users in a choice without search. */
const CHOICES_MAX = 50;
/** The most lobbies in the choice; the page of lobbies has all. */
const LOBBIES_MAX = 50;
const NOT_FOUND = 404;
/** Replaces the guild in the path; the id of a lobby follows. */
const LOBBY = "lobby";

interface ListedPlace {
  readonly id: string;
  readonly guild: string;
  readonly title: string;
}

/** Channels with messages, and their guilds. */
function usePlaces() {
  const query = { limit: LIST_MAX };
  const channels = useAnswer("control.channels.list", { query });
  const guilds = useAnswer("control.guilds.list", { query });
  const places: readonly ListedPlace[] = useMemo(() => {
    const names = new Map((guilds.data?.items ?? []).map(({ id, name }) => [id, name]));
    return (channels.data?.items ?? [])
      .filter(({ type = 0 }) => hasMessages(type))
      .map(({ id = "", name = "", guild }) => ({
        id,
        guild: String(guild),
        title: `${names.get(String(guild)) ?? String(guild)} #${name}`,
      }));
  }, [channels.data, guilds.data]);
  return { places, isLoading: channels.isPending, error: channels.error };
}

/** One session for each user that is shown. */
function useSessions<S>(users: readonly string[], make: (user: string) => S): readonly S[] {
  const [made] = useState(() => new Map<string, S>());
  return users.map((user) => {
    const known = made.get(user) ?? make(user);
    made.set(user, known);
    return known;
  });
}

/** The sessions that ghosts are based on; undefined in the honest view. */
function useGhostly(sessions: readonly UserSession[], isOn: boolean) {
  const key = sessions.map(({ user }) => user).join(",");
  const latest = useRef(sessions);
  latest.current = sessions;
  // Keeps the identity of the list while the same users are shown.
  return useMemo(() => (isOn && key !== "" ? latest.current : undefined), [key, isOn]);
}

/** The users that are shown, and functions that change the selection. */
function useShown() {
  const users = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  const [as, setAs] = useParameter("as");
  const names = (users.data?.items ?? []).flatMap(({ username }) => username ?? []);
  const shown = (as === "" ? names.slice(0, 2) : as.split(",")).slice(0, PANES_MAX);
  return {
    as,
    shown,
    names,
    error: users.error,
    add: (name: string) => setAs([...shown, name].join(",")),
    closeOf: (name: string) =>
      shown.length === 1 ? undefined : () => setAs(shown.filter((each) => each !== name).join(",")),
  };
}

/** `Alt+1` to `Alt+4` focus a pane's field, `Alt+N` the field that adds a user. */
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

/** The Stage, with new sessions for each world. */
export function StagePage() {
  const world = useWorld();
  const { guild = "", channel } = useParams<{
    readonly guild?: string;
    readonly channel?: string;
  }>();
  const stage = usePaneKeys();
  useEffect(() => {
    document.title = "Stage · Antechamber";
  }, []);
  return (
    <div className={styles.stage} ref={stage}>
      {guild === LOBBY ? (
        <LobbyStage key={`${world} ${channel}`} world={world} lobby={channel ?? ""} />
      ) : (
        <ChannelStage key={world} world={world} guild={guild} chosen={channel} />
      )}
    </div>
  );
}

type AddUserProps = Pick<ReturnType<typeof useShown>, "shown" | "names" | "add">;

function AddUser(props: AddUserProps) {
  const { shown, names, add } = props;
  if (names.length > CHOICES_MAX) return <AddByName {...props} />;
  return (
    <label>
      Add user{" "}
      <select
        data-add
        value=""
        disabled={shown.length >= PANES_MAX}
        onChange={({ target }) => add(target.value)}
      >
        <option value="">Choose a user</option>
        {names
          .filter((name) => !shown.includes(name))
          .map((name) => (
            <option key={name}>{name}</option>
          ))}
      </select>
    </label>
  );
}

/** The names of users that match the text; the first ones while there is none. */
function useMatchingNames(text: string): readonly string[] {
  const query = { limit: CHOICES_MAX, ...(text === "" ? {} : { q: text }) };
  const { data } = useAnswer("control.users.list", { query });
  return (data?.items ?? []).flatMap(({ username }) => username ?? []);
}

/** Adds a user by name, with a search, if there are too many to choose from. */
function AddByName({ shown, add }: AddUserProps) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const name = typed.trim();
  const names = useMatchingNames(name);
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== "" && !shown.includes(name)) add(name);
        setTyped("");
      }}
    >
      <label>
        Add user{" "}
        <input
          data-add
          list={id}
          placeholder="username"
          autoComplete="off"
          value={typed}
          disabled={shown.length >= PANES_MAX}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <button type="submit" disabled={name === ""}>
        Add
      </button>
      <datalist id={id}>
        {names
          .filter((each) => !shown.includes(each))
          .map((each) => (
            <option key={each} value={each} />
          ))}
      </datalist>
    </form>
  );
}

function HonestView() {
  const [honest, setHonest] = useParameter("honest");
  return (
    <label title="Show only what each user sees: no placeholders for replies to others and deleted messages">
      <input
        type="checkbox"
        checked={honest !== ""}
        onChange={({ target }) => setHonest(target.checked ? "1" : "")}
      />{" "}
      Honest view
    </label>
  );
}

interface ChannelStageProps {
  readonly world: string;
  /** If no channel is chosen, the first one of this guild is shown. */
  readonly guild: string;
  readonly chosen: string | undefined;
}

function ChannelStage({ world, guild, chosen }: ChannelStageProps) {
  const { places, ...listed } = usePlaces();
  const { as, shown, error, closeOf, ...addable } = useShown();
  const go = useGo();
  const [first = places[0]] = places.filter((place) => place.guild === guild);
  const channel = chosen ?? first?.id ?? "";
  const [begun] = useParameter("write");
  const sessions = useSessions(shown, (user) => new UserSession(world, user));
  const [honest] = useParameter("honest");
  const kept = { ...(as === "" ? {} : { as }), ...(honest === "" ? {} : { honest }) };
  const goTo = (to: string, id: string): void => go(`/stage/${to}/${id}`, kept);
  const ghosts = useGhostly(sessions, honest === "");
  return (
    <>
      <div className={styles.bar}>
        <h1>Stage</h1>
        <PlaceChoice shown={channel} as={as} otherwise="direct message or group" />
        <AddUser shown={shown} {...addable} />
        <HonestView />
      </div>
      <Fault error={error ?? listed.error} />
      {channel === "" && listed.error === null ? (
        <Empty isLoading={listed.isLoading}>
          This world has no text channels. Add one under Data.
        </Empty>
      ) : null}
      {channel === "" ? null : (
        <GhostsContext.Provider value={ghosts}>
          <div className={styles.panes}>
            {sessions.map((session, i) => (
              <Pane
                key={session.user}
                session={session}
                channel={channel}
                begun={i === 0 ? begun : ""}
                go={goTo}
                close={closeOf(session.user)}
              />
            ))}
          </div>
        </GhostsContext.Provider>
      )}
    </>
  );
}

/** The same users, as players of a lobby. */
function LobbyStage({ world, lobby }: { readonly world: string; readonly lobby: string }) {
  const { data, error } = useAnswer("control.lobbies.get", { path: { lobby_id: lobby } });
  if (data === undefined) {
    if (error instanceof RestError && error.status === NOT_FOUND)
      return <Empty>Lobby {lobby} not found. It was closed, or the id is wrong.</Empty>;
    return error === null ? <Skeleton /> : <Fault error={error} />;
  }
  return <OpenLobby world={world} place={{ lobby, application: data.application }} />;
}

function OpenLobby({ world, place }: { readonly world: string; readonly place: LobbyPlace }) {
  const href = useHref();
  const { as, shown, error, closeOf, ...addable } = useShown();
  const sessions = useSessions(shown, (user) => new PlayerSession(world, user, place));
  return (
    <>
      <div className={styles.bar}>
        <h1>Stage: lobby</h1>
        <Link href={href(`/lobbies/${place.lobby}`)}>Lobby details</Link>
        <PlaceChoice shown={place.lobby} as={as} otherwise={`lobby ${place.lobby}`} />
        <AddUser shown={shown} {...addable} />
        <HonestView />
      </div>
      <Fault error={error} />
      <div className={styles.panes}>
        {sessions.map((session) => (
          <LobbyPane key={session.user} session={session} close={closeOf(session.user)} />
        ))}
      </div>
    </>
  );
}

interface PlaceChoiceProps {
  /** The channel or the lobby that is shown. */
  readonly shown: string;
  readonly as: string;
  /** The name of a place that is not among the choices. */
  readonly otherwise: string;
}

/** A choice of all channels with messages, and of lobbies. */
function PlaceChoice({ shown, as, otherwise }: PlaceChoiceProps) {
  const { places } = usePlaces();
  const lobbies = useAnswer(
    "control.lobbies.list",
    { query: { limit: LOBBIES_MAX } },
    { every: 5000 },
  );
  const go = useGo();
  const rooms = (lobbies.data?.items ?? []).map(({ id }) => id);
  const isListed = [...places.map(({ id }) => id), ...rooms].includes(shown);
  const choose = (id: string): void => {
    const guild = places.find((place) => place.id === id)?.guild ?? LOBBY;
    go(`/stage/${guild}/${id}`, as === "" ? {} : { as });
  };
  return (
    <label>
      Channel or lobby{" "}
      <select value={shown} onChange={({ target }) => choose(target.value)}>
        {isListed ? null : <option value={shown}>{otherwise}</option>}
        {places.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        {rooms.map((id) => (
          <option key={id} value={id}>
            lobby {id}
          </option>
        ))}
      </select>
    </label>
  );
}

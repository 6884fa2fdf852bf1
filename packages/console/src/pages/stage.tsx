// One to four users side by side in a channel: each sees what they would see.
import { useEffect, useMemo } from "react";
import { useAnswer } from "../api/queries.ts";
import { useParameter } from "../frame/address.ts";
import { Empty, Fault } from "../parts/parts.tsx";
import { Pane } from "../stage/pane.tsx";
import styles from "../stage/stage.module.css";

const PANES_MAX = 4;
const LIST_MAX = 1000;
/** Kinds of channel that hold messages. */
const WITH_MESSAGES = new Set([0, 2, 5, 10, 11, 12, 13]);

interface Place {
  readonly id: string;
  readonly title: string;
}

/** Channels in which people write, with their guilds. */
function usePlaces(): readonly Place[] {
  const query = { limit: LIST_MAX };
  const channels = useAnswer("control.channels.list", { query });
  const guilds = useAnswer("control.guilds.list", { query });
  return useMemo(() => {
    const names = new Map((guilds.data?.items ?? []).map(({ id, name }) => [id, name]));
    return (channels.data?.items ?? [])
      .filter(({ type = 0 }) => WITH_MESSAGES.has(type))
      .map(({ id = "", name = "", guild }) => ({
        id,
        title: `${names.get(String(guild)) ?? String(guild)} #${name}`,
      }));
  }, [channels.data, guilds.data]);
}

export function StagePage() {
  const places = usePlaces();
  const users = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  const [chosen, choose] = useParameter("channel");
  const [as, setAs] = useParameter("as");
  const names = (users.data?.items ?? []).flatMap(({ username }) => username ?? []);
  const shown = (as === "" ? names.slice(0, 2) : as.split(",")).slice(0, PANES_MAX);
  const channel = chosen === "" ? (places[0]?.id ?? "") : chosen;
  useEffect(() => {
    document.title = "Stage · Antechamber";
  }, []);
  return (
    <div className={styles.stage}>
      <div className={styles.bar}>
        <h1>Stage</h1>
        <label>
          Channel{" "}
          <select value={channel} onChange={({ target }) => choose(target.value)}>
            {places.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Add{" "}
          <select
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
          {shown.map((user) => (
            <Pane
              key={`${user} ${channel}`}
              user={user}
              channel={channel}
              close={
                shown.length === 1
                  ? undefined
                  : () => setAs(shown.filter((each) => each !== user).join(","))
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

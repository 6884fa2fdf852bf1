// What one user sees and does.
import { useEffect, useRef } from "react";
import { queries, useAnswer } from "../api/queries.ts";
import { useWorld } from "../frame/address.ts";
import { useLive } from "../live/live.ts";
import { Empty, Fault } from "../parts/parts.tsx";
import { ActorContext, outcomeText, useActing } from "./acting.ts";
import { Composer } from "./composer.tsx";
import { MessageView } from "./message-view.tsx";
import { Modal } from "./modal.tsx";
import styles from "./stage.module.css";

interface PaneProps {
  readonly user: string;
  readonly channel: string;
  readonly close: (() => void) | undefined;
}

/** What a user sees is asked for again as soon as anything has happened. */
function useRefreshed(): void {
  const world = useWorld();
  const { count } = useLive();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [world, "control.view"] });
  }, [world, count]);
}

export function Pane({ user, channel, close }: PaneProps) {
  useRefreshed();
  const { actor, outcome, error, forget } = useActing(user, channel);
  const note = outcome === undefined ? undefined : outcomeText(outcome);
  const { modal, interaction } = outcome ?? {};
  return (
    <ActorContext.Provider value={actor}>
      <section className={styles.pane} aria-label={user}>
        <div className={styles.who}>
          <h2>{user}</h2>
          {close === undefined ? null : (
            <button type="button" onClick={close} aria-label={`Close the pane of ${user}`}>
              ✕
            </button>
          )}
        </div>
        <Messages user={user} channel={channel} />
        {note === undefined ? null : (
          <p className={styles.note} role="status">
            {note}
          </p>
        )}
        {modal === undefined ? <Fault error={error} /> : null}
        <Composer />
        {modal === undefined || interaction === null || interaction === undefined ? null : (
          <Modal key={interaction} {...{ interaction, modal, error }} close={forget} />
        )}
      </section>
    </ActorContext.Provider>
  );
}

function Messages({ user, channel }: Pick<PaneProps, "user" | "channel">) {
  const { data, error } = useAnswer("control.view", { path: { user }, query: { channel } });
  const list = useRef<HTMLOListElement>(null);
  const count = data?.messages.length ?? 0;
  useEffect(() => {
    const { current } = list;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, [count]);
  return (
    <>
      <Fault error={error} />
      <ol className={styles.messages} ref={list} tabIndex={0} aria-label={`What ${user} sees`}>
        {(data?.messages ?? []).map((message) => (
          <MessageView key={message.id} message={message} />
        ))}
        {data !== undefined && count === 0 ? (
          <li>
            <Empty>
              Nobody has written here yet. Write something, or type / for the commands that {user}{" "}
              may use.
            </Empty>
          </li>
        ) : null}
      </ol>
    </>
  );
}

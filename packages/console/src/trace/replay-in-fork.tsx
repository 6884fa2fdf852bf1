// Replays a whole trace in a copy of the world as it was before; the world itself does not change.
import { useCallback, useState, type SubmitEvent } from "react";
import type { ControlReply } from "@antechamber/sdk/control";
import { Link } from "wouter";
import { LIST_MAX, call, useAnswer } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { useKeys } from "../parts/keys.ts";
import { ActButton } from "../parts/act-button.tsx";
import { useMayAct } from "../parts/mode.tsx";
import { useOneAtATime } from "../parts/one-at-a-time.ts";
import { Card, Empty, Fault, styles } from "../parts/parts.tsx";
import { whereToReplay } from "./replay-places.ts";

type Outcome = ControlReply<"control.traces.replay">;

/** The places where a trace can be replayed. */
function usePlaces(begunAt: string): readonly string[] {
  const world = useWorld();
  const query = { limit: LIST_MAX };
  const worlds = useAnswer("control.worlds.list", { query });
  const snapshots = useAnswer("control.snapshots.list", { query });
  const others = (worlds.data?.items ?? []).filter(({ name }) => name !== world);
  return whereToReplay(snapshots.data?.items ?? [], others, begunAt);
}

/** The world for the replay: the named one, or a new copy of a snapshot. */
async function worldAt(place: string, world: string, trace: string): Promise<string> {
  const [kind, name = ""] = place.split(" ");
  if (kind === "world") return name;
  const copy = `replay-${trace.slice(-12)}-${Date.now().toString(36)}`;
  await call(world, "control.worlds.create", { body: { name: copy, from: { snapshot: name } } });
  return copy;
}

interface ReplayInForkProps {
  readonly trace: string;
  /** When the trace started, in real time. */
  readonly begunAt: string;
}

export function ReplayInFork({ trace, begunAt }: ReplayInForkProps) {
  const world = useWorld();
  const places = usePlaces(begunAt);
  const [chosen, choose] = useState("");
  const place = chosen === "" ? (places[0] ?? "") : chosen;
  const [outcome, setOutcome] = useState<{ readonly at: string; readonly reply: Outcome }>();
  const [fault, setFault] = useState<unknown>();
  const once = useOneAtATime();
  const replay = useCallback(
    () =>
      once(async () => {
        setFault(undefined);
        try {
          const at = await worldAt(place, world, trace);
          const path = { trace_id: trace };
          const reply = await call(world, "control.traces.replay", { path, body: { in: at } });
          setOutcome({ at, reply });
        } catch (error) {
          setFault(error);
        }
      }),
    [once, place, world, trace],
  );
  const mayAct = useMayAct();
  const pressed = useCallback(
    (key: string) => {
      if (key === "r" && place !== "" && mayAct) void replay();
    },
    [replay, place, mayAct],
  );
  useKeys(pressed);
  return (
    <Card title="Replay in a fork">
      {places.length === 0 ? (
        <Empty>
          There is no snapshot from before this trace. Take one under Worlds before you start: the
          trace then replays in a fork of it, and this world stays unchanged.
        </Empty>
      ) : (
        <form
          className={styles.row}
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            void replay();
          }}
        >
          <select
            aria-label="Replay in"
            value={place}
            onChange={({ target }) => choose(target.value)}
          >
            {places.map((each) => (
              <option key={each} value={each}>
                {each.startsWith("snapshot") ? `fork of ${each}` : each}
              </option>
            ))}
          </select>
          <ActButton type="submit" title="Press r to replay">
            Replay
          </ActButton>
        </form>
      )}
      <Fault error={fault} />
      {outcome === undefined ? null : <Calls {...outcome} />}
    </Card>
  );
}

function Calls({ at, reply }: { readonly at: string; readonly reply: Outcome }) {
  return (
    <div role="status">
      <p>
        {reply.same ? "Every call was answered as before" : "Some calls were answered differently"},
        in <Link href={`/timeline?w=${at}`}>world {at}</Link>.
      </p>
      <ul>
        {reply.calls.map(({ entry, name, before, status }) => (
          <li key={entry} data-tone={before === status ? "good" : "bad"}>
            {name}: {before} then, {status} now
          </li>
        ))}
      </ul>
    </div>
  );
}

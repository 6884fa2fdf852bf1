// Lists the calls that would apply the changes, and makes them.
import { useState } from "react";
import { queries } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { useOneAtATime } from "../parts/one-at-a-time.ts";
import { Card, Copy, Fault, styles } from "../parts/parts.tsx";
import { apply, callsOf, type Changes, type Place } from "./changes.ts";

interface ApplyingProps {
  readonly changes: Changes;
  readonly place: Place;
  readonly done: () => void;
}

export function Applying({ changes, place, done }: ApplyingProps) {
  const world = useWorld();
  const once = useOneAtATime();
  const [fault, setFault] = useState<unknown>();
  const calls = callsOf(changes, place).map(({ text }) => text);
  async function applyAll(): Promise<void> {
    try {
      await apply(world, changes, place);
      await queries.invalidateQueries({ queryKey: [world] });
      done();
    } catch (refused) {
      setFault(refused);
    }
  }
  return (
    <Card title="Calls to apply">
      <ul className={styles.plain}>
        {calls.map((each) => (
          <li key={each}>
            <code className={styles.breaks}>{each}</code>
          </li>
        ))}
      </ul>
      <Fault error={fault} />
      <div className={styles.row}>
        <Changing what="Applying changes">
          <ActButton type="button" data-first onClick={() => void once(applyAll)}>
            Apply
          </ActButton>
        </Changing>
        <Copy text={calls.join("\n")}>Copy calls</Copy>
        <button type="button" onClick={done}>
          Discard changes
        </button>
      </div>
    </Card>
  );
}

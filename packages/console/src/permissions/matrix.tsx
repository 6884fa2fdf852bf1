// The matrix of commands against roles, users or channels. Arrows move between cells, Enter opens
// one.
import { memo, useCallback, useState, type KeyboardEvent, type MouseEvent } from "react";
import type { types } from "@antechamber/sdk/control";
import { styles as parts } from "../parts/parts.tsx";
import type { Column } from "./axes.ts";
import type { Changes } from "./changes.ts";
import styles from "./matrix.module.css";
import { DefaultPermission, RolePermissions } from "./settings-fields.tsx";
import type { CommandRow } from "./world.ts";

/** A cell by its row and its column. */
export type At = readonly [row: number, column: number];

export interface MatrixProps {
  readonly commands: readonly CommandRow[];
  readonly columns: readonly Column[];
  readonly now: readonly types.DecisionOutcome[];
  readonly tried: readonly types.DecisionOutcome[];
  readonly changes: Changes;
  readonly chosen: At | undefined;
  readonly choose: (at: At) => void;
  readonly ask: (command: CommandRow, bits: string | null) => void;
  /** Absent if the columns are not roles. */
  readonly hold?: (role: string, permissions: string) => void;
  /** The permissions of roles, with the changes. */
  readonly permissionsOf: (role: string) => string;
}

const steps: Readonly<Record<string, At>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell of an event's target. */
function cellAt(target: EventTarget): At | undefined {
  const { row, column } = (target as HTMLElement).closest("td")?.dataset ?? {};
  return row === undefined || column === undefined ? undefined : [Number(row), Number(column)];
}

/** The cell that Tab focuses (roving tab index), and the handler of arrow keys. */
function useCells({ commands, columns, choose }: MatrixProps) {
  const [active, setActive] = useState<At>([0, 0]);
  const clicked = useCallback(
    ({ target }: MouseEvent) => {
      const at = cellAt(target);
      if (at === undefined) return;
      setActive(at);
      choose(at);
    },
    [choose],
  );
  const pressed = useCallback(
    (event: KeyboardEvent) => {
      const at = cellAt(event.target);
      if (at === undefined) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        return choose(at);
      }
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next: At = [
        Math.min(Math.max(at[0] + step[0], 0), commands.length - 1),
        Math.min(Math.max(at[1] + step[1], 0), columns.length - 1),
      ];
      setActive(next);
      const cell = `td[data-row="${next[0]}"][data-column="${next[1]}"]`;
      event.currentTarget.querySelector<HTMLElement>(cell)?.focus();
    },
    [choose, commands.length, columns.length],
  );
  return { active, clicked, pressed };
}

export function Matrix(props: MatrixProps) {
  const { commands, columns, now, tried, changes, chosen, ask, hold, permissionsOf } = props;
  const { active, clicked, pressed } = useCells(props);
  return (
    <div
      className={`${parts.scrolls} ${styles.region}`}
      role="region"
      aria-label="Decisions"
      tabIndex={0}
    >
      <table
        role="grid"
        aria-label="Permissions"
        className={styles.grid}
        aria-rowcount={commands.length + 1}
        aria-colcount={columns.length + 2}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Command
            </th>
            <th scope="col" role="columnheader">
              Default permission
            </th>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col" role="columnheader">
                {title}
                {hold === undefined ? null : (
                  <RolePermissions
                    role={title}
                    bits={permissionsOf(id)}
                    choose={(bits) => hold(id, bits)}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" onClick={clicked} onKeyDown={pressed}>
          {commands.map((command, row) => (
            <Row
              key={command.id}
              {...{ command, row, columns, now, tried, ask }}
              bits={askedOf(command, changes)}
              active={active[0] === row ? active[1] : -1}
              chosen={chosen?.[0] === row ? chosen[1] : -1}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The default permissions of a command, with the changes. */
function askedOf({ id, settings }: CommandRow, { commands }: Changes): string | null {
  const tried = commands[id]?.default_member_permissions;
  return tried === undefined ? settings.default_member_permissions : tried;
}

interface RowProps extends Pick<MatrixProps, "columns" | "now" | "tried" | "ask"> {
  readonly command: CommandRow;
  readonly row: number;
  readonly bits: string | null;
  /** The active column; -1 if it is in another row. */
  readonly active: number;
  readonly chosen: number;
}

/** Memoized, because there may be two hundred rows. */
const Row = memo(function Row({ command, row, columns, now, tried, ask, bits, ...at }: RowProps) {
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {command.name}
      </th>
      <td role="gridcell" data-title="Default permission">
        <DefaultPermission name={command.name} bits={bits} choose={(next) => ask(command, next)} />
      </td>
      {columns.map(({ id, title }, column) => {
        const cell = row * columns.length + column;
        const outcome = tried[cell];
        const isChanged = outcome !== undefined && now[cell]?.allowed !== outcome.allowed;
        const text = outcome === undefined ? "" : outcome.allowed ? "✓ allowed" : "✕ denied";
        return (
          <td
            key={id}
            role="gridcell"
            data-row={row}
            data-column={column}
            data-title={title}
            data-chosen={column === at.chosen}
            tabIndex={column === at.active ? 0 : -1}
            className={isChanged ? styles.changed : undefined}
            data-tone={outcome?.allowed === false ? "bad" : "good"}
            title={
              outcome === undefined
                ? undefined
                : `Decided at step ${outcome.step}. Click for every step.`
            }
          >
            {text}
          </td>
        );
      })}
    </tr>
  );
});

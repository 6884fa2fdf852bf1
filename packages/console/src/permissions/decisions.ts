// The decisions for every cell, with and without the changes.
import type { types } from "@antechamber/sdk/control";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { call, queries } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { useAskedAgain } from "../live/asked-again.ts";
import type { Condition } from "../search/filter.ts";
import { cellOf, type Column, type Named } from "./axes.ts";
import { overlayOf, type Changes } from "./changes.ts";

export interface Asked {
  readonly application: string;
  readonly commands: readonly Named[];
  readonly columns: readonly Column[];
}

type Outcomes = readonly types.DecisionOutcome[];

const nothing: Outcomes = [];

/** The decisions row by row; empty until they are known. */
function useDecisions(question: Asked, overlay: ReturnType<typeof overlayOf>) {
  const world = useWorld();
  const { application, commands, columns } = question;
  // The shape of the question: decisions for another shape would be shown in the wrong cells.
  const shape = useMemo(() => {
    const rows = commands.map(({ id }) => id).join();
    return `${application} ${rows} ${columns.map(({ who, channel }) => `${who.id}@${channel.id}`).join()}`;
  }, [application, commands, columns]);
  return useQuery<Outcomes>({
    queryKey: [world, "permissions", shape, overlay ?? null],
    queryFn: async ({ signal }) => {
      const cells = commands.flatMap(({ id }) =>
        columns.map((each) => cellOf(application, id, each)),
      );
      const body = { cells, ...(overlay === undefined ? {} : { overlay }) };
      return (await call(world, "control.decisions", { body, signal })).results;
    },
    enabled: commands.length > 0 && columns.length > 0,
    placeholderData: (previous, query) => (query?.queryKey[2] === shape ? previous : undefined),
  });
}

/**
 * Decides again when the commands have changed. A new list of commands is rendered first: decisions
 * about removed commands would be refused.
 */
export function useDecidedAgain(rows: readonly Named[] | undefined): void {
  const world = useWorld();
  const last = useRef(rows);
  useEffect(() => {
    const isFirst = last.current === undefined || last.current === rows;
    last.current = rows;
    if (isFirst) return;
    const filters = { queryKey: [world, "permissions"] };
    void queries.invalidateQueries(filters, { cancelRefetch: false });
  }, [world, rows]);
}

/** The events of everything but the commands that decisions depend on. */
const accessChanges: readonly Condition[] = [
  { field: "kind", value: "dispatch" },
  ...[
    "GUILD_ROLE_*",
    "GUILD_MEMBER_*",
    "GUILD_UPDATE",
    "CHANNEL_*",
    "THREAD_*",
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
  ].map((value) => ({ field: "name" as const, value })),
];

/**
 * Refetches what the page shows when roles, channels, members or the permissions of commands
 * change. The lists are first: decisions about removed records would be refused.
 */
export function useAccessFollowed(): void {
  const world = useWorld();
  useAskedAgain("access", accessChanges, async () => {
    await queries.invalidateQueries({
      queryKey: [world],
      predicate: ({ queryKey }) => queryKey[1] !== "permissions",
    });
    await queries.invalidateQueries({ queryKey: [world, "permissions"] });
  });
}

export interface Trial {
  readonly now: Outcomes;
  readonly tried: Outcomes;
  readonly status: string;
  readonly error: Error | null;
}

/** The current decisions, those with the changes, and the number of cells that differ. */
export function useTrial(question: Asked, changes: Changes): Trial {
  const overlay = useMemo(() => overlayOf(changes), [changes]);
  const now = useDecisions(question, undefined);
  const trying = useDecisions(question, overlay);
  const [before, after] = [now.data ?? nothing, trying.data ?? nothing];
  const changed = before.filter(
    ({ allowed }, at) => after[at] !== undefined && allowed !== after[at].allowed,
  );
  const lost = changed.filter(({ allowed }) => allowed).length;
  return {
    now: before,
    tried: after,
    status: statusText(overlay !== undefined, lost, changed.length - lost),
    error: now.error ?? trying.error,
  };
}

function statusText(isTrying: boolean, lost: number, gained: number): string {
  if (isTrying)
    return `${lost} would lose, ${gained} would gain. Nothing is stored until you apply.`;
  return "Change a setting here or in a cell to preview who would gain or lose a command.";
}

/** Every step of one cell's decision, with the changes. */
export function useSteps(
  question: Omit<Asked, "commands" | "columns"> & {
    readonly command: string;
    readonly column: Column;
  },
  changes: Changes,
) {
  const world = useWorld();
  const { application, command, column } = question;
  const overlay = useMemo(() => overlayOf(changes), [changes]);
  const cell = cellOf(application, command, column);
  return useQuery({
    queryKey: [world, "permissions", "steps", cell, overlay ?? null],
    queryFn: async ({ signal }) => {
      const body = { cells: [cell], steps: true, ...(overlay === undefined ? {} : { overlay }) };
      const { results } = await call(world, "control.decisions", { body, signal });
      return results[0];
    },
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[3]) === JSON.stringify(cell) ? previous : undefined,
  });
}

// The results of a run: goals that were met or missed, as data and as lines.
import type { LoadPlan } from "@antechamber/contract/control";
import type { types } from "@antechamber/sdk/control";
import { table, type Output } from "../../output.ts";
import type { Percentiles } from "./measures.ts";
import type { LoadReport } from "./run.ts";

export type Goal = types.LoadGoal;

/** Every run must lose no event, and fail no calls unless its plan allows some. */
export function goalsOf({ goals }: LoadPlan, report: LoadReport): readonly Goal[] {
  const { p95, p99, failed = 0 } = goals;
  const { all, events } = report;
  return [
    goal("lost", 0, events.lost),
    goal("failed", failed, report.failed),
    ...(p95 === undefined ? [] : [goal("p95", p95, all.p95 ?? 0)]),
    ...(p99 === undefined ? [] : [goal("p99", p99, all.p99 ?? 0)]),
  ];
}

function goal(name: Goal["goal"], most: number, was: number): Goal {
  return { goal: name, most, was, met: was <= most };
}

/** The report as lines. */
export function reportLines(
  report: LoadReport,
  goals: readonly Goal[],
  out: Output,
): readonly string[] {
  const { players, rounds, ms, calls, events, seed } = report;
  const count = Object.values(calls).reduce((sum, { done, failed }) => sum + done + failed, 0);
  const perSecond = Math.round((count * 1000) / Math.max(1, ms));
  const rows = Object.entries(calls).map(([call, { done, failed, limited, skipped, ms: times }]) =>
    [call, done, failed, limited, skipped].map(String).concat(timesOf(times)),
  );
  const heads = ["call", "done", "failed", "limited", "skipped", "p50", "p95", "p99", "max"];
  return [
    `  ${players} players, ${rounds} rounds, ${(ms / 1000).toFixed(1)} s, ${count} calls, ${perSecond} a second, seed ${seed}`,
    ...table([heads, ...rows].map((row) => ["", ...row])),
    `  events: ${events.received} received; of ${events.expected} expected ${events.lost} lost; p50 ${msText(events.ms.p50)}, p99 ${msText(events.ms.p99)}, max ${msText(events.ms.max)}`,
    ...failureLines(report),
    ...goals.map(({ goal: name, most, was, met }) =>
      met
        ? out.paint("green", `  ✓ ${name}: ${rounded(was)}, at most ${most}`)
        : out.paint("red", `  ✕ ${name}: ${rounded(was)}, at most ${most}`),
    ),
  ];
}

function failureLines({ calls }: LoadReport): readonly string[] {
  return Object.entries(calls).flatMap(([call, { failures }]) =>
    Object.entries(failures).map(([why, count]) => `  ${call} failed ${count} times: ${why}`),
  );
}

function timesOf({ p50, p95, p99, max }: Percentiles): string[] {
  return [p50, p95, p99, max].map(msText);
}

function msText(ms: number | null): string {
  return ms === null ? "-" : `${rounded(ms)} ms`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

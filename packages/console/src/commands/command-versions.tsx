// How the commands of an application changed during this run: each version with the call that made
// it.
import { Link } from "wouter";
import { useAnswer } from "../api/queries.ts";
import { useHref } from "../api/address.ts";
import { Card, Empty, Fault, Id } from "../parts/parts.tsx";
import { Table } from "../parts/table.tsx";
import { Time } from "../parts/time.tsx";
import { entriesIn } from "../trace/trace-file.ts";
import { registering, versionsIn, type CommandVersion } from "./versions.ts";

/** How many of the newest registering calls are read. */
const CALLS_MAX = 200;
const REGISTRATIONS_MAX = 50;

/** The versions in the journal. */
function useVersions(application: string) {
  const calls = useAnswer(
    "control.journal.list",
    {
      query: {
        kind: ["request"],
        application,
        name: "commands.*",
        status: "2xx",
        limit: CALLS_MAX,
      },
    },
    { every: 5000 },
  );
  const entries = (calls.data?.items ?? [])
    .filter(({ name }) => registering.includes(name))
    .slice(-REGISTRATIONS_MAX)
    .map(({ id }) => id);
  const isOff = entries.length === 0;
  const query = { entries, as: "jsonl" } as const;
  const whole = useAnswer("control.journal.export", { query }, { isOff });
  const written: unknown = whole.data;
  const read = !isOff && typeof written === "string" ? entriesIn(written) : { entries: [] };
  return {
    error: calls.error ?? whole.error,
    isLoading: calls.isPending || (!isOff && whole.isPending),
    versions: "entries" in read ? versionsIn(read.entries) : [],
  };
}

export function CommandVersions({ application }: { readonly application: string }) {
  const { versions, error, isLoading } = useVersions(application);
  return (
    <Card title="Version history">
      <Fault error={error} />
      {versions.length > 0 ? (
        <Versions versions={versions} />
      ) : error === null ? (
        <Empty isLoading={isLoading}>
          No registrations in the journal. Each one appears here with what it changed.
        </Empty>
      ) : null}
    </Card>
  );
}

function Versions({ versions }: { readonly versions: readonly CommandVersion[] }) {
  return (
    <Table label="List of versions" titles={["Command", "Version", "Registered", "Changed"]}>
      {versions.map((each) => (
        <VersionRow key={`${each.id} ${each.version}`} version={each} />
      ))}
    </Table>
  );
}

function VersionRow({ version: each }: { readonly version: CommandVersion }) {
  const href = useHref();
  const { name, version, entry, changed } = each;
  return (
    <tr>
      <td>/{name}</td>
      <td>
        <Id id={version} />
      </td>
      <td>
        <Link href={href(`/trace/${entry.trace}`, { entry: entry.id })}>
          <Time at={entry.at} real={entry.real_at} />
        </Link>
      </td>
      <td>{changed === undefined ? "first known version" : changed.join(", ")}</td>
    </tr>
  );
}

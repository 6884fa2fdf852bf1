// The applications of the world: their sessions, their commands, and their endpoints.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { call, LIST_MAX, useAnswer } from "../api/queries.ts";
import { useHref, useWorld } from "../api/address.ts";
import { Card, Empty, Fault, Id, styles } from "../parts/parts.tsx";
import { Table } from "../parts/table.tsx";
import { Connecting } from "./connecting.tsx";

/** The polling interval in milliseconds: while nobody is connected, and afterwards. */
const WAITING_MS = 250;
const EVERY_MS = 1000;

function useSessions() {
  const query = { limit: LIST_MAX };
  return useAnswer(
    "control.sessions.list",
    { query },
    {
      every: (last) =>
        last?.items.some((each) => each.connected) === true ? EVERY_MS : WAITING_MS,
    },
  );
}

/** The number of commands of each application, from all pages of the list. */
function useCommandCounts(): ReadonlyMap<string, number> {
  const world = useWorld();
  const { data } = useQuery({
    // Begins as the list's own key, so that it is refetched when commands are registered.
    queryKey: [world, "control.commands.list", "counts"],
    queryFn: async ({ signal }) => {
      const counts = new Map<string, number>();
      let after: string | undefined;
      do {
        const query = { limit: LIST_MAX, ...(after === undefined ? {} : { after }) };
        const { items, next } = await call(world, "control.commands.list", { query, signal });
        for (const { application } of items) {
          counts.set(application, (counts.get(application) ?? 0) + 1);
        }
        after = next ?? undefined;
      } while (after !== undefined);
      return counts;
    },
  });
  return data ?? noCounts;
}

const noCounts: ReadonlyMap<string, number> = new Map();

export function Applications() {
  const href = useHref();
  const applications = useAnswer("control.applications.list", { query: { limit: LIST_MAX } });
  const sessions = useSessions();
  const commands = useCommandCounts();
  const items = applications.data?.items ?? [];
  const connected = (sessions.data?.items ?? []).filter((each) => each.connected);
  const countOf = (id: string) => connected.filter((each) => each.application === id).length;
  return (
    <Card title="Applications">
      <Fault error={applications.error ?? sessions.error} />
      {items.length === 0 && applications.error === null ? (
        <Empty isLoading={applications.data === undefined}>
          This world has no applications. Add one under Data, or load a world file under Worlds.
        </Empty>
      ) : null}
      {items.length === 0 ? null : (
        <Table
          label="Application status"
          titles={["Application", "Gateway", "Commands", "Endpoint"]}
        >
          {items.map(({ id = "", name, interactions_endpoint_url: endpoint }) => (
            <tr key={id}>
              <td>
                {name} <Id id={id} />
              </td>
              <td data-tone={countOf(id) > 0 ? "good" : "soft"}>
                {countOf(id) > 0 ? `✓ connected (${countOf(id)})` : "○ no gateway session"}
              </td>
              <td>
                <Link href={href("/commands", { application: id })}>
                  {commands.get(id) ?? 0} registered
                </Link>
              </td>
              <td className={styles.breaks}>
                {typeof endpoint === "string" ? (
                  <Link href={href("/webhooks")}>{endpoint}</Link>
                ) : (
                  "–"
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {sessions.data !== undefined && connected.length === 0 ? <Connecting /> : null}
    </Card>
  );
}

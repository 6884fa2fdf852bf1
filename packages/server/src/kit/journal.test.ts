import { expect, test } from "vitest";
import type { ControlClient, Query } from "./client/control-client.ts";
import { journalEntries } from "./journal.ts";

/** A service whose journal has these entries, two on a page unless fewer are asked for. */
function serviceWith(all: readonly number[]): ControlClient {
  const call = async (_route: string, { query = {} }: { readonly query?: Query }) => {
    const { after, before, limit } = query;
    const most = Math.min(2, Number(limit));
    const fitting = all.filter((id) => id > Number(after ?? 0) && id < Number(before ?? Infinity));
    const items = after === undefined ? fitting.slice(-most) : fitting.slice(0, most);
    const last = items.at(-1);
    return { items, next: last === undefined || last === all.at(-1) ? null : String(last) };
  };
  return { call } as unknown as ControlClient;
}

test.each([
  [{}, [1, 2, 3, 4, 5]],
  [{ after: "3" }, [4, 5]],
  [{ limit: 1 }, [5]],
  [{ limit: 1, after: "3" }, [4]],
  [{ before: "4" }, [2, 3]],
])("the journal by %j is read to its end, or one page of it on request", async (by, found) => {
  expect(await journalEntries(serviceWith([1, 2, 3, 4, 5]), by)).toEqual(found);
});

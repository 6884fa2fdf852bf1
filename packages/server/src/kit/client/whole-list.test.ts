import { expect, test } from "vitest";
import type { ControlClient } from "./control-client.ts";
import { wholeList } from "./whole-list.ts";

test("wholeList reads all pages, even after an empty one", async () => {
  const pages: Readonly<Record<string, object>> = {
    first: { items: ["a", "b"], next: "2" },
    2: { items: [], next: "3" },
    3: { items: ["c"], next: null },
  };
  const requests: unknown[] = [];
  const call = async (route: string, { query }: { query: { after?: string } }) => {
    requests.push([route, query]);
    return pages[query.after ?? "first"];
  };
  const control = { call } as unknown as ControlClient;
  expect(await wholeList(control, "GET /lobbies", { q: "x" })).toEqual(["a", "b", "c"]);
  const query = { q: "x", limit: 1000 };
  expect(requests).toEqual([
    ["GET /lobbies", { ...query, after: undefined }],
    ["GET /lobbies", { ...query, after: "2" }],
    ["GET /lobbies", { ...query, after: "3" }],
  ]);
});

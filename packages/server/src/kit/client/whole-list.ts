// Reads lists of the control plane to their end, however many pages they have.
import type { ControlClient, Query } from "./control-client.ts";

/** The most items of a page. Source: product.md, Control plane. */
const PAGE_MAX = 1000;

interface Page<I> {
  readonly items: readonly I[];
  /** The cursor of the next page; null at the end. A search may end a page early. */
  readonly next: string | null;
}

/** All items of a list, the oldest first. */
export async function wholeList<I>(
  control: ControlClient,
  route: string,
  query: Query = {},
): Promise<readonly I[]> {
  const items: I[] = [];
  let after: string | undefined;
  do {
    const parts = { query: { ...query, limit: PAGE_MAX, after } };
    const page: Page<I> = await control.call(route, parts);
    items.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return items;
}

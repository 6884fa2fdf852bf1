// Reads lists of the control plane to their end, however many pages they have.
import { pagingLimits } from "@antechamber/contract/paging-limits";
import type { ControlClient, Query } from "./control-client.ts";

/** The most items of a page. */
export const PAGE_MAX = pagingLimits.controlPage.value;

interface Page<I> {
  readonly items: readonly I[];
  /** The cursor of the next page; null at the end. A search may end a page early. */
  readonly next: string | null;
}

/** All items of a list, the oldest first; with `after`, those after that cursor. */
export async function wholeList<I>(
  control: ControlClient,
  route: string,
  { after: start, ...query }: Query & { readonly after?: string } = {},
): Promise<readonly I[]> {
  const items: I[] = [];
  let after = start;
  do {
    const parts = { query: { ...query, limit: PAGE_MAX, after } };
    const page: Page<I> = await control.call(route, parts);
    items.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return items;
}

// Paginates lists: each page begins after the last item of the previous one, and none reads more
// than it needs. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { invalidForm, type ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { SlicedTask } from "../../platform/time/time-slicer.ts";

/** A possible item of a list. */
export interface Candidate<I> {
  /** The item's cursor: the next page begins after it. */
  readonly cursor: string;
  /** The texts that a search matches: ids, and names regardless of case. */
  readonly texts: () => Promise<readonly (string | null | undefined)[]>;
  readonly show: () => Promise<I>;
}

/** The source of a list's items, in their order. */
export interface ListSource<I> {
  /** True for a text that has the form of this list's cursors. */
  readonly isCursor: (text: string) => boolean;
  /**
   * The first `limit` candidates after a cursor, or from the beginning; fewer only at the list's
   * end.
   */
  readonly read: (
    ctx: ReadContext,
    page: { readonly after: string | undefined; readonly limit: number },
  ) => Promise<readonly Candidate<I>[]>;
}

/** The query of a list endpoint. */
export interface PageQuery {
  readonly limit?: number;
  readonly after?: string;
  readonly q?: string;
}

export interface Page<I> {
  readonly items: I[];
  readonly next: string | null;
}

/** The refusal of an `after` that is not a cursor of the list. */
export function notACursor(): ApiError {
  const message = "This is not the `next` of a page of this list.";
  return invalidForm({ path: ["after"], code: "BASE_TYPE_BAD_CURSOR", message });
}

/** How many candidates a search reads at once. */
const SEARCH_BATCH = 500;

/**
 * Reads a page of a list. A search that has examined many candidates ends its page early, and
 * `next` is the cursor to continue from.
 *
 * @throws InvalidForm for a malformed cursor
 */
export async function pageOf<I>(
  ctx: ReadContext,
  source: ListSource<I>,
  { query, task }: { readonly query: PageQuery; readonly task: SlicedTask },
): Promise<Page<I>> {
  const { limit = limits.controlPageDefault.value, after, q } = query;
  if (after !== undefined && !source.isCursor(after)) throw notACursor();
  const { found, end } = await gather(ctx, source, {
    after,
    limit,
    sought: q?.toLowerCase(),
    task,
  });
  const onPage = found.slice(0, limit);
  const items: I[] = [];
  for (const candidate of onPage) {
    items.push(await candidate.show());
    await task.yieldIfDue();
  }
  const next = found.length > limit ? onPage.at(-1)?.cursor : end;
  return { items, next: next ?? null };
}

interface Gathering {
  readonly after: string | undefined;
  readonly limit: number;
  /** The search text in lower case; undefined matches everything. */
  readonly sought: string | undefined;
  readonly task: SlicedTask;
}

/**
 * Collects the items of a page, and one more if there is one, which shows that the list continues.
 *
 * @returns the items, and the cursor up to which it searched, undefined at the list's end
 */
async function gather<I>(
  ctx: ReadContext,
  source: ListSource<I>,
  { after, limit, sought: searchText, task }: Gathering,
): Promise<{ readonly found: readonly Candidate<I>[]; readonly end: string | undefined }> {
  const found: Candidate<I>[] = [];
  const batch = searchText === undefined ? limit + 1 : SEARCH_BATCH;
  let end = after;
  for (let looked = 0; found.length <= limit && looked < limits.controlSearch.value;) {
    const candidates = await source.read(ctx, { after: end, limit: batch });
    for (const candidate of candidates) {
      if (searchText === undefined || (await isNamed(candidate, searchText))) found.push(candidate);
      await task.yieldIfDue();
    }
    if (candidates.length < batch) return { found, end: undefined };
    looked += candidates.length;
    end = candidates.at(-1)?.cursor;
  }
  return { found, end };
}

async function isNamed({ texts }: Candidate<unknown>, searchText: string): Promise<boolean> {
  const all = await texts();
  return all.some((text) => text?.toLowerCase().includes(searchText) === true);
}

// Lists page by page: each page begins behind the item at which the one before ended, and none reads
// more than it needs. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { invalidForm, type ApiError } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import type { SlicedTask } from "../../platform/time/time-slicer.ts";

/** Something that may stand in a list. */
export interface Candidate<I> {
  /** Where it stands: the next page begins behind it. */
  readonly cursor: string;
  /** What a search looks through: ids, and names in any case. */
  readonly texts: () => Promise<readonly (string | null | undefined)[]>;
  readonly show: () => Promise<I>;
}

/** Where a list's items come from, in their order. */
export interface ListSource<I> {
  /** True for a text that may be one of its cursors. */
  readonly isCursor: (text: string) => boolean;
  /** The first candidates behind a cursor, or of all: so many, unless there are fewer. */
  readonly read: (
    ctx: ReadContext,
    page: { readonly after: string | undefined; readonly limit: number },
  ) => Promise<readonly Candidate<I>[]>;
}

/** What is asked of a list. */
export interface PageQuery {
  readonly limit?: number;
  readonly after?: string;
  readonly q?: string;
}

export interface Page<I> {
  readonly items: I[];
  readonly next: string | null;
}

/** The refusal of an `after` that no page of the list ended with. */
export function notACursor(): ApiError {
  const message = "This is not the `next` of a page of this list.";
  return invalidForm({ path: ["after"], code: "BASE_TYPE_BAD_CURSOR", message });
}

/** Candidates that a search reads at once. */
const SEARCH_BATCH = 500;

/**
 * A page of a list. A search that has looked at many candidates ends its page early and says where
 * to go on.
 *
 * @throws InvalidForm for a cursor that is none
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
  const shown = found.slice(0, limit);
  const items: I[] = [];
  for (const candidate of shown) {
    items.push(await candidate.show());
    await task.yieldIfDue();
  }
  const next = found.length > limit ? shown.at(-1)?.cursor : end;
  return { items, next: next ?? null };
}

interface Gathering {
  readonly after: string | undefined;
  readonly limit: number;
  /** In lower case; undefined: everything. */
  readonly sought: string | undefined;
  readonly task: SlicedTask;
}

/**
 * What belongs on a page, and one more where there is one: then the list goes on.
 *
 * @returns with the place up to which was looked, unless it is the list's end
 */
async function gather<I>(
  ctx: ReadContext,
  source: ListSource<I>,
  { after, limit, sought, task }: Gathering,
): Promise<{ readonly found: readonly Candidate<I>[]; readonly end: string | undefined }> {
  const found: Candidate<I>[] = [];
  const batch = sought === undefined ? limit + 1 : SEARCH_BATCH;
  let end = after;
  for (let looked = 0; found.length <= limit && looked < limits.controlSearch.value;) {
    const candidates = await source.read(ctx, { after: end, limit: batch });
    for (const candidate of candidates) {
      if (sought === undefined || (await isNamed(candidate, sought))) found.push(candidate);
      await task.yieldIfDue();
    }
    if (candidates.length < batch) return { found, end: undefined };
    looked += candidates.length;
    end = candidates.at(-1)?.cursor;
  }
  return { found, end };
}

async function isNamed({ texts }: Candidate<unknown>, sought: string): Promise<boolean> {
  const all = await texts();
  return all.some((text) => text?.toLowerCase().includes(sought) === true);
}

// A paged list of the control plane: the next page is loaded when the end is in view.
import type { ControlCallId, ControlInput, ControlReply } from "@antechamber/sdk/control";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { call, isOfSame } from "../api/queries.ts";
import { useParameter, useWorld } from "../api/address.ts";
import { Changing, useMayChange } from "./mode.tsx";
import { Empty, Fault, styles } from "./parts.tsx";
import { Table } from "./table.tsx";

/** The control plane's list endpoints. */
export type ListId = Extract<ControlCallId, `${string}.list`>;

export type ItemOf<I extends ListId> =
  ControlReply<I> extends { readonly items: readonly (infer T)[] } ? T : never;

export interface Column<T> {
  readonly title: string;
  readonly cell: (item: T) => ReactNode;
  /** What the buttons do, as the start of a sentence; production mode omits the column. */
  readonly acts?: string;
}

interface PagedTableProps<I extends ListId> {
  readonly list: I;
  readonly label: string;
  readonly columns: readonly Column<ItemOf<I>>[];
  readonly keyOf: (item: ItemOf<I>, at: number) => string;
  /** The text for an empty list. */
  readonly empty: ReactNode;
  /** False for lists that cannot be searched. */
  readonly hasSearch?: boolean;
  /** The URL parameter of the search; different lists of one page use different ones. */
  readonly searchIn?: string;
  /** The polling interval in milliseconds. */
  readonly every?: number;
}

const PAGE_ROWS = 100;

interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

interface SearchFormProps {
  readonly label: string;
  readonly search: string;
  readonly setSearch: (search: string) => void;
}

function SearchForm({ label, search, setSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(search);
  const [applied, setApplied] = useState(search);
  if (applied !== search) {
    // The URL was changed from elsewhere.
    setApplied(search);
    setTyped(search);
  }
  return (
    <form
      className={`${styles.row} ${styles.spaced}`}
      onSubmit={(event) => {
        event.preventDefault();
        setSearch(typed);
      }}
    >
      <input
        data-filter
        type="search"
        aria-label={`Search ${label}`}
        placeholder="name or id"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit">Search</button>
    </form>
  );
}

interface EndOptions {
  readonly isOn: boolean;
  readonly reach: () => Promise<unknown>;
  /** The content before the end: when it changes, the end may have come into view. */
  readonly items: unknown;
}

/** Calls a function whenever the end of a list comes into view. */
function useSeenEnd(end: RefObject<HTMLElement | null>, { isOn, reach, items }: EndOptions): void {
  useEffect(() => {
    const mark = end.current;
    if (mark === null || !isOn) return undefined;
    // Several entries may be reported at once; the last is the current one.
    const observer = new IntersectionObserver((changes) => {
      if (changes.at(-1)?.isIntersecting === true) void reach();
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [end, reach, isOn, items]);
}

/** Pages further out of view than this are not rendered. */
const NEAR = "1500px 0px";

interface PageRowsProps {
  readonly columns: number;
  readonly children: ReactNode;
}

/**
 * The rows of one page; while it is far out of view, an empty space of the same height replaces
 * them.
 */
function PageRows({ columns, children }: PageRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const rows = body.current;
    if (rows === null) return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        const entry = changes.at(-1);
        if (entry === undefined) return;
        const isUsed = rows.contains(document.activeElement);
        // Without a layout there is no height to measure.
        const { height: now } = entry.boundingClientRect;
        if (entry.isIntersecting || isUsed || now === 0) setHeight(undefined);
        else setHeight(now);
      },
      { root: rows.closest("main"), rootMargin: NEAR },
    );
    observer.observe(rows);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={body}>
      {height === undefined ? (
        children
      ) : (
        <tr style={{ height }}>
          <td colSpan={columns} />
        </tr>
      )}
    </tbody>
  );
}

/** The pages that have been loaded so far, for the current search. */
function usePages<I extends ListId>(
  { list, hasSearch = true, every }: Pick<PagedTableProps<I>, "list" | "hasSearch" | "every">,
  search: string,
) {
  const world = useWorld();
  const key = [world, list, { pages: true, q: hasSearch ? search : "" }] as const;
  return useInfiniteQuery<
    ListPage<ItemOf<I>>,
    Error,
    InfiniteData<ListPage<ItemOf<I>>>,
    typeof key,
    string | undefined
  >({
    queryKey: key,
    // Results of the previous search stay while another one is loading in the same list.
    placeholderData: (previous, query) => (isOfSame(query?.queryKey, key) ? previous : undefined),
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_ROWS,
        ...(pageParam === undefined ? {} : { after: pageParam }),
        ...(hasSearch && search !== "" ? { q: search } : {}),
      };
      const input = { query, signal } as unknown as ControlInput<I>;
      return call(world, list, input) as Promise<unknown> as Promise<ListPage<ItemOf<I>>>;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    // Refetching costs one call per page, so longer lists are polled less often.
    ...(every === undefined
      ? {}
      : { refetchInterval: ({ state }) => every * Math.max(1, state.data?.pages.length ?? 1) }),
  });
}

export function PagedTable<I extends ListId>(props: PagedTableProps<I>) {
  const { label, keyOf, empty, hasSearch = true, searchIn = "q" } = props;
  const mayChange = useMayChange();
  const columns = props.columns.filter(({ acts }) => acts === undefined || mayChange);
  const [search, setSearch] = useParameter(searchIn);
  const end = useRef<HTMLDivElement>(null);
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = usePages(props, search);
  useSeenEnd(end, {
    isOn: hasNextPage && !isFetchingNextPage,
    reach: fetchNextPage,
    items: data,
  });
  const isEmpty = data?.pages.every((page) => page.items.length === 0) ?? true;
  return (
    <>
      {hasSearch ? <SearchForm label={label} search={search} setSearch={setSearch} /> : null}
      <Fault error={error} />
      {mayChange
        ? null
        : props.columns.map(({ title, acts }) =>
            acts === undefined ? null : <Changing key={title} what={acts} />,
          )}
      {isEmpty && error === null ? <Empty isLoading={data === undefined}>{empty}</Empty> : null}
      {isEmpty ? null : (
        <Table
          label={`List of ${label}`}
          titles={columns.map(({ title }) => title)}
          hasBodies
          end={<div ref={end} />}
        >
          {data?.pages.map((page, number) => (
            <PageRows key={number} columns={columns.length}>
              {page.items.map((item, at) => (
                <tr key={keyOf(item, number * PAGE_ROWS + at)}>
                  {columns.map(({ title, cell }) => (
                    <td key={title}>{cell(item)}</td>
                  ))}
                </tr>
              ))}
            </PageRows>
          ))}
        </Table>
      )}
    </>
  );
}

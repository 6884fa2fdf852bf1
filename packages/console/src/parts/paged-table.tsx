// A list of the control plane, page by page: the next page comes when the end is in view.
import type { ControlCallId, ControlInput, ControlReply } from "@antechamber/sdk/control";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { call, isOfSame } from "../api/queries.ts";
import { useParameter, useWorld } from "../api/address.ts";
import { Changing, useMayChange } from "./mode.tsx";
import { Empty, Fault, styles } from "./parts.tsx";
import { Table } from "./table.tsx";

/** Lists of the control plane. */
export type ListId = Extract<ControlCallId, `${string}.list`>;

export type ItemOf<I extends ListId> =
  ControlReply<I> extends { readonly items: readonly (infer T)[] } ? T : never;

export interface Column<T> {
  readonly title: string;
  readonly cell: (item: T) => ReactNode;
  /** What its buttons do, as a sentence begins; production mode does not have the column. */
  readonly acts?: string;
}

interface PagedTableProps<I extends ListId> {
  readonly list: I;
  readonly label: string;
  readonly columns: readonly Column<ItemOf<I>>[];
  readonly keyOf: (item: ItemOf<I>, at: number) => string;
  /** What would stand here. */
  readonly empty: ReactNode;
  /** Lists of what the service itself makes take no search. */
  readonly hasSearch?: boolean;
  /** Where its search stands in the address; lists of one page have different places. */
  readonly searchIn?: string;
  /** Asked for again so often, in milliseconds. */
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
    // The address was changed from elsewhere.
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

interface EndWish {
  readonly isOn: boolean;
  readonly reach: () => Promise<unknown>;
  /** What stands before the end: where it changes, the end may be in view. */
  readonly items: unknown;
}

/** Does something whenever the end of a list comes into view. */
function useSeenEnd(end: RefObject<HTMLElement | null>, { isOn, reach, items }: EndWish): void {
  useEffect(() => {
    const mark = end.current;
    if (mark === null || !isOn) return undefined;
    // Several changes may be told at once, of which the last holds.
    const observer = new IntersectionObserver((changes) => {
      if (changes.at(-1)?.isIntersecting === true) void reach();
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [end, reach, isOn, items]);
}

/** Pages so far out of view are not drawn. */
const NEAR = "1500px 0px";

interface PageRowsProps {
  readonly columns: number;
  readonly children: ReactNode;
}

/** The rows of one page; while it is far out of view, a space as high as they were stands for them. */
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
        // What is not laid out has no height that could stand for it.
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

/** The pages that have been asked for so far, as a list is searched. */
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
    // What was found before stays while something else is searched for in the same list.
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
    // Each page is a call: a list of many is asked for less often.
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

// A list of the control plane, page by page: the next page comes when the end is in view.
import type { ControlCallId, ControlInput, ControlReply } from "@antechamber/sdk/control";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { call, isOfSame } from "../api/queries.ts";
import { useParameter, useWorld } from "../frame/address.ts";
import { Changing, useMayChange } from "./mode.tsx";
import { Empty, Fault, styles } from "./parts.tsx";

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
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) void reach();
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [end, reach, isOn, items]);
}

export function PagedTable<I extends ListId>(props: PagedTableProps<I>) {
  const { list, label, keyOf, empty, hasSearch = true, every } = props;
  const world = useWorld();
  const mayChange = useMayChange();
  const columns = props.columns.filter(({ acts }) => acts === undefined || mayChange);
  const [search, setSearch] = useParameter("q");
  const end = useRef<HTMLDivElement>(null);
  const key = [world, list, { pages: true, q: hasSearch ? search : "" }] as const;
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery<
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
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
  useSeenEnd(end, {
    isOn: hasNextPage && !isFetchingNextPage,
    reach: fetchNextPage,
    items: data,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {hasSearch ? <SearchForm label={label} search={search} setSearch={setSearch} /> : null}
      <Fault error={error} />
      {mayChange
        ? null
        : props.columns.map(({ title, acts }) =>
            acts === undefined ? null : <Changing key={title} what={acts} />,
          )}
      {items.length === 0 && error === null ? (
        <Empty isLoading={data === undefined}>{empty}</Empty>
      ) : null}
      {items.length === 0 ? null : (
        <div className={styles.scrolls} tabIndex={0} role="region" aria-label={`List of ${label}`}>
          <table>
            <thead>
              <tr>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item, at) => (
                <tr key={keyOf(item, at)}>
                  {columns.map(({ title, cell }) => (
                    <td key={title}>{cell(item)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <div ref={end} />
        </div>
      )}
    </>
  );
}

// The lists of the control plane, as the contract declares them.
import { endpoints } from "@antechamber/contract";
import { keywordsOf } from "@antechamber/contract/schema";

const lists = endpoints.filter(({ id }) => /^control\.\w+\.list$/.test(id));

function pathsOf(field: string): readonly string[] {
  return lists
    .filter(({ query }) => query !== undefined && field in (keywordsOf(query).properties ?? {}))
    .map(({ path }) => path);
}

/** Paths of those that come in pages; the journal is read in another way. */
export const pagedLists = pathsOf("after").filter((path) => path !== "/journal");

/** Paths of those that can be searched. */
export const searchedLists = pathsOf("q");

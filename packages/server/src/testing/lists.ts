// The lists of the control plane, as the contract declares them.
import { endpoints } from "@antechamber/contract";
import { keywordsOf } from "@antechamber/contract/schema";

const lists = endpoints.filter(({ id }) => /^control\.\w+\.list$/.test(id));

function pathsOf(field: string): readonly string[] {
  return lists
    .filter(({ query }) => query !== undefined && field in (keywordsOf(query).properties ?? {}))
    .map(({ path }) => path);
}

/** The paths of paginated lists, except the journal's, which has other parameters. */
export const pagedLists = pathsOf("after").filter((path) => path !== "/journal");

/** The paths of searchable lists. */
export const searchedLists = pathsOf("q");

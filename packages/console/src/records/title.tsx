import { useNames } from "../parts/names.ts";
import { titleOf, type Listed } from "./kinds.ts";

/** The form of ids, which records without a name of their own are called by. */
const ID = /^\d{17,20}$/;

/** The display name of a record: a member or an installation is called as its user or application. */
export function Title({ listed }: { readonly listed: Listed }) {
  const title = titleOf(listed);
  // The names are only requested where they are needed.
  return ID.test(title) ? <NameOf id={title} /> : title;
}

function NameOf({ id }: { readonly id: string }) {
  return useNames()(id) ?? id;
}

import { Id } from "./parts.tsx";
import { useNames } from "./names.ts";

/** The name of an application or user, with a button that copies the id. */
export function Named({ id }: { readonly id: string | null }) {
  const nameOf = useNames();
  if (id === null) return "–";
  const name = nameOf(id);
  return (
    <>
      {name === undefined ? null : `${name} `}
      <Id id={id} />
    </>
  );
}

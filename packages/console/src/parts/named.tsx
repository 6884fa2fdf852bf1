import { Id } from "./parts.tsx";
import { useNames } from "./names.ts";

/** An application or a user by name, with the id to copy. */
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

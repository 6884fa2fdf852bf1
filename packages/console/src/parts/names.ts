// Names of applications and users by id.
import { useMemo } from "react";
import { LIST_MAX, useAnswer } from "../api/queries.ts";

/** Returns a function that gives the name of an application or user, or undefined if it is unknown. */
export function useNames(): (id: string | null) => string | undefined {
  const query = { limit: LIST_MAX };
  const applications = useAnswer("control.applications.list", { query });
  const users = useAnswer("control.users.list", { query });
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { id, username } of users.data?.items ?? []) {
      if (id !== undefined && username !== undefined) names.set(id, username);
    }
    for (const { id, name } of applications.data?.items ?? []) {
      if (id !== undefined && name !== undefined) names.set(id, name);
    }
    return (id) => (id === null ? undefined : names.get(id));
  }, [applications.data, users.data]);
}

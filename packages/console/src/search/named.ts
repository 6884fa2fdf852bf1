// Replaces names of applications and users in a filter by the ids that entries contain.
import { useMemo } from "react";
import { LIST_MAX, useAnswer } from "../api/queries.ts";
import { NONE, type Condition, type ParsedFilter } from "./filter.ts";

interface Named {
  readonly id?: string;
  readonly name?: string;
  readonly username?: string;
}

export function useNamedConditions({ conditions, fault }: ParsedFilter): {
  readonly conditions: readonly Condition[];
  readonly fault: string | undefined;
} {
  const needs = (field: string) => conditions.some((each) => each.field === field);
  const query = { limit: LIST_MAX };
  const applications = useAnswer("control.applications.list", { query }, { isOff: !needs("app") });
  const users = useAnswer("control.users.list", { query }, { isOff: !needs("user") });
  return useMemo(() => {
    const lists: Readonly<Record<string, readonly Named[] | undefined>> = {
      app: applications.data?.items,
      user: users.data?.items,
    };
    let unknown: string | undefined;
    const resolved = conditions.map((condition): Condition => {
      const { field, value } = condition;
      const list = lists[field];
      if (list === undefined || value === NONE || /^\d{5,20}$/.test(value)) return condition;
      const isMeant = ({ name, username }: Named) =>
        [name, username].some((each) => each?.toLowerCase() === value.toLowerCase());
      const found = list.find(isMeant);
      if (found?.id === undefined) unknown ??= `This world has no ${field} "${value}".`;
      return { field, value: found?.id ?? value };
    });
    return { conditions: resolved, fault: fault ?? unknown };
  }, [conditions, fault, applications.data, users.data]);
}

// The application that a page is about: the URL holds it, and the default is the first one.
import { LIST_MAX, useAnswer } from "../api/queries.ts";
import { useParameter } from "../api/address.ts";

/** The applications of the world. */
export function useApplications() {
  return useAnswer("control.applications.list", { query: { limit: LIST_MAX } });
}

/** The application in the URL, else the first one; empty if there is none. */
export function useChosenApplication(): string {
  const [requested] = useParameter("application");
  const { data } = useApplications();
  return requested === "" ? (data?.items[0]?.id ?? "") : requested;
}

/** Chooses the application of a page. */
export function ApplicationOfPage() {
  const [, choose] = useParameter("application");
  return <ApplicationSelect value={useChosenApplication()} choose={choose} />;
}

interface ApplicationSelectProps {
  readonly value: string;
  readonly choose: (id: string) => void;
  /** The label for no application, if that may be chosen. */
  readonly none?: string;
}

export function ApplicationSelect({ value, choose, none }: ApplicationSelectProps) {
  const { data } = useApplications();
  return (
    <label>
      Application{" "}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        {none === undefined ? null : <option value="">{none}</option>}
        {(data?.items ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

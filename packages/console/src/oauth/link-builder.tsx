// Builds an authorization link, and lets the service check it as if a user opened it.
import { RestError } from "@antechamber/sdk/control";
import { useRef, useState, type SubmitEvent } from "react";
import { LIST_MAX, call, useAnswer } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { useWorldUrl } from "../api/world-url.ts";
import { ActButton } from "../parts/act-button.tsx";
import {
  ApplicationSelect,
  useApplications,
  useChosenApplication,
} from "../parts/application-choice.tsx";
import { Card, Copy, Fault, Json, styles } from "../parts/parts.tsx";
import { callApi } from "../parts/with-token.ts";

interface Link {
  readonly scope: string;
  readonly response_type: string;
  readonly redirect_uri: string;
  readonly state: string;
  readonly code_challenge: string;
}

const empty: Link = {
  scope: "identify",
  response_type: "code",
  redirect_uri: "",
  state: "",
  code_challenge: "",
};
const titles: Readonly<Record<keyof Link, string>> = {
  scope: "Scopes (separated by spaces)",
  response_type: "Response type (code or token)",
  redirect_uri: "Redirect URI",
  state: "State",
  code_challenge: "Code challenge (S256)",
};

/** The query string of the link. */
function queryOf(application: string, link: Link): string {
  const parameters = new URLSearchParams({ client_id: application });
  for (const [name, value] of Object.entries(link) as [string, string][]) {
    if (value !== "") parameters.set(name, value);
  }
  if (link.code_challenge !== "") parameters.set("code_challenge_method", "S256");
  return parameters.toString();
}

type Checked = { readonly asks: unknown } | { readonly fault: unknown };

/** The result of the last check; undefined once the link or the user has changed. */
function useChecked(link: string) {
  const latest = useRef(link);
  latest.current = link;
  const [result, setResult] = useState<{ readonly link: string; readonly checked: Checked }>();
  return {
    checked: result?.link === link ? result.checked : undefined,
    // Answers may arrive in another order than their requests.
    say: (checked: Checked): void => {
      if (latest.current === link) setResult({ link, checked });
    },
  };
}

/** The user who opens the link: the first one unless another is chosen. */
function useSomebody() {
  const { data } = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  const [chosenUser, setChosenUser] = useState("");
  const people = data?.items ?? [];
  const somebody = people.find(({ id }) => id === chosenUser) ?? people[0];
  return {
    people,
    user: somebody?.id ?? "",
    called: somebody?.username ?? "a user",
    setChosenUser,
  };
}

export function LinkBuilder() {
  const world = useWorld();
  const first = useChosenApplication();
  const [chosen, choose] = useState("");
  const application = chosen === "" ? first : chosen;
  const applications = useApplications();
  const { people, user, called, setChosenUser } = useSomebody();
  const known = applications.data?.items.find(({ id }) => id === application)?.redirect_uris ?? [];
  const [link, setLink] = useState(empty);
  const whole = { ...link, redirect_uri: link.redirect_uri || (known[0] ?? "") };
  const query = queryOf(application, whole);
  const url = useWorldUrl();
  const returnTo = `/oauth2/authorize?${query}`;
  const { checked, say } = useChecked(`${world} ${user} ${returnTo}`);

  async function check(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    try {
      const session = await call(world, "control.session", { path: { user } });
      say({ asks: await callApi({ method: "GET", path: returnTo }, session.token) });
    } catch (fault) {
      say({ fault });
    }
  }
  return (
    <Card title="Authorization link">
      <form className={`${styles.form} ${styles.spaced}`} onSubmit={(event) => void check(event)}>
        <ApplicationSelect value={application} choose={choose} />
        {(Object.keys(titles) as (keyof Link)[]).map((name) => (
          <label key={name}>
            {titles[name]}
            <input
              value={whole[name]}
              onChange={({ target }) => setLink({ ...link, [name]: target.value })}
            />
          </label>
        ))}
        <label>
          Check as{" "}
          <select value={user} onChange={({ target }) => setChosenUser(target.value)}>
            {people.map((each) => (
              <option key={each.id} value={each.id}>
                {each.username}
              </option>
            ))}
          </select>
        </label>
        <ActButton type="submit" data-first>
          Check link
        </ActButton>
      </form>
      {url === undefined ? null : (
        <Opening url={url} returnTo={returnTo} user={user} called={called} />
      )}
      {checked === undefined ? null : <Verdict checked={checked} />}
    </Card>
  );
}

interface OpeningProps {
  /** The URL of the world that is shown: at another world's URL, users of that world would consent. */
  readonly url: string;
  readonly returnTo: string;
  readonly user: string;
  readonly called: string;
}

/** The link, to copy or to open. */
function Opening({ url, returnTo, user, called }: OpeningProps) {
  const address = `${url}${returnTo}`;
  // The browser first signs in as the user, whoever was signed in before.
  const signIn = new URLSearchParams({ user, return_to: returnTo });
  return (
    <>
      <p>
        <code className={styles.breaks}>{address}</code>
      </p>
      <p className={styles.row}>
        <Copy text={address}>Copy</Copy>
        <a href={address} target="_blank" rel="noreferrer">
          Open{" "}
        </a>
        <a href={`${url}/oauth2/sign-in?${signIn.toString()}`} target="_blank" rel="noreferrer">
          Open as {called}
        </a>
      </p>
    </>
  );
}

function Verdict({ checked }: { readonly checked: Checked }) {
  if ("fault" in checked) {
    const { fault } = checked;
    const tree = fault instanceof RestError ? fault.errors : undefined;
    return (
      <>
        <Fault error={fault} />
        {tree === undefined ? null : <Json name="errors" value={tree} />}
      </>
    );
  }
  return (
    <details open>
      <summary role="status">✓ The link is valid: it asks the user for consent.</summary>
      <Json value={checked.asks} />
    </details>
  );
}

// Asks for the control key, unless the default key is in use.
import { useState, type SubmitEvent } from "react";
import { signIn, type SessionState } from "../api/session.ts";
import { Card, Page, styles } from "../parts/parts.tsx";

export function SignIn({ done }: { readonly done: (state: SessionState) => void }) {
  const [key, setKey] = useState("");
  const [isWrong, setWrong] = useState(false);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const state = await signIn(key);
    if (state === undefined) setWrong(true);
    else done(state);
  }
  return (
    <main>
      <Page title="Sign in to the console">
        <Card>
          <form className={styles.form} onSubmit={(event) => void submit(event)}>
            <label>
              Control key
              <input
                type="password"
                autoComplete="current-password"
                required
                value={key}
                onChange={({ target }) => setKey(target.value)}
              />
            </label>
            {isWrong ? (
              <p className={styles.fault} role="alert">
                Wrong key. Use the one that the service was started with (--control-key).
              </p>
            ) : null}
            <button type="submit" data-first>
              Sign in
            </button>
          </form>
        </Card>
      </Page>
    </main>
  );
}

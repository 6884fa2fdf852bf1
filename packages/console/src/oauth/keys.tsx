// The public keys for identity tokens, and a form that verifies a token with them.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card, Fault, Json, styles } from "../parts/parts.tsx";
import { readToken, type Key } from "./identity-token.ts";

async function keysOfService(): Promise<readonly Key[]> {
  const response = await fetch("/api/v10/oauth2/keys");
  return ((await response.json()) as { readonly keys: readonly Key[] }).keys;
}

export function Keys() {
  const { data: keys = [], error } = useQuery({ queryKey: ["keys"], queryFn: keysOfService });
  const [text, setText] = useState("");
  const token = text.trim();
  const read = useQuery({
    queryKey: ["identity token", token, keys.map(({ kid }) => kid).join(" ")],
    queryFn: () => readToken(token, keys),
    enabled: token !== "" && keys.length > 0,
    retry: false,
  });
  return (
    <Card title="Identity tokens">
      <Fault error={error} />
      <ul className={styles.plain} aria-label="Keys">
        {keys.map(({ kid, kty, alg }) => (
          <li key={kid}>
            key <code>{kid}</code> {kty} {alg ?? ""}
          </li>
        ))}
      </ul>
      <label className={styles.form}>
        Decode an identity token (it stays in this page)
        <textarea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {token === "" ? null : <Fault error={read.error} />}
      {read.data === undefined || token === "" ? null : (
        <>
          <p role="status" data-tone={read.data.holds ? "good" : "bad"}>
            {read.data.holds
              ? "✓ The signature is valid: a key of this service made it."
              : "✕ The signature is invalid: no key of this service made it."}
          </p>
          <Json name="header" value={read.data.header} />
          <Json name="claims" value={read.data.claims} />
        </>
      )}
    </Card>
  );
}

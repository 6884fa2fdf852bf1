import { LinkBuilder } from "../oauth/link-builder.tsx";
import { Keys } from "../oauth/keys.tsx";
import { useAct } from "../api/queries.ts";
import { ActButton } from "../parts/act-button.tsx";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Fault, Page } from "../parts/parts.tsx";
import { Changing } from "../parts/mode.tsx";
import { Named } from "../parts/named.tsx";
import { WholeTime } from "../parts/time.tsx";

const codeKinds = { authorization: "authorization", device: "device" } as const;

/** What each state means for a client that waits for a token. */
const codeStates = {
  waiting: "◷ pending",
  granted: "✓ approved, the device can request its tokens",
  denied: "✕ denied",
  exchanged: "✓ exchanged",
  revoked: "✕ revoked",
  expired: "✕ expired",
} as const;

/** The codes, whose states often explain why a token request was refused: used or expired. */
function Codes() {
  return (
    <Card title="Codes">
      <PagedTable
        list="control.codes.list"
        label="codes"
        hasSearch={false}
        every={2000}
        keyOf={({ digest_tail: tail, kind }) => `${kind} ${tail}`}
        empty="No codes. Authorization and device codes appear here until they are exchanged, and for a while afterwards."
        columns={[
          { title: "Hash suffix", cell: ({ digest_tail: tail }) => <code>{tail}</code> },
          { title: "Kind", cell: ({ kind }) => codeKinds[kind] },
          { title: "State", cell: ({ state }) => codeStates[state] },
          { title: "User", cell: ({ user }) => <Named id={user} /> },
          { title: "Application", cell: ({ application }) => <Named id={application} /> },
          { title: "Scopes", cell: ({ scopes }) => scopes.join(" ") },
          { title: "Redirect URI", cell: ({ redirect_uri: to }) => to ?? "–" },
          { title: "Expires", cell: ({ expires_at: at }) => <WholeTime at={at} /> },
        ]}
      />
    </Card>
  );
}

export function OAuthPage() {
  const deauthorize = useAct("control.deauthorize");
  const revoke = useAct("control.tokens.remove");
  return (
    <Page title="OAuth2">
      <Fault error={deauthorize.error ?? revoke.error} />
      <Changing what="Building authorization links">
        <LinkBuilder />
      </Changing>
      <Card title="Consents">
        <PagedTable
          list="control.consents.list"
          label="consents"
          keyOf={({ user, application }) => `${String(user)} ${String(application)}`}
          empty="No consents. An entry appears when a user authorizes an application."
          columns={[
            { title: "User", cell: ({ user }) => <Named id={String(user)} /> },
            { title: "Application", cell: ({ application }) => <Named id={String(application)} /> },
            { title: "Scopes", cell: ({ scopes }) => scopes.join(" ") },
            {
              title: "Actions",
              acts: "Deauthorizing",
              cell: ({ user, application }) => (
                <ActButton
                  type="button"
                  onClick={() =>
                    deauthorize.mutate({ path: { user: String(user) }, body: { application } })
                  }
                >
                  Deauthorize
                </ActButton>
              ),
            },
          ]}
        />
      </Card>
      <Card title="Tokens">
        <PagedTable
          list="control.tokens.list"
          label="tokens"
          hasSearch={false}
          keyOf={({ digest_tail: tail, kind }) => `${kind} ${tail}`}
          empty="No tokens. Issued tokens are listed here, without the secrets themselves."
          columns={[
            { title: "Hash suffix", cell: ({ digest_tail: tail }) => <code>{tail}</code> },
            { title: "Kind", cell: ({ kind }) => kind },
            { title: "User", cell: ({ user }) => <Named id={user} /> },
            { title: "Application", cell: ({ application }) => <Named id={application} /> },
            { title: "Scopes", cell: ({ scopes }) => scopes.join(" ") },
            { title: "Expires", cell: ({ expires_at: at }) => <WholeTime at={at} /> },
            {
              title: "Actions",
              acts: "Revoking a token",
              cell: ({ digest_tail: tail, kind }) =>
                kind === "access" ? (
                  <ActButton type="button" onClick={() => revoke.mutate({ path: { token: tail } })}>
                    Revoke
                  </ActButton>
                ) : null,
            },
          ]}
        />
      </Card>
      <Codes />
      <Keys />
    </Page>
  );
}

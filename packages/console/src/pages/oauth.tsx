import { LinkBuilder } from "../oauth/link-builder.tsx";
import { Keys } from "../oauth/keys.tsx";
import { useAct } from "../api/queries.ts";
import { ActButton } from "../parts/act-button.tsx";
import { PagedTable } from "../parts/paged-table.tsx";
import { Card, Fault, Page } from "../parts/parts.tsx";
import { Changing } from "../parts/mode.tsx";
import { Named } from "../parts/named.tsx";
import { WholeTime } from "../parts/time.tsx";

const codeKinds = { authorization: "of a consent", device: "of a device" } as const;

/** What each state means for a client that waits for a token. */
const codeStates = {
  waiting: "◷ waits",
  granted: "✓ let in, the device asks for its tokens",
  denied: "✕ refused",
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
        empty="A code stands here from a consent, or from the moment at which a device asks to sign in, until it is exchanged, and for a while longer."
        columns={[
          { title: "Hash ends in", cell: ({ digest_tail: tail }) => <code>{tail}</code> },
          { title: "Code", cell: ({ kind }) => codeKinds[kind] },
          { title: "State", cell: ({ state }) => codeStates[state] },
          { title: "User", cell: ({ user }) => <Named id={user} /> },
          { title: "Application", cell: ({ application }) => <Named id={application} /> },
          { title: "Scopes", cell: ({ scopes }) => scopes.join(" ") },
          { title: "Sent back to", cell: ({ redirect_uri: to }) => to ?? "–" },
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
      <Changing what="Building links, which are checked as a user">
        <LinkBuilder />
      </Changing>
      <Card title="Consents">
        <PagedTable
          list="control.consents.list"
          label="consents"
          keyOf={({ user, application }) => `${String(user)} ${String(application)}`}
          empty="What people allow applications to do stands here once somebody consents."
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
          empty="Tokens that were given out stand here; none of them is shown."
          columns={[
            { title: "Hash ends in", cell: ({ digest_tail: tail }) => <code>{tail}</code> },
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

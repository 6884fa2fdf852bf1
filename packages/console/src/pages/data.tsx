import { useParameter } from "../frame/address.ts";
import { PagedTable, type ListId } from "../parts/paged-table.tsx";
import { Card, Json, Page, styles } from "../parts/parts.tsx";

/** The kinds of record that have lists, by the names that the control plane gives them. */
const kinds = {
  users: "control.users.list",
  applications: "control.applications.list",
  guilds: "control.guilds.list",
  channels: "control.channels.list",
  roles: "control.roles.list",
  members: "control.members.list",
  installs: "control.installs.list",
  skus: "control.skus.list",
  entitlements: "control.entitlements.list",
  subscriptions: "control.subscriptions.list",
  sessions: "control.sessions.list",
} as const satisfies Readonly<Record<string, ListId>>;

type Kind = keyof typeof kinds;

interface ListedEntity {
  readonly id?: string;
  readonly name?: string;
  readonly username?: string;
}

function isKind(text: string): text is Kind {
  return text in kinds;
}

function titleOf({ name, username, id }: ListedEntity): string {
  return name ?? username ?? id ?? "";
}

export function DataPage() {
  const [asked, setAsked] = useParameter("kind");
  const kind = isKind(asked) ? asked : "users";
  return (
    <Page
      title="Data"
      actions={
        <label className={styles.row}>
          Kind
          <select value={kind} onChange={({ target }) => setAsked(target.value)}>
            {Object.keys(kinds).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      }
    >
      <Card>
        <PagedTable
          key={kind}
          list={kinds[kind]}
          label={kind}
          keyOf={(item, at) => (item as ListedEntity).id ?? String(at)}
          empty={`This world has no ${kind}.`}
          columns={[
            { title: "Name", cell: (item) => titleOf(item as ListedEntity) },
            { title: "As a world file has it", cell: (item) => <Json value={item} /> },
          ]}
        />
      </Card>
    </Page>
  );
}

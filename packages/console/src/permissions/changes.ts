// What somebody tries on the permissions page: other default permissions of commands, and other
// permissions of roles. Nothing of it is stored until it is applied.
import type { ControlInput } from "@antechamber/sdk/control";
import { call } from "../api/queries.ts";
import { asApplication } from "../parts/with-token.ts";

type Overlay = NonNullable<ControlInput<"control.decisions">["body"]["overlay"]>;

export interface Changes {
  /** The permissions that are asked of members by default, by command; null: none. */
  readonly commands: Readonly<Record<string, string | null>>;
  /** The permissions of roles, by role, as the number of their bits. */
  readonly roles: Readonly<Record<string, string>>;
}

export const none: Changes = { commands: {}, roles: {} };

export function countOf({ commands, roles }: Changes): number {
  return Object.keys(commands).length + Object.keys(roles).length;
}

/** The changes as a question to the service takes them. */
export function overlayOf({ commands, roles }: Changes): Overlay {
  const asked = Object.entries(commands).map(([id, bits]) => [
    id,
    { default_member_permissions: bits },
  ]);
  const held = Object.entries(roles).map(([id, permissions]) => [id, { permissions }]);
  return {
    commands: Object.fromEntries(asked) as NonNullable<Overlay["commands"]>,
    roles: Object.fromEntries(held) as NonNullable<Overlay["roles"]>,
  };
}

interface Place {
  readonly application: string;
  /** The guilds of commands, by command; absent for global ones. */
  readonly guildOf: (command: string) => string | undefined;
}

/** The calls that applying makes, as people read them. */
export function callsOf({ commands, roles }: Changes, place: Place): readonly string[] {
  return [
    ...Object.entries(commands).map(
      ([id, bits]) =>
        `PATCH ${pathOf(place, id)} {"default_member_permissions": ${JSON.stringify(bits)}}`,
    ),
    ...Object.entries(roles).map(
      ([id, permissions]) => `PATCH /control/v1/roles/${id} {"permissions": "${permissions}"}`,
    ),
  ];
}

function pathOf({ application, guildOf }: Place, command: string): string {
  const guild = guildOf(command);
  const scope = guild === undefined ? "" : `/guilds/${guild}`;
  return `/applications/${application}${scope}/commands/${command}`;
}

/** Makes the calls, one after the other. @throws RestError for the first that is refused */
export async function apply(
  world: string,
  { commands, roles }: Changes,
  place: Place,
): Promise<void> {
  for (const [id, bits] of Object.entries(commands)) {
    await asApplication({
      world,
      application: place.application,
      scope: "applications.commands.update",
      method: "PATCH",
      path: pathOf(place, id),
      body: { default_member_permissions: bits },
    });
  }
  for (const [role, permissions] of Object.entries(roles)) {
    await call(world, "control.roles.edit", { path: { role }, body: { permissions } });
  }
}

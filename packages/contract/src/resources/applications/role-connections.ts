// Role connections: what an application reports about one of its users, which qualifies them for
// linked roles. Source: protocol: webhooks-and-applications 3.2.
import { bearer } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { NotThisApplication, UnknownApplication, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { dictionary, nullable, object, optional, orNumber, text } from "../../schema/values.ts";

export const RoleConnection = object({
  platform_name: optional(text()),
  platform_username: optional(nullable(text())),
  metadata: optional(dictionary(text())),
});

/** Replaces the role connection as a whole; fields that are absent or null become empty. */
export const RoleConnectionDraft = object({
  platform_name: optional(nullable(text({ max: 50 }))),
  platform_username: optional(nullable(text({ max: 100 }))),
  /** Values by the keys of the application's metadata. The reference's own example writes numbers. */
  metadata: optional(
    nullable(
      dictionary(orNumber(text({ min: 1, max: 100 })), {
        maxKeys: limits.roleConnectionMetadata.value,
      }),
    ),
  ),
});

const shared = {
  source: "protocol: webhooks-and-applications 3.2",
  auth: [bearer("role_connections.write")],
  path: "/users/@me/applications/{application_id}/role-connection",
} as const;
const errors = [NotThisApplication, UnknownApplication, UnknownUser] as const;

export const getRoleConnection = endpoint({
  ...shared,
  id: "users.roleConnection",
  summary: "Get the role connection of the token's application with the token's user.",
  method: "GET",
  replies: { 200: RoleConnection },
  errors,
});

export const setRoleConnection = endpoint({
  ...shared,
  id: "users.setRoleConnection",
  summary:
    "Update the user's role connection; removes linked roles whose requirements are no longer met.",
  method: "PUT",
  body: RoleConnectionDraft,
  replies: { 200: RoleConnection },
  errors,
});

export const deleteRoleConnection = endpoint({
  ...shared,
  id: "users.deleteRoleConnection",
  summary: "Delete the user's role connection, and the linked roles that depended on it.",
  method: "DELETE",
  replies: { 204: none },
  errors,
});

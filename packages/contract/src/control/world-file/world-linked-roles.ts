// Linked roles and what applications say of their users, in a world file. Source: product.md, World
// file; protocol: webhooks-and-applications 3.
import { dictionary, integer, object, optional, text } from "../../schema/values.ts";
import { ref } from "./world-kinds.ts";

/** What an application says of one of its users. */
export const WorldRoleConnection = object({
  user: ref("user"),
  platform_name: optional(text({ max: 50 })),
  platform_username: optional(text({ max: 100 })),
  /** By the keys of the application's metadata. */
  metadata: optional(dictionary(text({ max: 100 }), { maxKeys: 5 })),
});

/** Who may claim a role: users of an application for whom every requirement holds. */
export const WorldRoleLink = object({
  application: ref("application"),
  /** By keys of the application's metadata; of moments, days before now. */
  requirements: optional(dictionary(integer(), { maxKeys: 5 })),
});

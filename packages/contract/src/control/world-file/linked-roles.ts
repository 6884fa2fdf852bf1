// Linked roles and role connections, in a world file. Source: product.md, World file; protocol:
// webhooks-and-applications 3.
import { dictionary, integer, object, optional, text } from "../../schema/values.ts";
import { ref } from "./kinds.ts";

/** A role connection: what an application says about one of its users. */
export const WorldRoleConnection = object({
  user: ref("user"),
  platform_name: optional(text({ max: 50 })),
  platform_username: optional(text({ max: 100 })),
  /** Values by the keys of the application's metadata. */
  metadata: optional(dictionary(text({ max: 100 }), { maxKeys: 5 })),
});

/** Who may claim a role: users of an application who meet every requirement. */
export const WorldRoleLink = object({
  application: ref("application"),
  /**
   * Requirements by the keys of the application's metadata; for dates, the number of days before
   * now.
   */
  requirements: optional(dictionary(integer(), { maxKeys: 5 })),
});

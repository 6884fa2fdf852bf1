import type { Binding } from "../../platform/handler.ts";
import { banHandlers } from "./ban-handlers.ts";
import { incidentHandlers } from "./incident-actions.ts";
import { memberHandlers } from "./member-handlers.ts";
import { roleHandlers } from "./role-handlers.ts";

export const moderationHandlers: readonly Binding[] = [
  ...roleHandlers,
  ...memberHandlers,
  ...banHandlers,
  ...incidentHandlers,
];

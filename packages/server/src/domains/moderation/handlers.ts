import type { Binding } from "../../platform/handler.ts";
import { roleHandlers } from "./role-handlers.ts";

export const moderationHandlers: readonly Binding[] = [...roleHandlers];

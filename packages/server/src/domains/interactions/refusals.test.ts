import { describe, expect, test } from "vitest";
import type { ApiError } from "../../platform/api-error.ts";
import type { Denial } from "../commands/permissions/access-rules.ts";
import { refusalOf } from "./create-interaction.ts";

describe("the error for a denied command", () => {
  const errorOf = (error: ApiError) => ({ code: error.declaration.code, message: error.message });

  test.each<[Denial, 1 | 2, { code: number; message: string }]>([
    ["MISSING_BASE_PERMISSIONS", 1, { code: 50013, message: "Missing Permissions" }],
    // Proves requirement 6 "user command without the right to send"
    ["MISSING_BASE_PERMISSIONS", 2, { code: 50013, message: "Permission Denied" }],
    ["CHANNEL_DENIED", 1, { code: 50013, message: "Missing Permissions" }],
    ["USER_DENIED", 1, { code: 50013, message: "Missing Permissions" }],
    ["NOT_INSTALLED", 1, { code: 50035, message: "Invalid Form Body" }],
    ["CONTEXT_NOT_ALLOWED", 1, { code: 50035, message: "Invalid Form Body" }],
    ["NSFW_NOT_ALLOWED", 1, { code: 50035, message: "Invalid Form Body" }],
    ["WRONG_COMMAND_TYPE", 1, { code: 50035, message: "Invalid Form Body" }],
  ])("%s for a command of type %i with %o", (denial, type, answer) => {
    const refusal = refusalOf(
      { denial, needs: [] },
      { type, nsfw: false, default_member_permissions: null },
    );
    expect(errorOf(refusal)).toEqual(answer);
  });
});

import type { AnyJob } from "../../platform/context.ts";
import { forgetBrowserSession } from "./browser-session.ts";
import { forgetDeviceCode } from "./device.ts";
import { sweepRefreshTokens } from "./families.ts";
import { forgetAccessToken, forgetCode } from "./installs/cascade-delete.ts";
import { mergeAccounts } from "./accounts/merge.ts";

export const oauthJobs: readonly AnyJob[] = [
  forgetAccessToken,
  forgetCode,
  forgetDeviceCode,
  forgetBrowserSession,
  sweepRefreshTokens,
  mergeAccounts,
];

import type { AnyJob } from "../../platform/context.ts";
import { forgetBrowserSession } from "./browser-session.ts";
import { forgetDeviceCode } from "./device.ts";
import { forgetAccessToken, forgetCode } from "./forgetting.ts";
import { mergeAccounts } from "./merging.ts";

export const oauthJobs: readonly AnyJob[] = [
  forgetAccessToken,
  forgetCode,
  forgetDeviceCode,
  forgetBrowserSession,
  mergeAccounts,
];

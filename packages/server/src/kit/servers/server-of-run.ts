// The server of a test run: the one in the environment, or the one that its processes share.
import type { ServerAddress } from "../client/control-client.ts";
import { setVariable, variable } from "../client/environment.ts";
import { DEFAULT_KEY } from "./server.ts";

/** Variables with the URL and the key of a running server. */
const URL_VARIABLE = "ANTECHAMBER_URL";
const KEY_VARIABLE = "ANTECHAMBER_CONTROL_KEY";

/** The server of this run. @throws TypeError for an invalid URL in the environment */
export async function serverOfRun(): Promise<ServerAddress> {
  const url = variable(URL_VARIABLE);
  if (url !== undefined) {
    if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
      throw new TypeError(
        `${URL_VARIABLE} must be an address such as http://127.0.0.1:8010, not "${url}"`,
      );
    }
    return { url: url.replace(/\/+$/, ""), controlKey: variable(KEY_VARIABLE) ?? DEFAULT_KEY };
  }
  const { joinServerOfRun } = await import("./run-server.ts");
  return joinServerOfRun();
}

/** Makes every process that this one starts use the same server. */
export async function shareServer(): Promise<ServerAddress> {
  const server = await serverOfRun();
  setVariable(URL_VARIABLE, server.url);
  setVariable(KEY_VARIABLE, server.controlKey);
  return server;
}

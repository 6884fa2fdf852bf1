// A browser without JavaScript, for tests of pages: it follows links, and fills in and sends forms.
import type { TestService } from "./start-service.ts";

/** What a browser got. */
export interface Shown {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Where the browser is sent, or "". */
  readonly location: string;
}

/** A browser that keeps one cookie. */
export function aBrowser(at: TestService) {
  let cookie = "";
  async function go(path: string, init: RequestInit = {}): Promise<Shown> {
    const headers = { ...(cookie === "" ? {} : { cookie }), ...(init.headers as object) };
    const response = await fetch(at.url + path, { redirect: "manual", ...init, headers });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    const location = response.headers.get("location") ?? "";
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers,
      location,
    };
  }
  const unescape = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
  /** Fills in the form of a page, and sends it. */
  function send(
    shown: Shown,
    fields: Record<string, string | string[]>,
    headers: object = { origin: at.url },
  ) {
    const action = unescape(
      /<form method="post" action="([^"]*)"/.exec(shown.text)?.[1] ?? "/nowhere",
    );
    const hidden = [...shown.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      hidden.map(([, name = "", value = ""]) => [name, unescape(value)]),
    );
    for (const [name, value] of Object.entries(fields)) {
      body.delete(name);
      for (const each of [value].flat()) body.append(name, each);
    }
    return go(action, { method: "POST", body, headers: headers as Record<string, string> });
  }
  return { go, send, cookie: () => cookie };
}

// A browser without JavaScript, for tests of pages: it follows redirects, and fills in and submits
// forms.
import type { TestService } from "../start-service.ts";

/** A page that the browser received. */
export interface PageResult {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The redirect's target, or "". */
  readonly location: string;
}

/**
 * Opens a browser with cookies.
 *
 * @param cookies the cookies of another tab to share
 */
export function aBrowser(at: Pick<TestService, "url">, cookies = new Map<string, string>()) {
  const cookie = () => [...cookies].map((pair) => pair.join("=")).join("; ");
  async function go(path: string, init: RequestInit = {}): Promise<PageResult> {
    const headers = {
      ...(cookies.size === 0 ? {} : { cookie: cookie() }),
      ...(init.headers as object),
    };
    const response = await fetch(at.url + path, { redirect: "manual", ...init, headers });
    for (const setCookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location") ?? "";
    return {
      status: response.status,
      text: await response.text(),
      headers: response.headers,
      location,
    };
  }
  const unescape = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
  /** Fills in the form of a page, and submits it. */
  function send(
    page: PageResult,
    fields: Record<string, string | string[]>,
    headers: object = { origin: at.url },
  ) {
    const action = unescape(
      /<form method="post" action="([^"]*)"/.exec(page.text)?.[1] ?? "/nowhere",
    );
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      hidden.map(([, name = "", value = ""]) => [name, unescape(value)]),
    );
    for (const [name, value] of Object.entries(fields)) {
      body.delete(name);
      for (const each of [value].flat()) body.append(name, each);
    }
    return go(action, { method: "POST", body, headers: headers as Record<string, string> });
  }
  return { go, send, cookie };
}

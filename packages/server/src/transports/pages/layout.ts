// What all pages share: layout, style and headers.
import { hash } from "node:crypto";
import { html, Html, type Content } from "./html.ts";

/** Text has a contrast of at least 7 in light and dark mode, and the focus is always visible. */
const STYLE = `
:root { color-scheme: light dark; --page: #f3f4f8; --card: #ffffff; --text: #16181d; --soft: #484c57;
  --line: #767b88; --accent: #3340a8; --on-accent: #ffffff; --alert: #8c1d18; }
@media (prefers-color-scheme: dark) { :root { --page: #121318; --card: #1e2028; --text: #f2f3f5;
  --soft: #c3c7d1; --line: #8f95a3; --accent: #b6bfff; --on-accent: #14171f; --alert: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 1.5rem; background: var(--card); border-radius: .75rem;
  overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.125rem; }
ul { padding-left: 1.25rem; }
fieldset { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
label { display: block; padding: .25rem 0; }
input[type=text], input[type=password], input[type=search], select { display: block; width: 100%; min-height: 2.75rem;
  padding: .5rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--page);
  color: var(--text); font: inherit; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 2px solid var(--accent); border-radius: .5rem;
  background: var(--card); color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.first { background: var(--accent); color: var(--on-accent); }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
main.wide { max-width: 60rem; }
h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
section + section { border-top: 1px solid var(--line); margin-top: 1.5rem; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .75rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--page); overflow-wrap: normal; }
.scrolls { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
tbody th { font-weight: 400; }
@media (max-width: 40rem) { body { padding: 0; } main { border-radius: 0; padding: 1rem; } }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .75rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
:target { scroll-margin-top: 1rem; background: var(--page); }
[hidden] { display: none; }
.soft { color: var(--soft); }
.alert { padding: .75rem 1rem; border: 2px solid var(--alert); border-radius: .5rem; color: var(--alert); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const OWN_NAME = "Antechamber";

const styleHash = hash("sha256", STYLE, "base64");

/**
 * Without `form-action`: browsers would apply it to the redirect to the application that ends a
 * consent. Nothing is loaded but the icon, no script runs, and no one may frame a page.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The headers of every page. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  // Forms send their origin, and applications do not receive the URL of the request.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** The headers of a page with one script, which its hash permits. */
export function scriptedPageHeaders(scriptHash: string): Readonly<Record<string, string>> {
  const policy = `${POLICY}; script-src 'sha256-${scriptHash}'`;
  return { ...pageHeaders, "content-security-policy": policy };
}

/** A whole page. */
export function page(title: string, ...content: readonly Content[]): string {
  return framed(title, "", content);
}

/** A whole page, wide enough for tables. */
export function widePage(title: string, ...content: readonly Content[]): string {
  return framed(title, "wide", content);
}

function framed(title: string, width: string, content: Content): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title === OWN_NAME ? title : `${title} · ${OWN_NAME}`}</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main class="${width}">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.markup;
}

/** A page with one message. */
export function messagePage(title: string, text: string): string {
  return page(title, html`<p>${text}</p>`);
}

/** An error message, which screen readers announce at once. */
export function alert(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="alert" role="alert">${text}</p>`;
}

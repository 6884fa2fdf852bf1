// The search of the reference's index. It runs in the page on the entries there, without any
// request.
import { hash } from "node:crypto";
import { html, Html } from "../html.ts";

/** Hides entries that lack one of the words, and sections without any visible entry. */
const SCRIPT = `
const form = document.getElementById("search-form");
const field = document.getElementById("search");
const found = document.getElementById("found");
const entries = [...document.querySelectorAll("li[data-words]")];
const sections = [...document.querySelectorAll("section")];
function search() {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let count = 0;
  for (const entry of entries) {
    const isFound = words.every((word) => entry.dataset.words.includes(word));
    entry.hidden = !isFound;
    if (isFound) count += 1;
  }
  for (const section of sections) {
    section.hidden = section.querySelector("li[data-words]:not([hidden])") === null;
  }
  found.textContent = words.length === 0 ? "" : count + " of " + entries.length;
}
field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", search);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
search();
`;

/** Its hash, for the content security policy of the page. */
export const searchHash = hash("sha256", SCRIPT, "base64");

/** The search field; hidden where scripts do not run, since the page has the whole list. */
export const searchForm = html`<form id="search-form" role="search" hidden>
  <label for="search">Search endpoints, types, errors, events and limits</label>
  <input type="search" id="search" autocomplete="off" />
  <output id="found" for="search"></output>
</form>`;

/** The script, at the end of the page. */
export const searchScript = new Html(`<script>${SCRIPT}</script>`);

/** The text that an entry is searched by. */
export function wordsOf(...texts: readonly string[]): string {
  return texts.join(" ").toLowerCase();
}

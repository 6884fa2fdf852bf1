// The search of the reference's first page. It runs in the page, over what stands there: nothing is
// fetched.
import { hash } from "node:crypto";
import { html, Html } from "../html.ts";

/** Hides what lacks one of the words, and headings that nothing is left of. */
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

/** Its hash, for the policy of the page that it runs in. */
export const searchHash = hash("sha256", SCRIPT, "base64");

/** The field; hidden where nothing runs, since the whole list is there. */
export const searchForm = html`<form id="search-form" role="search" hidden>
  <label for="search">Search endpoints, types, errors, events and limits</label>
  <input type="search" id="search" autocomplete="off" />
  <output id="found" for="search"></output>
</form>`;

/** The script, at the end of the page. */
export const searchScript = new Html(`<script>${SCRIPT}</script>`);

/** What an entry is found by. */
export function wordsOf(...texts: readonly string[]): string {
  return texts.join(" ").toLowerCase();
}

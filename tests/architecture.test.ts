// Rules that the linter and the layer rules cannot check: the shape of folders, names, budgets of
// files that are not code, and a test for every file that makes decisions. Each message says why
// and what to do.
import { basename, dirname } from "node:path";
import { endpoints, limits, type NamedLimit } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { tables } from "../packages/server/src/tables.ts";
import { steps } from "../packages/server/src/transports/http/steps/pipeline.ts";
import { filesIn, linesMatching, productFiles, sourceFiles, textOf } from "./source-tree.ts";

const domainsFolder = "packages/server/src/domains";
const domainFiles = filesIn(`${domainsFolder}/**/*.ts`);
const domainOf = (path: string): string => path.slice(domainsFolder.length + 1).split("/")[0] ?? "";
const domains = [...new Set(domainFiles.map(domainOf))];

/** The text of files without comments, which may name what no code uses. */
function codeOf(paths: readonly string[]): string {
  const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;
  return paths.map((path) => textOf(path).replaceAll(comment, "")).join("\n");
}

/** Fails with the reason and the offenders. */
function expectNone(offenders: readonly string[], why: string): void {
  expect(offenders, `${why}\n${offenders.join("\n")}\n`).toEqual([]);
}

/** `lobbies` -> `lobby`, `users` -> `user`. */
function singular(folder: string): string {
  return folder.replace(/ies$/, "y").replace(/s$/, "");
}

test("the architecture tests find the source files and the domains", () => {
  expect(productFiles().length).toBeGreaterThan(30);
  expect(domains.length).toBeGreaterThan(5);
});

describe("domains", () => {
  test.each(domains)("%s has a file named after its noun, and operations.ts", (domain) => {
    const wanted = [`${singular(domain)}.ts`, "operations.ts"];
    const there = domainFiles
      .filter((path) => dirname(path) === `${domainsFolder}/${domain}`)
      .map((path) => basename(path));
    const missing = wanted
      .filter((name) => !there.includes(name))
      .map((name) => `${domain}/${name}`);
    expectNone(
      missing,
      "Domains look alike, so that a reader of one can find their way in all: the noun holds record, table and rules, operations.ts the verbs that others call. Name the files so.",
    );
  });

  test.each(domains)("%s has a rule for its place in the import order", async (domain) => {
    const config = (await import(import.meta.resolve("../.dependency-cruiser.mjs"))) as {
      default: { forbidden: readonly { name: string }[] };
    };
    const rules = config.default.forbidden.map(({ name }) => name);
    expect(
      rules,
      "Domains import one another in one direction only. Put the new one into domainsInOrder of .dependency-cruiser.mjs.",
    ).toContain(`domain-order-${domain}`);
  });
});

describe("names of files and exports", () => {
  test("are in kebab-case", () => {
    const shape = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|conformance|config|d))?\.ts$/;
    expectNone(
      sourceFiles().filter((path) => !shape.test(basename(path))),
      "File names are lower case with hyphens, so that they are the same on every file system.",
    );
  });

  test("contain no vague words such as utils, helpers or common", () => {
    const drawer = /(^|[/-])(utils?|helpers?|common|managers?|misc|data|shared)([-./]|$)/;
    expectNone(
      sourceFiles().filter((path) => drawer.test(path)),
      "A file that is named after nothing attracts everything. Name it after what it holds.",
    );
  });

  test("do not end in Utils, Helper or Manager, or begin with an interface I", () => {
    const vague = /^export .*\b(\w+(Utils?|Helpers?|Manager)|I[A-Z][a-z]\w*)\b\s*[=({<:]/;
    expectNone(
      productFiles().flatMap((path) => linesMatching(path, vague)),
      "Name the thing for what it does; an interface needs no I before its name.",
    );
  });

  test("use index.ts only for the declared entry points of packages", () => {
    const doors = sourceFiles().filter((path) => basename(path) === "index.ts");
    expectNone(
      doors.filter(
        (path) =>
          !/^packages\/([^/]+\/src|contract\/src\/(schema|gateway|control|openapi|resources\/[^/]+))\/index\.ts$/.test(
            path,
          ),
      ),
      "Import the file that declares the thing: a second door hides where it is.",
    );
  });
});

describe("the index of a table", () => {
  const code = productFiles().map(textOf).join("\n");

  test.each(tables.filter((each) => Object.keys(each.indexes).length > 0))(
    "on $name is used by a query",
    ({ indexes }) => {
      expectNone(
        Object.keys(indexes).filter((name) => !code.includes(`index: "${name}"`)),
        "It is kept up with every write, and nothing finds records by it. Delete it.",
      );
    },
  );
});

describe("words in sources", () => {
  // Names of our own for what the reference documentation or the trade has a word for.
  const replaced = new RegExp(
    [
      String.raw`\b(Sights?|sightOf|wholeSight|OwnSight|Attendance|attendance|isManned|Departures)\b`,
      String.raw`\b(Greeting|readGreeting|Greeted|Announcement|announce[A-Z]\w*|StruckEvents|Stroke)\b`,
      String.raw`\b(Standing|standingOf|heightOf|placesOf|Scene|sceneOf|GuildScene|Outlook|Ear)\b`,
      String.raw`\b(\w+Means|Dialled|readDial|ageKey|pairKey|pairsOf|formReader|isFaulty|faultTree)\b`,
      String.raw`\bdraft: WorldBuilder\b`,
      String.raw`\b(ReplyMemo|replyMemo|Memo|Basis|Idleness|DueQueue|workWatch|openWork|localBus)\b`,
    ].join("|"),
  );

  test("are not among the names that common terms have replaced", () => {
    expectNone(
      sourceFiles()
        .filter((path) => path !== "tests/architecture.test.ts")
        .flatMap((path) => linesMatching(path, replaced)),
      "Use the word of the reference documentation or of the trade: channel visibility, presence, READY, dispatch, injected fault, permission context, interaction context, dependencies (Deps), snowflakeKey, compoundKey, parser, validation issue, cache, timer queue.",
    );
  });

  // Metaphors for what the trade has a plain verb for.
  const pictures = new RegExp(
    [
      String.raw`^(?=\s*(//|/?\*)).*\b(whoever|hears?|heard|struck|greet(s|ed|ing)?|without a word|there hashed)\b`,
      String.raw`^(?=\s*(//|/?\*)).*\b(is|are|be|was|were) told\b(?! apart)`,
    ].join("|"),
    "i",
  );

  // Circumlocutions of "means", "the defaults of" and "the result of".
  const riddles =
    /^(?=\s*(\/\/|\/?\*)).*\b(stands? for|stood for|before anything is said|nothing (is|was) said|what became of)\b/i;
  const plainFolders = /^packages\/(contract\/src|server\/src\/(domains|platform|control))\//;

  test("of comments avoid roundabout descriptions", () => {
    expectNone(
      sourceFiles()
        .filter((path) => plainFolders.test(path) && !path.endsWith(".test.ts"))
        .flatMap((path) => linesMatching(path, riddles)),
      "Say what it is: an id that means, the defaults of a guild, the result of a delivery.",
    );
  });

  test("of comments avoid metaphors", () => {
    expectNone(
      sourceFiles()
        .filter((path) => path !== "tests/architecture.test.ts")
        .flatMap((path) => linesMatching(path, pictures)),
      "Say what happens: emits an event, emits no event, receives, is sent, is hashed, every caller who, READY, a fault is injected.",
    );
  });
});

describe("the production code", () => {
  test("keeps no state at module level", () => {
    const state = new RegExp(
      [
        "^(export )?(let|var) ",
        String.raw`^(export )?const \w+(: (Map|Set|WeakMap|WeakSet)<.*>)? = new (Weak)?(Map|Set)\b.*\(\);`,
        String.raw`^(export )?const \w+(: (\w+(<.*>)?\[\]|Record<.*>))? = (\[\]|\{\});`,
      ].join("|"),
    );
    expectNone(
      // A page in a browser runs only once.
      productFiles()
        .filter((path) => !path.startsWith("packages/console/"))
        .flatMap((path) => linesMatching(path, state)),
      "The service runs several times in one process: keep state in what service.ts builds.",
    );
  });

  test("reads the time only from the clock", () => {
    const files = productFiles().filter((path) => !path.endsWith("/platform/time/system-clock.ts"));
    expectNone(
      files.flatMap((path) => linesMatching(path, /\bnew Date\(\s*\)/)),
      "Take the instant from ctx.now or clock.now(), so that a moved clock moves everything.",
    );
  });

  test("reads the address of a caller in one place only", () => {
    const home = "/platform/network/caller-addresses.ts";
    const files = productFiles().filter((path) => !path.endsWith(home));
    expectNone(
      files.flatMap((path) => linesMatching(path, /\bremoteAddress\b|\b(request|req)\.ips?\b/)),
      "Take request.callerAddress, or ask CallerAddresses: they know proxies, and count networks of IPv6 as one.",
    );
  });

  // Proves requirement 8 "other endpoints"
  test("uses every limit that it publishes", () => {
    const code = codeOf(productFiles());
    const isUsed = (name: string) => new RegExp(`limits\\.${name}\\b`).test(code);
    expectNone(
      Object.keys(limits).filter((name) => !isUsed(name)),
      "docs/reference/limits.md promises these, and no code reads them: use limits.<name>.value where the number is written, or take it out of packages/contract/src/limits/limits.ts.",
    );
  });

  test("applies every rate limit that it publishes", () => {
    const server = codeOf(productFiles().filter((path) => path.startsWith("packages/server/")));
    const contract = codeOf(productFiles().filter((path) => path.startsWith("packages/contract/")));
    const applied = endpoints.flatMap(({ limit }) =>
      limit === undefined ? [] : [limit, limit.unapproved ?? limit],
    );
    const isApplied = ([name, { value, windowMs }]: readonly [string, NamedLimit]) =>
      applied.some((limit) => limit.count === value && limit.windowMs === windowMs) ||
      new RegExp(`limits\\.${name}\\b`).test(server) ||
      new RegExp(`max: limits\\.${name}\\.value`).test(contract);
    const rates = Object.entries<NamedLimit>(limits).filter(([, limit]) => "windowMs" in limit);
    expectNone(
      rates.filter((rate) => !isApplied(rate)).map(([name]) => name),
      "docs/reference/limits.md promises these, but no endpoint or form is limited so, and the server does not count them: name it as the limit of its endpoints, or take it out of packages/contract/src/limits.",
    );
  });

  test("gives a reason wherever it disables the linter", () => {
    const silent = /(oxlint|eslint)-disable(?!.*-- \S)/;
    expectNone(
      sourceFiles()
        .filter((path) => path !== "tests/architecture.test.ts")
        .flatMap((path) => linesMatching(path, silent)),
      "Write `-- why` behind the directive.",
    );
  });
});

describe("the drawing of a request in docs/architecture.md", () => {
  test("shows the steps of the pipeline in order", () => {
    const [, drawing = ""] =
      /## A request[^#]*?```\n([^`]*)```/.exec(textOf("docs/architecture.md")) ?? [];
    expect(
      drawing.split("→").map((name) => name.trim()),
      "Draw the steps of packages/server/src/transports/http/steps/pipeline.ts in their order.",
    ).toEqual(steps.map(({ name }) => name));
  });
});

describe("budgets", () => {
  test("comments have at most 105 columns", () => {
    // The formatter wraps docstrings, up to 105 columns with their marks; other comments it leaves.
    const long = /^(?=.{106})\s*(\/\/(?! oxlint-)|\/?\*)/;
    expectNone(
      sourceFiles().flatMap((path) => linesMatching(path, long)),
      "Break the line: `npm run fix` does it for docstrings.",
    );
  });

  test.each([
    ["README.md", 400],
    ["CONTRIBUTING.md", 250],
    ["docs/architecture.md", 120],
  ])("%s has at most %i lines", (path, most) => {
    expect(
      textOf(path).split("\n").length - 1,
      "A document that nobody reads to its end is not read. Cut, or move a part to a guide.",
    ).toBeLessThanOrEqual(most);
  });

  test("there are at most four packages", () => {
    expect(
      filesIn("packages/*/package.json").length,
      "contract, server, sdk and console are four deliverables; inside a package there are folders. See docs/decisions/0001.",
    ).toBeLessThanOrEqual(4);
  });
});

describe("decision records", () => {
  const records = filesIn("docs/decisions/*.md");

  test("are numbered without gaps", () => {
    const numbers = records.map((path) => basename(path).slice(0, 4));
    expect(numbers, "Rename the file: the number after the last one, never one twice.").toEqual(
      records.map((_, i) => String(i + 1).padStart(4, "0")),
    );
  });

  test.each(records)("%s has the headings Context, Choice, Cost and When to revisit", (path) => {
    const headings = [...textOf(path).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(
      headings,
      "A choice without its context and its price cannot be taken back well: use these headings, in this order.",
    ).toEqual(["Context", "Choice", "Cost", "When to revisit"]);
  });

  test.each(records)("%s fits on one page", (path) => {
    expect(textOf(path).split("\n").length, "Keep the argument, drop the story.").toBeLessThan(60);
  });
});

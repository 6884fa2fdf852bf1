// Mounts the pages for people, discovery, and the reference. Source: product.md, One origin.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AUTHORIZED_PATH } from "../../domains/oauth/consent-decision.ts";
import { ApiError } from "../../platform/api-error.ts";
import { answerDevice, showDevice } from "./activate.ts";
import { URLENCODED_TYPE } from "../../platform/formats/media-type.ts";
import { answerConsent, showConsent } from "./consent-routes.ts";
import { discoveryDocuments } from "./discovery.ts";
import { mountHome } from "./home.ts";
import { mountReference } from "./reference/mount-reference.ts";
import { showSignIn, takeSignIn } from "./sign-in.ts";
import { showSignOut, takeSignOut } from "./sign-out-routes.ts";
import { showNotice, type PageDeps, type PageContext } from "./page-context.ts";

type Answer = (visit: PageContext) => Promise<FastifyReply>;

interface PageRoute {
  readonly url: string;
  readonly id: string;
  readonly show: Answer;
  readonly take?: Answer;
}

const routes: readonly PageRoute[] = [
  { url: "/oauth2/authorize", id: "pages.consent", show: showConsent, take: answerConsent },
  { url: "/oauth2/sign-in", id: "pages.signIn", show: showSignIn, take: takeSignIn },
  { url: "/oauth2/sign-out", id: "pages.signOut", show: showSignOut, take: takeSignOut },
  { url: "/activate", id: "pages.activate", show: showDevice, take: answerDevice },
  { url: AUTHORIZED_PATH, id: "pages.authorized", show: showEnd },
];

/** The last page of an installation without a redirect. */
async function showEnd(visit: PageContext): Promise<FastifyReply> {
  const isRefused = visit.request.url.includes("refused=1");
  const text = isRefused
    ? (["Nothing was added", "You can close this page."] as const)
    : (["Added", "The application was added. You can close this page."] as const);
  return showNotice(visit, 200, text);
}

/** Called with unexpected errors of a page. */
type Crashed = (error: unknown) => void;

/** Serves the pages, each in the world of its call. */
export function mountPages(
  app: FastifyInstance,
  worldOf: (request: FastifyRequest) => PageDeps,
  crashed: Crashed,
): void {
  // Only pages have forms, so the form parser is registered for them alone.
  void app.register((pages, _options, done) => {
    pages.addContentTypeParser(URLENCODED_TYPE, (request: FastifyRequest) =>
      app.bodies.ofUnauthenticated(request),
    );
    mountAll(pages, { worldOf, crashed });
    done();
  });
}

interface MountDeps {
  readonly worldOf: (request: FastifyRequest) => PageDeps;
  readonly crashed: Crashed;
}

function mountAll(app: FastifyInstance, deps: MountDeps): void {
  for (const { url, id, show, take } of routes) {
    mountOne(app, deps, { method: "GET", url, id, answer: show });
    if (take !== undefined) mountOne(app, deps, { method: "POST", url, id, answer: take });
  }
  mountHome(app, deps.worldOf);
  mountReference(app);
  for (const [path, documentFor] of Object.entries(discoveryDocuments)) {
    app.get(path, (request, reply) => {
      const { settings } = deps.worldOf(request);
      const document = JSON.stringify(documentFor(settings, request.headers.host));
      reply.header("access-control-allow-origin", "*");
      return reply.type("application/json").serializer(String).send(document);
    });
  }
}

interface Route {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly id: string;
  readonly answer: Answer;
}

function mountOne(
  app: FastifyInstance,
  { worldOf, crashed }: MountDeps,
  { method, url, id, answer }: Route,
) {
  const visit = (request: FastifyRequest, reply: FastifyReply): PageContext => {
    return { deps: worldOf(request), request, reply };
  };
  app.route({
    method,
    url,
    config: { endpointId: id },
    handler: (request, reply) => answer(visit(request, reply)),
    errorHandler: (error, request, reply) => void explain(visit(request, reply), error, crashed),
  });
}

/** Shows an error as text, since a person reads the page. */
function explain(visit: PageContext, error: unknown, crashed: Crashed): FastifyReply {
  if (error instanceof ApiError) {
    return showNotice(visit, error.declaration.status, ["This did not work", error.message]);
  }
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode < 500)
    return showNotice(visit, statusCode, ["This did not work", "Please try again."]);
  crashed(error);
  return showNotice(visit, 500, ["This did not work", "Something is wrong on our side."]);
}

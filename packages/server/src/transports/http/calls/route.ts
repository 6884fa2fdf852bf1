// What answers a call of the API or of the control plane, and whether anything does.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

export type Params = Record<string, string>;

/** What answers the calls of one method at a path. */
export interface Route {
  /** With its parameters: `/api/v10/lobbies/:lobby_id`. */
  readonly url: string;
  /** Absent where no endpoint has the method. */
  readonly endpoint?: EndpointDeclaration;
  /** The path as it may be shown to anybody. */
  shownPath?(params: Readonly<Params>): string;
  /** @param asked the segments of the path of a call, as they are encoded */
  paramsOf(asked: readonly string[]): Params;
  /** Answers a call, or fails as a hook of the framework does. */
  answer(request: FastifyRequest, reply: FastifyReply, failed: (error: Error) => void): void;
}

/** Whether no route was found for a call: nobody knows its path, or it lacks the method. */
export function isUnrouted(request: FastifyRequest): boolean {
  if (request.route !== undefined) return false;
  return request.is404 || request.routeOptions.config.isPlane === true;
}

/** The path of a call as it is declared; undefined for one that nobody knows. */
export function declaredPath(request: FastifyRequest): string | undefined {
  const known = request.knownPath ?? request.route?.url;
  return known ?? (isUnrouted(request) ? undefined : request.routeOptions.url);
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Stands for all routes of a plane. */
    isPlane?: boolean;
  }
  interface FastifyRequest {
    /** Of an endpoint, or of a path that answers itself for a method which it lacks. */
    route: Route | undefined;
  }
}

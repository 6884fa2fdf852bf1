// The route of a call of the API or of the control plane.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

export type Params = Record<string, string>;

/** Handles the calls of one method at a path. */
export interface Route {
  /** The path with its parameters: `/api/v10/lobbies/:lobby_id`. */
  readonly url: string;
  /** Absent where no endpoint has the method. */
  readonly endpoint?: EndpointDeclaration;
  /** The path without secrets. */
  shownPath?(params: Readonly<Params>): string;
  /** @param segments the segments of the path of a call, still encoded */
  paramsOf(segments: readonly string[]): Params;
  /** Replies to a call, or fails like a hook of the framework. */
  answer(request: FastifyRequest, reply: FastifyReply, failed: (error: Error) => void): void;
}

/** Whether no route was found for a call: its path is unknown, or does not have the method. */
export function isUnrouted(request: FastifyRequest): boolean {
  if (request.route !== undefined) return false;
  return request.is404 || request.routeOptions.config.isPlane === true;
}

/** The declared path of a call; undefined for an unknown path. */
export function declaredPath(request: FastifyRequest): string | undefined {
  const template = request.knownPath ?? request.route?.url;
  return template ?? (isUnrouted(request) ? undefined : request.routeOptions.url);
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route serves all endpoints of a plane. */
    isPlane?: boolean;
  }
  interface FastifyRequest {
    /** The route of an endpoint, or the 405 of a path that does not have the method. */
    route: Route | undefined;
  }
}

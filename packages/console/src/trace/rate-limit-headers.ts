// Rate-limit headers as a sentence. Source: protocol: gateway-oauth-limits 6.1.

/** Undefined for a response without such headers. */
export function rateLimitText(headers: Readonly<Record<string, string>>): string | undefined {
  const {
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset-after": after,
    "x-ratelimit-bucket": bucket,
    "x-ratelimit-scope": scope,
    "x-ratelimit-global": isGlobal,
    "retry-after": retry,
  } = headers;
  const parts: string[] = [];
  if (remaining !== undefined && limit !== undefined) parts.push(`${remaining} of ${limit} left`);
  if (after !== undefined) parts.push(`full again in ${after} s`);
  if (retry !== undefined) parts.push(`try again in ${retry} s`);
  if (isGlobal !== undefined) parts.push("the global limit");
  if (scope !== undefined) parts.push(`scope ${scope}`);
  if (bucket !== undefined) parts.push(`bucket ${bucket}`);
  return parts.length === 0 ? undefined : `Rate limit: ${parts.join(", ")}`;
}

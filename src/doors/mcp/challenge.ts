// The two answers that make a client authorise: 401 without a known token, and 403 where the person could allow what the token lacks (RFC 6750 §3,
// RFC 9728 §5.1). Where a role forbids it, a client would only ask again in vain, so the tool tells it.

import { authorize, needOf } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { askedAs, expandScopes, OFFERED_SCOPES, SCOPE_BUNDLES } from '../../base/contract/scopes.ts';
import type { OperationTool } from './tools.ts';

/** Without a token, or with one for another resource: offers all that a person may grant. Without a token there is no error to name. */
export function unauthorizedChallenge(metadataUrl: string, hasToken: boolean): string {
  const error = hasToken
    ? 'error="invalid_token", error_description="The token is unknown, expired or not for this server", '
    : '';
  return `Bearer ${error}scope="${OFFERED_SCOPES.join(' ')}", resource_metadata="${metadataUrl}"`;
}

export const scopeChallenge = (metadataUrl: string, scopes: readonly string[]): string =>
  `Bearer error="insufficient_scope", scope="${scopes.join(' ')}", resource_metadata="${metadataUrl}"`;

/** All scopes to request, if the person could allow the tool by granting more; undefined when that is not what is missing. */
export function scopesToAsk(base: Base, principal: Principal, tool: OperationTool, named: Named): string[] | undefined {
  const [wanted] = tool.operation.scopes;
  if (wanted === undefined || isAllowed(base, principal, tool, named)) return undefined;
  const scopes = new Set([...principal.scopes, ...expandScopes([askedAs(wanted)])]);
  return isAllowed(base, { ...principal, scopes }, tool, named) ? asAsked(scopes) : undefined;
}

export interface Named {
  profileId?: string;
  workspaceId?: string;
}

/** True also for calls that fail for another reason: the pipeline reports that. */
function isAllowed(base: Base, principal: Principal, { operation }: OperationTool, named: Named): boolean {
  try {
    authorize(base, principal, needOf(operation, named));
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.code === 'insufficient_scope');
  }
}

/** The scopes that the token has and those it lacks, by the names of the consent page. */
function asAsked(scopes: ReadonlySet<string>): string[] {
  const whole = SCOPE_BUNDLES.filter((name) => [...expandScopes([name])].every((scope) => scopes.has(scope)));
  const covered = expandScopes(whole);
  return [...whole, ...[...scopes].filter((scope) => !covered.has(scope))];
}

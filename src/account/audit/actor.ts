// The name under which decisions and the audit record who made a change.
import type { Principal } from '../../base/contract/operation.ts';

/** The name of a change's author, in decisions and in the audit. */
export function actorOf(principal: Pick<Principal, 'personId' | 'credentialId'>): string {
  return principal.personId ? `person:${principal.personId}` : principal.credentialId;
}

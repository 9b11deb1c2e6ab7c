// What a provider says of a person becomes a session. A provider is trusted by its own workspace alone: the session reaches nothing else, an account
// that exists is linked only by its own person, and an address counts only where the provider has verified it.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import type { Claims } from '../../providers/oidc/client.ts';
import { writeAudit } from '../audit/index.ts';
import { createPerson, createSession, findPerson, type NewSession, normaliseEmail } from '../people/index.ts';
import type { Provider } from './providers.ts';
import { applyGroups } from './roles.ts';

/** A provider is asked again after a working day, so that who left there is out here. */
const SESSION_HOURS = 12;

export type Joined =
  | { outcome: 'signed_in'; session: NewSession }
  /** An account has the address: its person has to accept the link. */
  | { outcome: 'link'; personId: string; email: string }
  | { outcome: 'refused'; message: string };

export interface Arriving {
  provider: Provider;
  claims: Claims;
  /** The person who is signed in in this browser in another way than by a provider. */
  currentId: string | undefined;
  /** For the list of sessions. */
  client?: string;
}

export const SUBJECT_CHARACTERS = 255;

/** All or nothing, but a membership that the groups end. */
export function joinByClaims(base: Base, arriving: Arriving): Joined {
  const { provider, claims } = arriving;
  if (claims.subject === '' || claims.subject.length > SUBJECT_CHARACTERS)
    return refused('The provider names no person (`sub`) by whom an account could be found again.');
  return base.state.tx(() => {
    const found = personOf(base, arriving);
    if ('outcome' in found) return found;
    const { personId } = found;
    const { isMember, hasJoined } = applyGroups(base, {
      provider,
      personId,
      groups: claims.groups,
      hasJoined: found.hasJoined,
    });
    putLink(base, { ...provider, subject: claims.subject, personId, hasJoined });
    if (!isMember) return refused(noPlace(claims.groups.length));
    const { workspaceId } = provider;
    const actor = `person:${personId}`;
    base.state.statement('account/sso/single_sign_on_used').run({ workspace_id: workspaceId, now: base.clock.now() });
    writeAudit(base, { actor, action: 'single_sign_on.used', workspaceId, subject: personId });
    const session = createSession(base, {
      personId,
      actor,
      workspaceId,
      openedBy: 'provider',
      days: SESSION_HOURS / 24,
      ...(arriving.client === undefined ? {} : { client: arriving.client }),
    });
    return { outcome: 'signed_in', session };
  });
}

const refused = (message: string): Joined => ({ outcome: 'refused', message });

const noPlace = (groups: number): string =>
  groups === 0
    ? 'The provider named none of your groups, and the workspace is open to members of certain groups alone. An owner of the workspace can say which, and whether the provider sends groups to it.'
    : 'None of your groups opens this workspace. An owner of it can say which group does.';

function personOf(base: Base, { provider, claims, currentId }: Arriving): Joined | { personId: string; hasJoined: boolean } {
  const { workspaceId, issuer } = provider;
  const key = { workspace_id: workspaceId, issuer, subject: claims.subject };
  const linked = base.state.statement('account/sso/sso_person_find').get(key);
  if (linked) return { personId: linked.person_id, hasJoined: linked.has_joined === 1 };
  if (claims.email === undefined)
    return refused('The provider named no e-mail address. An owner of the workspace can let it send one (the scope `email`).');
  if (!claims.isEmailVerified)
    return refused(
      `The provider has not verified the address ${claims.email} (\`email_verified\`), so that it could be anybody’s. Verify it there, then sign in again.`,
    );
  const email = readEmail(claims.email);
  if (email === undefined) return refused('The provider named an e-mail address that is none.');
  const person = findPerson(base, email);
  if (!person) {
    const name = readName(claims.name);
    const created = createPerson(base, {
      email,
      actor: `single_sign_on:${workspaceId}`,
      ...(name === undefined ? {} : { name }),
    });
    return { personId: created.personId, hasJoined: true };
  }
  if (person.personId === currentId) return { personId: currentId, hasJoined: false };
  return { outcome: 'link', personId: person.personId, email };
}

function readEmail(email: string): string | undefined {
  try {
    return normaliseEmail(email);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function readName(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : checkedName('name', name);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

export interface PersonLink {
  workspaceId: string;
  issuer: string;
  subject: string;
  personId: string;
  hasJoined: boolean;
}

/** Inside the caller's transaction. */
export function putLink(base: Base, { workspaceId, issuer, subject, personId, hasJoined }: PersonLink): void {
  const key = { workspace_id: workspaceId, issuer, subject };
  if (!base.state.statement('account/sso/sso_person_find').get(key))
    writeAudit(base, {
      actor: `person:${personId}`,
      action: 'single_sign_on.linked',
      workspaceId,
      subject: personId,
      detail: { issuer },
    });
  const row = { ...key, person_id: personId, has_joined: hasJoined ? 1 : 0, now: base.clock.now() };
  base.state.statement('account/sso/sso_person_put').run(row);
}

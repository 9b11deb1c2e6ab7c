// One-time links that sign a person in: a random secret, kept as a hash, good for 15 minutes and for one session.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { lookupOf, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import { writeAudit } from '../audit/index.ts';
import { personById } from './people.ts';
import { type Opened, openSession } from './second-factor/pending.ts';

const LINK_PREFIX = 'svc_link_';
const LINK_MINUTES = 15;
const MINUTE_MS = 60_000;
/** A link is remembered this long after its expiry, so that its owner gets the answer "expired" and not "unknown". */
const REMEMBERED_MS = 24 * 60 * MINUTE_MS;

export interface SignInLink {
  /** The token of the link; in the response of this call and nowhere else. */
  token: string;
  expiresAt: number;
}

/** For the operator: hands a person the way in. */
export function createSignInLink(base: Base, personId: string): SignInLink {
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(LINK_PREFIX);
  const link = { linkId: randomUUID(), expiresAt: now + LINK_MINUTES * MINUTE_MS };
  base.state.tx(() => {
    base.state.statement('account/people/sign_in_links_forget').run({ before: now - REMEMBERED_MS });
    base.state.statement('account/people/sign_in_link_create').run({
      link_id: link.linkId,
      person_id: personId,
      lookup,
      hash,
      created_at: now,
      expires_at: link.expiresAt,
    });
    writeAudit(base, { actor: 'system', action: 'sign_in_link.created', subject: link.linkId, detail: { person_id: personId } });
  });
  return { token: secret, expiresAt: link.expiresAt };
}

export type Redeemed = Opened | Dead;

/** The state of a link, which looking does not change. */
export function lookAtSignInLink(base: Base, token: string): { outcome: 'open'; email: string } | Dead {
  const found = findLink(base, token);
  if (found.outcome !== 'open') return found;
  const person = personById(base, found.link.person_id);
  return person ? { outcome: 'open', email: person.email } : { outcome: 'unknown' };
}

interface Dead {
  outcome: 'used' | 'expired' | 'unknown';
}

function findLink(base: Base, token: string): { outcome: 'open'; link: { link_id: string; person_id: string } } | Dead {
  if (!token.startsWith(LINK_PREFIX)) return { outcome: 'unknown' };
  const rows = base.state.statement('account/people/sign_in_link_find').all({ lookup: lookupOf(LINK_PREFIX, token) });
  const link = matching(rows, token);
  if (!link) return { outcome: 'unknown' };
  if (link.used_at !== null) return { outcome: 'used' };
  if (link.expires_at <= base.clock.now()) return { outcome: 'expired' };
  return { outcome: 'open', link };
}

/** The link's one session, or the question for a second factor. A second or late visitor gets none and learns which of the two it was. */
export function redeemSignInLink(base: Base, token: string): Redeemed {
  return base.state.tx((): Redeemed => {
    const found = findLink(base, token);
    if (found.outcome !== 'open') return found;
    const { link } = found;
    base.state.statement('account/people/sign_in_link_use').run({ link_id: link.link_id, now: base.clock.now() });
    const personId = link.person_id;
    return openSession(base, { personId, openedBy: 'operator_link' });
  });
}

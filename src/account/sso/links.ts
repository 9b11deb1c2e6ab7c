// A mail to the address of an account that exists: by its link the person accepts what the provider calls them. The link signs nobody in.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { lookupOf, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import { queueMail, takeAttempt } from '../people/index.ts';
import { putLink } from './join.ts';
import { providerOf } from './providers.ts';

const PREFIX = 'svc_join_';
/** Counted from the request: the person is waiting for the mail. */
const LIFE_MS = 24 * 3_600_000;
const REMEMBERED_MS = 7 * 24 * 3_600_000;

export interface LinkRequest {
  workspaceId: string;
  /** Its name, for the mail. */
  workspace: string;
  issuer: string;
  subject: string;
  personId: string;
  email: string;
  /** The network, for the limit. */
  address: string;
  urlOf: (token: string) => string;
}

/** Sends the mail; returns its id. @throws ApiError where too many were requested. */
export function requestLink(base: Base, request: LinkRequest): string {
  const { workspaceId, issuer, subject, personId, email, address, workspace } = request;
  takeAttempt(base, 'mail', { account: email, address });
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(PREFIX);
  return base.state.tx(() => {
    base.state.statement('account/sso/sso_links_forget').run({ before: now - REMEMBERED_MS });
    base.state.statement('account/sso/sso_link_create').run({
      link_id: randomUUID(),
      workspace_id: workspaceId,
      issuer,
      subject,
      person_id: personId,
      lookup,
      hash,
      now,
      expires_at: now + LIFE_MS,
    });
    return queueMail(base, {
      to: email,
      subject: `Link your account to the sign-in of ${workspace}`,
      text: `Somebody, probably you, signed in to Tributary through ${new URL(issuer).host}, the provider of the workspace ${workspace}, with this address, which has an account. If that was you, open this link. From then on the provider can sign you in to that workspace, and to nothing else of yours. The link works once, for a day.\n\nIf that was not you, do nothing: nothing has happened.`,
      link: request.urlOf(secret),
    });
  });
}

export type SeenLink =
  | { outcome: 'open'; linkId: string; workspaceId: string; issuer: string; subject: string; personId: string }
  | { outcome: 'used' | 'expired' | 'unknown' };

/** Looks, and uses nothing up: programs that check mails follow links too. */
export function lookAtLink(base: Base, token: string): SeenLink {
  if (!token.startsWith(PREFIX)) return { outcome: 'unknown' };
  const row = matching(base.state.statement('account/sso/sso_link_find').all({ lookup: lookupOf(PREFIX, token) }), token);
  if (!row) return { outcome: 'unknown' };
  if (row.used_at !== null) return { outcome: 'used' };
  // Of a provider that was replaced since, nothing is accepted.
  if (row.expires_at <= base.clock.now() || providerOf(base, row.workspace_id)?.issuer !== row.issuer)
    return { outcome: 'expired' };
  return {
    outcome: 'open',
    linkId: row.link_id,
    workspaceId: row.workspace_id,
    issuer: row.issuer,
    subject: row.subject,
    personId: row.person_id,
  };
}

/** The person accepts; the next sign-in at the provider finds the account. */
export function acceptLink(base: Base, token: string): SeenLink {
  return base.state.tx(() => {
    const link = lookAtLink(base, token);
    if (link.outcome !== 'open') return link;
    base.state.statement('account/sso/sso_link_use').run({ link_id: link.linkId, now: base.clock.now() });
    putLink(base, { ...link, hasJoined: false });
    return link;
  });
}

// Links sent by mail to an address: to sign up, to choose a new password. Each opens one page, where a password is chosen; only
// then is it used up. An address is confirmed by anyone who can read its mail, so no password is taken before.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { checkedName } from '../../base/contract/names.ts';
import { lookupOf, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import { revokeGrantsOf } from '../apps/index.ts';
import { writeAudit } from '../audit/index.ts';
import {
  checkPassword,
  createPerson,
  findDevice,
  findPerson,
  hashPassword,
  hasPassword,
  MAIL_TRIED_MS,
  normaliseEmail,
  type Opened,
  openSession,
  putPassword,
  queueMail,
  revokeSessions,
  takeAttempt,
} from '../people/index.ts';

const PREFIX = 'svc_mail_';
const HOUR_MS = 3_600_000;
const LIFE_MS = { sign_up: 24 * HOUR_MS, reset: HOUR_MS } as const;
/** A link is remembered this long after its expiry, so that its owner gets the answer "expired". */
const REMEMBERED_MS = 7 * 24 * HOUR_MS;

export type EmailLinkKind = keyof typeof LIFE_MS;

export interface LinkRequest {
  kind: EmailLinkKind;
  email: string;
  /** Where the person goes when they are through: a path of this service. */
  continuePath: string;
  address?: string;
  /** The browser's cookie from an earlier sign-in. */
  device?: string | undefined;
  /** True if an account may be created for this address, should it have none. */
  mayCreate: boolean;
  /** The page that a link opens. */
  urlOf: (token: string) => string;
}

/**
 * Sends one mail to any address: the answer, and the time it takes, do not depend on an account. An address without an account
 * gets a link only where an account may be made for it. Answers the id of the mail.
 */
export function requestEmailLink(base: Base, request: LinkRequest): string {
  const email = normaliseEmail(request.email);
  const device = findDevice(base, findPerson(base, email)?.personId, request.device);
  takeAttempt(base, 'mail', { account: email, device, ...(request.address === undefined ? {} : { address: request.address }) });
  return base.state.tx(() => {
    const person = findPerson(base, email);
    const isKnown = person !== undefined && (request.kind === 'reset' || hasPassword(base, person.personId));
    const kind: EmailLinkKind = isKnown ? 'reset' : 'sign_up';
    if (person === undefined && !request.mayCreate) return queueMail(base, { to: email, ...NO_ACCOUNT });
    const { token, linkId } = createLink(base, kind, email, request.continuePath);
    const words = TEXTS[`${request.kind}_${isKnown ? 'known' : 'unknown'}`];
    const begins = { link_id: linkId, life_ms: LIFE_MS[kind] };
    return queueMail(base, { to: email, ...words, link: request.urlOf(token) }, begins);
  });
}

const HOUR = 'The link works once, for an hour.';
const DAY = 'The link works once, for a day.';
const NOT_ME = 'If that was not you, do nothing: nothing has happened.';
const TEXTS = {
  sign_up_unknown: {
    subject: 'Confirm your e-mail address',
    text: `Somebody, probably you, wants to sign up for Tributary with this address. Confirm it and choose a password here. ${DAY}\n\n${NOT_ME}`,
  },
  sign_up_known: {
    subject: 'You have an account already',
    text: `Somebody, probably you, wanted to sign up for Tributary with this address, which has an account. Sign in with your password, or choose a new one here. ${HOUR}\n\n${NOT_ME}`,
  },
  reset_known: {
    subject: 'Choose a new password',
    text: `Somebody, probably you, requested a new password for Tributary. Choose it here. ${HOUR}\n\n${NOT_ME}`,
  },
  reset_unknown: {
    subject: 'There is no account with this address',
    text: `Somebody, probably you, requested a new password for Tributary, but this address has no account. You can sign up with it here. ${DAY}\n\n${NOT_ME}`,
  },
} as const;

const NO_ACCOUNT = {
  subject: TEXTS.reset_unknown.subject,
  text: `Somebody, probably you, wanted to sign in to Tributary with this address, which has no account. Accounts are made by invitation there: ask an owner of the workspace for one.\n\n${NOT_ME}`,
};

/** Its time begins when its mail is sent, which may take days. */
function createLink(base: Base, kind: EmailLinkKind, email: string, continuePath: string): { token: string; linkId: string } {
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(PREFIX);
  base.state.statement('account/people/email_links_forget').run({ before: now - REMEMBERED_MS });
  const linkId = randomUUID();
  base.state.statement('account/people/email_link_create').run({
    link_id: linkId,
    kind,
    email,
    lookup,
    hash,
    continue_path: continuePath,
    created_at: now,
    expires_at: now + MAIL_TRIED_MS + LIFE_MS[kind],
  });
  return { token: secret, linkId };
}

export interface OpenLink {
  outcome: 'open';
  linkId: string;
  kind: EmailLinkKind;
  email: string;
  continuePath: string;
}
export type LookedAt = OpenLink | { outcome: 'used' | 'expired' | 'unknown' };

/** Looks, and uses nothing up: programs that check mails follow links too. */
export function lookAtEmailLink(base: Base, token: string): LookedAt {
  if (!token.startsWith(PREFIX)) return { outcome: 'unknown' };
  const rows = base.state.statement('account/people/email_link_find').all({ lookup: lookupOf(PREFIX, token) });
  const row = matching(rows, token);
  if (!row) return { outcome: 'unknown' };
  if (row.used_at !== null) return { outcome: 'used' };
  if (row.expires_at <= base.clock.now()) return { outcome: 'expired' };
  return {
    outcome: 'open',
    linkId: row.link_id,
    kind: row.kind,
    email: row.email,
    continuePath: row.continue_path,
  };
}

export interface ChosenPassword {
  password: string;
  name?: string;
  /** For the list of sessions. */
  client?: string;
}

export type Redeemed = (Opened & { continuePath: string }) | Exclude<LookedAt, OpenLink>;

/**
 * Consumes the link: the person is created if missing, the address counts as confirmed, the password is set, every earlier
 * session, every authorized program and every other link to the address ends, and a new session begins, or its second factor is asked
 * for: a person who asks by mail may have lost the account to an intruder.
 */
export async function redeemEmailLink(base: Base, token: string, chosen: ChosenPassword): Promise<Redeemed> {
  const before = lookAtEmailLink(base, token);
  if (before.outcome !== 'open') return before;
  await checkPassword('password', chosen.password, before.email);
  const name = chosen.name === undefined || chosen.name.trim() === '' ? undefined : checkedName('name', chosen.name);
  const hashed = await hashPassword(chosen.password);
  return base.state.tx((): Redeemed => {
    const link = lookAtEmailLink(base, token); // hashing takes a while; another request may have been quicker
    if (link.outcome !== 'open') return link;
    const now = base.clock.now();
    const person =
      findPerson(base, link.email) ?? createPerson(base, { email: link.email, ...(name ? { name } : {}), actor: 'system' });
    const actor = `person:${person.personId}`;
    base.state.statement('account/people/email_links_use').run({ email: link.email, now });
    base.state.statement('account/people/person_confirm').run({ person_id: person.personId, now });
    putPassword(base, person.personId, hashed);
    writeAudit(base, { actor, action: 'password.changed', subject: person.personId, detail: { by: link.kind } });
    revokeSessions(base, { personId: person.personId, actor });
    revokeGrantsOf(base, { personId: person.personId, because: 'password_reset', actor });
    const { client } = chosen;
    const by = { openedBy: 'mailed_link', ...(client === undefined ? {} : { client }) } as const;
    return { ...openSession(base, { personId: person.personId, ...by }), continuePath: link.continuePath };
  });
}

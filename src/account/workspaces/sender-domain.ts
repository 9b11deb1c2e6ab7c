// The domain that a workspace's own mails come from: which records to set, whether DNS has them, and the key that signs. Mails use
// it only while both records were there when last checked.
import { generateKeyPair, randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'tldts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { textResolver } from '../../providers/dns/client.ts';
import type { MailSender } from '../../providers/mail/mail.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { requireOwnBrand } from './plans/plans.ts';
import { workspaceOf } from './plans/subscription.ts';
import { instant } from './shown.ts';

const KEY_BITS = 2_048;
const MAILBOX = 'no-reply';

type RecordState = 'found' | 'missing' | 'different';

interface SenderDomain {
  domain: string;
  ownership: string;
  selector: string;
  publicKey: string;
  privateKey: Buffer;
  createdAt: number;
  checkedAt: number | null;
  ownershipState: RecordState | null;
  dkimState: RecordState | null;
  verifiedAt: number | null;
}

function senderDomainOf(base: ReadBase, workspaceId: string): SenderDomain | undefined {
  const row = base.state.statement('account/workspaces/sender_domain_get').get({ workspace_id: workspaceId });
  return (
    row && {
      domain: row.domain,
      ownership: row.ownership,
      selector: row.selector,
      publicKey: row.public_key,
      privateKey: Buffer.from(row.private_key),
      createdAt: row.created_at,
      checkedAt: row.checked_at,
      ownershipState: row.ownership_state,
      dkimState: row.dkim_state,
      verifiedAt: row.verified_at,
    }
  );
}

const ownershipName = ({ domain }: SenderDomain): string => `_tributary.${domain}`;
const dkimName = ({ domain, selector }: SenderDomain): string => `${selector}._domainkey.${domain}`;
const dkimValue = ({ publicKey }: SenderDomain): string => `v=DKIM1; k=rsa; p=${publicKey}`;

function shown(base: ReadBase, workspaceId: string) {
  const found = senderDomainOf(base, workspaceId);
  if (!found) return null;
  return {
    workspace_id: workspaceId,
    domain: found.domain,
    status: found.verifiedAt === null ? ('pending' as const) : ('verified' as const),
    from: `${MAILBOX}@${found.domain}`,
    records: [
      {
        purpose: 'ownership' as const,
        type: 'TXT' as const,
        name: ownershipName(found),
        value: found.ownership,
        state: stateOf(found.ownershipState),
      },
      {
        purpose: 'dkim' as const,
        type: 'TXT' as const,
        name: dkimName(found),
        value: dkimValue(found),
        state: stateOf(found.dkimState),
      },
    ],
    created_at: instant(found.createdAt),
    checked_at: found.checkedAt === null ? null : instant(found.checkedAt),
    verified_at: found.verifiedAt === null ? null : instant(found.verifiedAt),
  };
}

const stateOf = (state: RecordState | null): RecordState | 'unchecked' => state ?? 'unchecked';

export const getSenderDomain = reading('getSenderDomain', ({ workspaceId }, base) => ({ data: shown(base, workspaceId) }));

/** The same domain again answers the same records, so that published records remain valid. */
export const createSenderDomain = stateChange('createSenderDomain', {
  prepare: async ({ workspaceId, body }, base) => {
    const domain = checkedDomain(body.domain);
    if (isCurrent(base, workspaceId, domain)) return { domain };
    requireOwnBrand(base, workspaceOf(base, workspaceId));
    return { domain, keys: await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS }) };
  },
  change: ({ principal, workspaceId }, base, { domain, keys }) => {
    // Another call may have been faster while the key was made.
    if (isCurrent(base, workspaceId, domain)) return { data: shownThere(base, workspaceId) };
    if (!keys) throw new ApiError('invalid_state', 'The sending domain was removed meanwhile; send the request again.');
    const selector = `tributary${randomBytes(4).toString('hex')}`;
    const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    base.state.statement('account/workspaces/sender_domain_create').run({
      workspace_id: workspaceId,
      domain,
      ownership: `tributary-domain=${randomBytes(16).toString('hex')}`,
      selector,
      public_key: keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      private_key: base.state.vault.seal(sealOf(workspaceId, selector), pem),
      now: base.clock.now(),
    });
    const change = { action: 'sender_domain.created', workspaceId, subject: workspaceId, detail: { domain } };
    writeAudit(base, { actor: actorOf(principal), ...change });
    return { data: shownThere(base, workspaceId), outcome: 'created' };
  },
});

/** @throws ApiError when the workspace sends from another domain. */
function isCurrent(base: ReadBase, workspaceId: string, domain: string): boolean {
  const current = senderDomainOf(base, workspaceId)?.domain;
  if (current !== undefined && current !== domain)
    throw new ApiError('invalid_state', `The workspace sends from ${current}; remove that first.`);
  return current === domain;
}

const sealOf = (workspaceId: string, selector: string): string => `sender domain ${workspaceId} ${selector}`;

function shownThere(base: Base, workspaceId: string) {
  const data = shown(base, workspaceId);
  if (!data) throw new ApiError('not_found', 'The workspace has no sending domain.');
  return data;
}

/** A domain or a host under one: no address, no public suffix, no place of this machine. */
function checkedDomain(value: string): string {
  const ascii = /^[\p{L}\p{M}\p{N}.-]+$/u.test(value) ? domainToASCII(value.replace(/\.$/, '')).toLowerCase() : '';
  const { domain, isIp, hostname } = parse(ascii);
  if (ascii === '' || isIp || domain === null || hostname !== ascii || ascii.length > 190)
    throw new ApiError('validation_error', 'domain: a domain of yours such as mail.example.com, no address.');
  return ascii;
}

export const deleteSenderDomain = stateChange('deleteSenderDomain', ({ principal, workspaceId }, base) =>
  base.state.tx(() => {
    const before = senderDomainOf(base, workspaceId);
    const removed = base.state.statement('account/workspaces/sender_domain_remove').run({ workspace_id: workspaceId });
    if (before && removed.changes > 0) {
      const detail = { domain: before.domain };
      writeAudit(base, { actor: actorOf(principal), action: 'sender_domain.removed', workspaceId, subject: workspaceId, detail });
    }
    return { data: null };
  }),
);

/** Asks DNS now. A record that has gone stops the domain from being used; when DNS does not answer, everything stays as it was. */
export const verifySenderDomain = stateChange('verifySenderDomain', {
  asksOutside: true,
  prepare: async ({ workspaceId }, base) => {
    const found = senderDomainOf(base, workspaceId);
    if (!found) throw new ApiError('not_found', 'The workspace has no sending domain.');
    const resolve = textResolver(base);
    const [ownership, dkim] = await Promise.all([resolve(ownershipName(found)), resolve(dkimName(found))]).catch((): never => {
      throw new ApiError('service_unavailable', 'DNS does not respond. Try again later.', {}, 30);
    });
    const ownershipState = compare(ownership, (text) => text.trim() === found.ownership);
    const dkimState = compare(dkim, (text) => keyIn(text) === found.publicKey);
    return { ownership: found.ownership, ownershipState, dkimState };
  },
  change: ({ principal, workspaceId }, base, { ownership, ownershipState, dkimState }) => {
    const found = senderDomainOf(base, workspaceId);
    const isThere = ownershipState === 'found' && dkimState === 'found';
    const now = base.clock.now();
    const verified_at = isThere ? (found?.verifiedAt ?? now) : null;
    const states = { ownership_state: ownershipState, dkim_state: dkimState, verified_at };
    const check = { workspace_id: workspaceId, ownership, now, ...states };
    const { changes } = base.state.statement('account/workspaces/sender_domain_check').run(check);
    if (found && changes > 0 && isThere !== (found.verifiedAt !== null)) {
      const action = isThere ? 'sender_domain.verified' : 'sender_domain.lost';
      const detail = { domain: found.domain };
      writeAudit(base, { actor: actorOf(principal), action, workspaceId, subject: workspaceId, detail });
    }
    return { data: shownThere(base, workspaceId) };
  },
});

function compare(texts: string[], isRight: (text: string) => boolean): RecordState {
  if (texts.some(isRight)) return 'found';
  return texts.length === 0 ? 'missing' : 'different';
}

/** The key of a DKIM record; spaces in it mean nothing. */
const keyIn = (text: string): string | undefined => /(?:^|;)\s*p=([A-Za-z0-9+/=\s]*)/.exec(text)?.[1]?.replace(/\s+/g, '');

/** The sender of the workspace's mails; undefined where it is the installation itself. */
export function senderOf(base: Base, workspaceId: string): MailSender | undefined {
  const found = senderDomainOf(base, workspaceId);
  if (!found || found.verifiedAt === null) return undefined;
  const { domain, selector } = found;
  const privateKey = base.state.vault.open(sealOf(workspaceId, selector), found.privateKey);
  return { name: workspaceOf(base, workspaceId).name, address: `${MAILBOX}@${domain}`, dkim: { domain, selector, privateKey } };
}

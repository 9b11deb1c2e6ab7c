// The link by which a person ends messages to an address, without an account: it names profile, channel and address, sealed, and does nothing else.
import { z } from 'zod';
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { blockAddress, blockedReason } from './blocked.ts';

const SEAL = 'message opt-out';
const PATH = '/u/';
const named = z.tuple([z.string(), z.enum(['email', 'whatsapp']), z.string()]);
type Named = z.infer<typeof named>;

export const optOutPath = (base: ReadBase, ...names: Named): string =>
  PATH + base.state.vault.seal(SEAL, JSON.stringify(names)).toString('base64url');

function namedBy(base: ReadBase, token: string): Named | undefined {
  try {
    return readJson('a link of a message', named, base.state.vault.openSent(SEAL, Buffer.from(token, 'base64url')));
  } catch {
    return undefined; // no link of this installation
  }
}

export interface OptOut {
  /** Of the profile that writes. */
  title: string;
  /** It gets messages. */
  isOn: boolean;
}

/** Undefined for what is no such link, and for a profile that is gone. */
export function findOptOut(base: ReadBase, token: string): OptOut | undefined {
  const [profileId, channel, address] = namedBy(base, token) ?? [];
  if (profileId === undefined || channel === undefined || address === undefined || !findProfile(base, profileId))
    return undefined;
  return { title: profileSettings(base, profileId).name, isOn: blockedReason(base, profileId, channel, address) !== 'opt_out' };
}

/** Again it changes nothing. */
export function optOut(base: Base, token: string): void {
  base.state.tx(() => {
    const [profileId, channel, address] = namedBy(base, token) ?? [];
    if (profileId === undefined || channel === undefined || address === undefined) return;
    const profile = findProfile(base, profileId);
    if (!profile || blockedReason(base, profileId, channel, address) === 'opt_out') return;
    const subject = blockAddress(base, { profileId, channel, address, reason: 'opt_out', actor: 'recipient' });
    if (subject === undefined) return;
    writeAudit(base, {
      actor: 'system',
      action: 'blocked_address.opted_out',
      profileId,
      workspaceId: profile.workspaceId,
      subject,
    });
  });
}

// The link by which a person outside confirms that they want reports of a profile: it names the reader, sealed, and does nothing else. A link that was not used
// ends after two weeks; a person who ended the mails may use theirs at any time.
import { personById, queueMail } from '../../../account/people/index.ts';
import { findReach } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import { senderOf } from '../../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { ProfileRef } from '../../../base/contract/operation.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { auditReader } from './audit.ts';

const SEAL = 'report confirmation';
const PATH = '/r/';
const LIFE_DAYS = 14;
const DAY_MS = 86_400_000;

export const confirmationPath = (base: ReadBase, readerId: string): string =>
  PATH + base.state.vault.seal(SEAL, readerId).toString('base64url');

interface Asked {
  readerId: string;
  address: string;
  /** Who asks. */
  personId: string | undefined;
}

/** Answers the id of the mail. */
export function queueConfirmation(tx: Base, profile: ProfileRef, { readerId, address, personId }: Asked): string {
  const { name } = profileSettings(tx, profile.profileId);
  const person = personId === undefined ? undefined : personById(tx, personId);
  const asker = person ? (person.name ?? person.email) : 'A manager';
  const from = senderOf(tx, profile.workspaceId);
  return queueMail(tx, {
    to: address,
    subject: `Reports of ${name} by mail`,
    ...(from ? { from } : {}),
    text: [
      `${asker} would like to send you reports of "${name}" by mail: sums over at least five people, no data of single persons.`,
      '',
      `You get them only if you confirm by this link within ${LIFE_DAYS} days. If you do not want them, do nothing.`,
    ].join('\n'),
    link: publicAddress(tx) + confirmationPath(tx, readerId),
  });
}

export interface Confirmation {
  /** Name of the profile. */
  title: string;
  state: 'open' | 'confirmed' | 'ended';
}

function readerOf(base: ReadBase, token: string) {
  try {
    const reader_id = base.state.vault.openSent(SEAL, Buffer.from(token, 'base64url'));
    return { row: base.state.statement('report/reports/report_reader_get').get({ reader_id }) };
  } catch {
    return undefined; // no link of this installation
  }
}

const isOver = (base: ReadBase, askedAt: number): boolean => base.clock.now() >= askedAt + LIFE_DAYS * DAY_MS;

/** Undefined for what is no such link; one of a reader or a profile that is gone has ended. */
export function findConfirmation(base: ReadBase, token: string): Confirmation | undefined {
  const found = readerOf(base, token);
  if (!found) return undefined;
  const { row } = found;
  if (!row || !findReach(base, row.profile_id)) return { title: 'Reports by mail', state: 'ended' };
  const title = profileSettings(base, row.profile_id).name;
  if (row.status === 'confirmed') return { title, state: 'confirmed' };
  return { title, state: row.status !== 'unsubscribed' && isOver(base, row.asked_at) ? 'ended' : 'open' };
}

/** Again it changes nothing. */
export function confirmReader(base: Base, token: string): void {
  base.state.tx(() => {
    const row = readerOf(base, token)?.row;
    const reach = row && findReach(base, row.profile_id);
    if (!row || !reach || findConfirmation(base, token)?.state !== 'open') return;
    base.state.statement('report/reports/report_reader_confirm').run({ reader_id: row.reader_id, now: base.clock.now() });
    auditReader(base, reach, { actor: `report_reader:${row.reader_id}`, action: 'confirmed', readerId: row.reader_id });
  });
}

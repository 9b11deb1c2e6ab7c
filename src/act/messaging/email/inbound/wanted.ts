// Which mails of a mailbox are read at all: answers to what was sent from here, mails of known customers, and what may be a report of delivery. All others
// are neither read nor stored nor logged.
import type { ReadBase } from '../../../../base/base.ts';
import { customerByEmail } from '../../../../collect/identity/index.ts';
import { messageIdsIn } from '../thread-headers.ts';

export interface Place {
  profileId: string;
  connectionId: string;
}

const unfolded = (header: string): string => header.replace(/\r?\n[ \t]+/g, ' ');

const fieldOf = (header: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(header)?.[1]?.trim();

const addressIn = (value: string): string => /<([^<>]*)>\s*$/.exec(value)?.[1] ?? value;

/** One of these messages was sent or received here. */
export const isNamed = (base: ReadBase, { connectionId }: Place, ids: readonly string[]): boolean =>
  ids.length > 0 &&
  base.state.statement('act/messaging/message_named').get({ connection_id: connectionId, ids: JSON.stringify(ids) }) !==
    undefined;

const mayBeReport = (header: string): boolean =>
  /^multipart\/report\b/i.test(fieldOf(header, 'Content-Type') ?? '') ||
  /^(?:mailer-daemon|postmaster|mdaemon|mail delivery|microsoftexchange[0-9a-f]{32}@)/i.test(
    addressIn(fieldOf(header, 'From') ?? ''),
  ) ||
  /^auto-/i.test(fieldOf(header, 'Auto-Submitted') ?? '') ||
  fieldOf(header, 'Return-Path') === '<>';

export function isWanted(base: ReadBase, place: Place, raw: string): boolean {
  const header = unfolded(raw);
  const ids = [fieldOf(header, 'In-Reply-To'), fieldOf(header, 'References')].flatMap(messageIdsIn);
  if (isNamed(base, place, ids) || mayBeReport(header)) return true;
  return customerByEmail(base, place.profileId, addressIn(fieldOf(header, 'From') ?? '')) !== undefined;
}

// Which mails of a mailbox are read at all: answers to what was sent from here, mails of known customers, what may be a report of delivery, and what is in the
// chosen folder or to the chosen alias. All others are neither read nor stored nor logged.
import type { ReadBase } from '../../../../base/base.ts';
import { customerByEmail } from '../../../../collect/identity/index.ts';
import { messageIdsIn } from '../thread-headers.ts';

export interface Place {
  profileId: string;
  connectionId: string;
}

export interface Chosen {
  /** The mails that are read are those of the chosen folder. */
  isInFolder: boolean;
  alias: string | null;
  /** That of the mailbox, whose own mails are none that came in. */
  address: string;
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

const RECIPIENTS = /^(?:To|Cc|Delivered-To|X-Original-To):(.*)$/gim;
const BETWEEN = /[\s<>,;:"'()]+/;

const headOf = (raw: Buffer): string => {
  const end = /\r?\n\r?\n/.exec(raw.toString('latin1', 0, MAX_HEAD))?.index;
  return raw.toString('latin1', 0, end ?? MAX_HEAD);
};
const MAX_HEAD = 256 * 1024;

const isTo = (header: string, alias: string): boolean =>
  [...header.matchAll(RECIPIENTS)].some(([, list = '']) => list.toLowerCase().split(BETWEEN).includes(alias));

function isChosenHeader(header: string, { isInFolder, alias, address }: Chosen): boolean {
  if (addressIn(fieldOf(header, 'From') ?? '').toLowerCase() === address.toLowerCase()) return false;
  return isInFolder || (alias !== null && isTo(header, alias));
}

/** A person has chosen that it is kept, from anyone. */
export const isChosen = (raw: Buffer, chosen: Chosen): boolean => isChosenHeader(unfolded(headOf(raw)), chosen);

export function isWanted(base: ReadBase, place: Place, chosen: Chosen, raw: string): boolean {
  const header = unfolded(raw);
  const ids = [fieldOf(header, 'In-Reply-To'), fieldOf(header, 'References')].flatMap(messageIdsIn);
  if (isNamed(base, place, ids) || mayBeReport(header) || isChosenHeader(header, chosen)) return true;
  return customerByEmail(base, place.profileId, addressIn(fieldOf(header, 'From') ?? '')) !== undefined;
}

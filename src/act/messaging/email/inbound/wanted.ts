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
  /** What came in before is nobody's here. */
  aliasSince: number;
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

const isChosenHeader = (header: string, { isInFolder, alias }: Chosen): boolean =>
  isInFolder || (alias !== null && isTo(header, alias));

/** What the mailbox wrote itself, also from its alias: mail programs file answers beside what they answer. A form on the shop's page writes from the alias to it. */
function isOwnHeader(header: string, { alias, address }: Chosen): boolean {
  const from = addressIn(fieldOf(header, 'From') ?? '').toLowerCase();
  return from === address.toLowerCase() || (from === alias && !isTo(header, alias));
}

/** It came not in, whatever it answers. */
export const isOwn = (raw: Buffer, chosen: Chosen): boolean => isOwnHeader(unfolded(headOf(raw)), chosen);

/** A person has chosen to keep all mails of its folder or to its alias, no matter who sent them. */
export function isChosen(raw: Buffer, receivedAt: number, chosen: Chosen): boolean {
  const alias = receivedAt < chosen.aliasSince - CLOCKS_MS ? null : chosen.alias;
  return isChosenHeader(unfolded(headOf(raw)), { ...chosen, alias });
}
/** By which the clock of a mail server may be behind. */
const CLOCKS_MS = 5 * 60_000;

export function isWanted(base: ReadBase, place: Place, chosen: Chosen, raw: string): boolean {
  const header = unfolded(raw);
  if (isOwnHeader(header, chosen)) return false;
  const ids = [fieldOf(header, 'In-Reply-To'), fieldOf(header, 'References')].flatMap(messageIdsIn);
  if (isNamed(base, place, ids) || mayBeReport(header) || isChosenHeader(header, chosen)) return true;
  return customerByEmail(base, place.profileId, addressIn(fieldOf(header, 'From') ?? '')) !== undefined;
}

// Counts of events by their sender, result and reason: how much each key, person, connection and file sent. They are counted in this process and
// written every few seconds, so that no post waits for it; a crash loses the counts of those seconds and nothing else. Of an event only the
// host of its page is kept; of one day a profile has a limited number of rows, beyond which the origins of a sender are one.
import { findProfile } from '../../account/places/index.ts';
import { profileDay } from '../../account/profiles/index.ts';
import { type Base, type IntakeBase, keeperOf, type ReadBase } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';
import type { RefusedCall } from '../../base/contract/slice-hooks.ts';
import type { RowOf } from '../../base/state/state.ts';
import type { TakenEvent } from './accept.ts';
import type { EventRow } from './load/event-row.ts';

export type SenderDay = RowOf<'collect/events/sender_days_list'>;

/** Who sends: a key, a signed-in person or an agent of one, a connected service, a file. */
export interface Sender {
  kind: SenderDay['kind'];
  /** The id of a key, the provider of a connection, the layout of a file. */
  credential: string;
  /** The refusal of one outcome is that of its call, and counted there. */
  areRefusalsOfCall?: true;
}

const SAVE_EVERY_MS = 5_000;
const DAY_MS = 86_400_000;
export const KEPT_DAYS = 200;
/** Zones differ by whole quarters of an hour, so that all events of one are of one local day. */
const QUARTER_MS = 900_000;
/** Rows of a profile and day with an origin of their own. */
const MOST_ROWS = 500;
/** Between two writes. */
const MOST_WAITING = 5_000;
/** Of several origins. */
export const SEVERAL = '*';
const MAX_HOST = 253;
/** A key that was used for something else, as the door refuses it. */
const USED_KEY = 'idempotency_key_conflict idempotency_key';

interface Count {
  profileId: string;
  sender: Sender;
  origin: string;
  result: SenderDay['result'];
  why: string;
  quarter: number;
  events: number;
  lastAt: number;
}

interface Counting {
  waiting: Map<string, Count>;
  timer: NodeJS.Timeout | undefined;
  cleaned: string;
}

const countingOf = (base: Base): Counting =>
  base.memo('collect/events sender counts', (): Counting => ({ waiting: new Map(), timer: undefined, cleaned: '' }));

type Counted = Pick<Count, 'sender' | 'origin' | 'result' | 'why'>;

function add(base: Base, profileId: string, { sender, origin, result, why }: Counted, events = 1): void {
  const counting = countingOf(base);
  const now = base.clock.now();
  const kept = counting.waiting.size < MOST_WAITING || origin === '' ? origin : SEVERAL;
  const quarter = Math.floor(now / QUARTER_MS);
  const name = [profileId, quarter, sender.kind, sender.credential, kept, result, why].join('\n');
  const count = counting.waiting.get(name);
  if (count) {
    count.events += events;
    count.lastAt = now;
  } else counting.waiting.set(name, { profileId, sender, origin: kept, result, why, quarter, events, lastAt: now });
  counting.timer ??= setTimeout(() => saveSenders(base), SAVE_EVERY_MS).unref();
}

/** The host of an event's page, as a browser names it. */
function hostOf(url: unknown): string {
  if (typeof url !== 'string' || url.length > 8_192) return '';
  const host = URL.parse(url)?.hostname ?? '';
  return host.length > MAX_HOST ? '' : host;
}

/** The code of a refusal, and the field that its sentence begins with. */
export function whyOf({ code, message }: Pick<RefusedCall, 'code' | 'message'>): string {
  const field = /^(?:events[.[]\d+\]?\.)?([a-z][a-z_.]{0,39}):/.exec(message)?.[1];
  return field === undefined ? code : `${code} ${field}`;
}

/** What became of events that were sent; a page's host is believed of a browser alone. */
export function countTaken(
  read: IntakeBase,
  profileId: string,
  sender: Sender,
  rows: readonly Pick<EventRow, 'input'>[],
  taken: readonly TakenEvent[],
): void {
  const base = keeperOf(read);
  for (const [at, each] of taken.entries()) {
    const isRefused = each.status === 'rejected' || each.status === 'conflict';
    if (isRefused && sender.areRefusalsOfCall) continue;
    const origin = sender.kind === 'tracking_key' ? hostOf(rows[at]?.input.url) : '';
    const of = { sender, origin };
    if (each.status === 'rejected') add(base, profileId, { ...of, result: 'refused', why: whyOf(each.error) });
    else if (each.status === 'conflict') add(base, profileId, { ...of, result: 'refused', why: USED_KEY });
    else if (each.status === 'duplicate') add(base, profileId, { ...of, result: 'repeated', why: '' });
    else {
      add(base, profileId, { ...of, result: 'accepted', why: '' });
      if (each.note === undefined) continue;
      add(base, profileId, { ...of, result: 'flagged', why: '' });
      for (const flag of each.note.split(' ')) add(base, profileId, { ...of, result: 'flagged', why: flag });
    }
  }
}

interface RefusedEvents extends Pick<RefusedCall, 'code' | 'message'> {
  sender: Sender;
  /** A page of them, or the origin that the request names. */
  url?: unknown;
  events: number;
}

/** Events that the door refused before intake: all of a post, or one for its form. */
export function countRefusedEvents(read: ReadBase | IntakeBase, profileId: string, refused: RefusedEvents): void {
  const { sender, url, events } = refused;
  add(keeperOf(read), profileId, { sender, origin: hostOf(url), result: 'refused', why: whyOf(refused) }, events);
}

/** The rows of a file. */
export function countFileRows(
  base: Base,
  profileId: string,
  layout: string,
  rows: { accepted: number; repeated: number; refused: number },
): void {
  const sender: Sender = { kind: 'file', credential: layout };
  for (const result of ['accepted', 'repeated', 'refused'] as const)
    if (rows[result] > 0) add(base, profileId, { sender, origin: '', result, why: '' }, rows[result]);
}

/** Keys are named one by one; people and their agents are one sender. */
export function senderOf({ kind, credentialId }: Pick<Principal, 'kind' | 'credentialId'>): Sender {
  return kind === 'key'
    ? { kind: 'api_key', credential: credentialId.replace(/^key:/, '') }
    : { kind: 'person', credential: kind };
}

const POSTS: ReadonlySet<string> = new Set(['createEvent', 'createEventBatch', 'createCardGatewayPayment']);

/** The hook of calls: an outcome or a batch of them that was refused as a whole, also for a limit. */
export function countRefusedPosts(base: ReadBase, { operationId, principal, profileId, body, code, message }: RefusedCall): void {
  if (!POSTS.has(operationId)) return;
  const events =
    typeof body === 'object' && body !== null && 'events' in body && Array.isArray(body.events) ? body.events.length : 1;
  countRefusedEvents(base, profileId, { sender: senderOf(principal), code, message, events: Math.max(1, events) });
}

/** Writes down what was counted; when the service stops, too. */
export function saveSenders(base: Base): void {
  const counting = countingOf(base);
  clearTimeout(counting.timer);
  counting.timer = undefined;
  if (counting.waiting.size === 0 || !base.state.db.open) return;
  try {
    base.state.txUnsynced(() => {
      forgetOld(base, counting);
      for (const count of counting.waiting.values()) write(base, count);
    });
    counting.waiting.clear();
  } catch (error) {
    // A full disk, say: what was counted is kept for the next time.
    base.log.warn({ err: error }, 'the events of senders could not be counted; the service tries again');
    counting.timer = setTimeout(() => saveSenders(base), SAVE_EVERY_MS).unref();
  }
}

function forgetOld({ state, clock }: Base, counting: Counting): void {
  const before = new Date(clock.now() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  if (counting.cleaned === before) return;
  state.statement('collect/events/sender_days_forget').run({ before });
  counting.cleaned = before;
}

function write(base: Base, { profileId, sender, origin, result, why, quarter, events, lastAt }: Count): void {
  if (!findProfile(base, profileId)) return; // purged since
  const day = profileDay(base, profileId, quarter * QUARTER_MS);
  const { kind, credential } = sender;
  const row = { profile_id: profileId, day, kind, credential, origin, result, why, events, last_at: lastAt };
  if (base.state.statement('collect/events/sender_day_add').run(row).changes > 0) return;
  const { rows_of_day: rows = 0 } =
    base.state.statement('collect/events/sender_days_count').get({ profile_id: profileId, day }) ?? {};
  const kept = rows < MOST_ROWS || origin === '' ? row : { ...row, origin: SEVERAL };
  base.state.statement('collect/events/sender_day_create').run(kept);
}

/** What each sender sent on some local days, as it is known by now. */
export function senderDays(base: ReadBase, profileId: string, { from, to }: { from: string; to: string }): SenderDay[] {
  saveSenders(keeperOf(base));
  return base.state.statement('collect/events/sender_days_list').all({ profile_id: profileId, from_day: from, to_day: to });
}

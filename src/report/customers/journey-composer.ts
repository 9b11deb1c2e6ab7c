// Writes a journey in a few sentences, from its events alone: the same events always give the same words, and nothing is asked outside.
import type { Writer } from '../../providers/language-model/client.ts';
import type { JourneyEvent } from './journey-answers.ts';

export interface JourneyFacts {
  /** In order of time, the first of all. */
  events: readonly JourneyEvent[];
  totalCount: number;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAY_MS = 86_400_000;
const DEVICES: Readonly<Record<string, string>> = { desktop: 'a computer', mobile: 'a phone', tablet: 'a tablet' };
const MAX_OUTCOMES = 5;
const VISIT_MS = 30 * 60_000;

function dayOf(instant: string): string {
  const at = new Date(instant);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
const sentence = (...parts: (string | false)[]): string => `${parts.filter(Boolean).join(' ')}.`;
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const isPage = ({ event_type: type, url }: JourneyEvent): boolean => url !== null && type === 'page_view';

function beginning({ channel, source, campaign, device, event_time: at }: JourneyEvent): string {
  const from = [source, campaign].filter((part) => part !== null);
  const by = channel === null ? '' : ` by ${channel}${from.length > 0 ? ` (${from.join(', ')})` : ''}`;
  return sentence(`First seen on ${dayOf(at)}${by}${device === null ? '' : `, on ${DEVICES[device] ?? device}`}`);
}

/** A new visit begins after half an hour of silence. */
function visitsOf(pages: readonly JourneyEvent[]): number {
  const times = pages.map(({ event_time: at }) => Date.parse(at));
  return times.filter((at, i) => i === 0 || at - (times[i - 1] as number) > VISIT_MS).length;
}

function visits(events: readonly JourneyEvent[]): string | undefined {
  const pages = events.filter(isPage);
  const [first, last] = [events[0], events.at(-1)];
  if (pages.length === 0 || !first || !last) return undefined;
  const days = Math.floor((Date.parse(last.event_time) - Date.parse(first.event_time)) / DAY_MS);
  const later = [...new Set(events.flatMap(({ channel }) => channel ?? []))].filter((channel) => channel !== first.channel);
  const over = days > 0 && `, over ${count(days, 'day')}`;
  const seen = `${count(pages.length, 'page view')} in ${count(visitsOf(pages), 'visit')}`;
  return sentence(`${seen}${over || ''}${later.length > 0 ? `; came back by ${listed(later)}` : ''}`);
}

function outcomeText({
  event_type: type,
  event_name: name,
  value_amount: amount,
  currency,
  event_time: at,
}: JourneyEvent): string {
  if (amount === null) return `${name || type} on ${dayOf(at)}`;
  const money = `${Math.abs(amount)} ${currency}`;
  if (amount < 0) return `got ${money} back on ${dayOf(at)}`;
  return type === 'payment_received' ? `paid ${money} on ${dayOf(at)}` : `${name || type} of ${money} on ${dayOf(at)}`;
}

function outcomes(events: readonly JourneyEvent[]): string | undefined {
  const said = events.filter((event) => event.url === null && !event.is_synthetic);
  if (said.length === 0) return undefined;
  const more = said.length - MAX_OUTCOMES;
  const text = listed(said.slice(0, MAX_OUTCOMES).map(outcomeText));
  return sentence(`${text.charAt(0).toUpperCase()}${text.slice(1)}${more > 0 ? `, and ${count(more, 'more outcome')}` : ''}`);
}

export function composeJourney({ events, totalCount }: JourneyFacts): string {
  const [first] = events;
  if (!first) throw new RangeError('a journey without events has no summary');
  const rest = totalCount - events.length;
  const parts = [
    beginning(first),
    visits(events),
    outcomes(events),
    rest > 0 ? sentence(`${count(rest, 'later event')} not listed here`) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

export const composer: Writer<JourneyFacts> = { name: 'composer-1', write: composeJourney };

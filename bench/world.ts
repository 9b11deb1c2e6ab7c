// An invented web shop of any size, from a seed: skewed people, sessions of a few page views, some two thousand origins, leads,
// payments and refunds, in order of time over 120 days up to the day given. The same seed gives the same rows, moved to that day.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Chance, chance } from '../seeds/demo/random.ts';

export const SITE = 'shop.example';
export const DAYS = 120;
const DAY_MS = 86_400_000;
const EVENTS_PER_SESSION = 3.85;
/** Of all sessions; a person has three and a quarter on average. */
const NEW_PEOPLE = 0.31;
const CONVERTING = 0.03;

export const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
] as const;
const SEARCH = ['https://www.google.com/', 'https://www.bing.com/', 'https://duckduckgo.com/'];
const SOCIAL = ['https://www.facebook.com/', 'https://www.instagram.com/', 'https://t.co/x', 'https://www.linkedin.com/'];
const CHATS = ['https://chatgpt.com/', 'https://www.perplexity.ai/'];

export const EVENT_COLUMNS = [
  'event_id',
  'anonymous_id',
  'occurred_at',
  'event_type',
  'url',
  'referrer',
  'idempotency_key',
  'value_amount',
  'currency',
  'refund_of',
  'external_id',
  'email',
  'user_agent',
  'engaged_seconds',
] as const;

/** How a visitor comes: the page's query and the referrer. */
interface Arrival {
  query: string;
  referrer: string;
}

/** Campaigns and sites are few and popular, or many and rare. */
const rank = (luck: Chance, count: number): number => Math.floor(count * luck.next() ** 3);

export function arrivalOf(luck: Chance): Arrival {
  const dice = luck.next();
  if (dice < 0.22) return { query: '', referrer: '' };
  if (dice < 0.4) return { query: '', referrer: SEARCH[rank(luck, SEARCH.length)] as string };
  if (dice < 0.62) {
    const campaign = rank(luck, 60);
    const ad = `${campaign}${rank(luck, 12)}`;
    return {
      query: `?utm_source=google&utm_medium=cpc&utm_campaign=search-${campaign}&utm_id=21${campaign}&gclid=Cj0${luck.letters(16)}`,
      referrer: Number(ad) % 3 === 0 ? 'https://www.google.com/' : '',
    };
  }
  if (dice < 0.76) {
    const campaign = rank(luck, 50);
    return {
      query: `?utm_source=facebook&utm_medium=paid_social&utm_campaign=meta-${campaign}&utm_id=12${campaign}&fbclid=IwA${luck.letters(16)}`,
      referrer: 'https://l.facebook.com/',
    };
  }
  if (dice < 0.84)
    return { query: `?utm_source=newsletter&utm_medium=email&utm_campaign=letter-${rank(luck, 100)}`, referrer: '' };
  if (dice < 0.9) return { query: '', referrer: SOCIAL[rank(luck, SOCIAL.length)] as string };
  if (dice < 0.93) return { query: '', referrer: CHATS[rank(luck, CHATS.length)] as string };
  if (dice < 0.97) return { query: '', referrer: `https://blog-${rank(luck, 1500)}.example/post` };
  return { query: `?utm_source=partner-${rank(luck, 80)}&utm_medium=affiliate`, referrer: '' };
}

interface Line {
  at: number;
  text: string;
}

export interface WorldShape {
  seed: number;
  /** Rows of the file. */
  events: number;
  /** Milliseconds since 1970: the world ends before it. */
  until: number;
}

export const browserName = (person: number): string => `b-${person.toString(36).padStart(6, '0')}`;
export const customerName = (person: number): string => `c-${person}`;
export const emailOf = (person: number): string => `person.${person.toString(36)}@mail.example`;

class Shop {
  readonly #luck: Chance;
  readonly #shape: WorldShape;
  #people = 0;
  #events = 0;
  #orders = 0;
  /** Reversals that a later day brings. */
  readonly #later = new Map<number, Line[]>();

  constructor(shape: WorldShape) {
    this.#shape = shape;
    this.#luck = chance(shape.seed);
  }

  get people(): number {
    return this.#people;
  }

  /** The rows of one day, in order. */
  day(day: number, events: number): Line[] {
    const start = this.#shape.until - (DAYS - day) * DAY_MS;
    const lines = this.#later.get(day) ?? [];
    this.#later.delete(day);
    while (lines.length < events) this.#session(day, start, lines);
    lines.length = Math.min(lines.length, events);
    return lines.sort((a, b) => a.at - b.at);
  }

  #person(): number {
    if (this.#people === 0 || this.#luck.happens(NEW_PEOPLE)) {
      this.#people += 1;
      return this.#people - 1;
    }
    // Who came lately comes again; a few come always.
    return this.#luck.happens(0.8) ? this.#people - 1 - rank(this.#luck, this.#people) : rank(this.#luck, this.#people);
  }

  #session(day: number, start: number, lines: Line[]): void {
    const luck = this.#luck;
    const person = this.#person();
    const { query, referrer } = arrivalOf(luck);
    const agent = AGENTS[person % AGENTS.length] as string;
    const views = 1 + Math.floor(-Math.log(1 - luck.next()) * (EVENTS_PER_SESSION - 0.6));
    let at = start + Math.floor(((luck.next() + luck.next()) / 2) * (DAY_MS - 3_600_000));
    for (let view = 0; view < views; view += 1) {
      const url = `https://${SITE}/${view === 0 ? 'l' : 'p'}/${rank(luck, 400)}${view === 0 ? query : ''}`;
      const type = view > 0 && luck.happens(0.2) ? 'click' : 'page_view';
      const engaged = luck.whole(1, 90);
      this.#add(lines, at, person, type, url, view === 0 ? referrer : `https://${SITE}/`, ',,,,,', agent, String(engaged));
      at += 15_000 + Math.floor(-Math.log(1 - luck.next()) * 70_000);
    }
    if (luck.happens(CONVERTING)) this.#outcome(day, at, person, lines);
  }

  #outcome(day: number, at: number, person: number, lines: Line[]): void {
    const luck = this.#luck;
    this.#orders += 1;
    const order = `o-${this.#orders}`;
    const who = `${customerName(person)},${luck.happens(0.8) ? emailOf(person) : ''}`;
    if (luck.happens(0.35)) {
      this.#add(lines, at, person, 'lead_created', '', '', `${order},,,,${who}`, '', '');
      return;
    }
    const cents = Math.round(4_500 * luck.skewed(0.8));
    const money = (cents / 100).toFixed(2);
    this.#add(lines, at, person, 'payment_received', '', '', `${order},${money},EUR,,${who}`, '', '');
    if (!luck.happens(0.05)) return;
    const back = Math.min(DAYS - 1, day + luck.whole(1, 14));
    if (back === day) return;
    const due = this.#later.get(back) ?? [];
    this.#later.set(back, due);
    this.#add(due, at + (back - day) * DAY_MS, person, 'refund', '', '', `r-${order},${money},EUR,${order},${who}`, '', '');
  }

  /** `outcome` holds idempotency_key to email. */
  #add(
    lines: Line[],
    at: number,
    person: number,
    type: string,
    url: string,
    referrer: string,
    outcome: string,
    agent: string,
    engaged: string,
  ): void {
    this.#events += 1;
    const head = `e-${this.#events.toString(36)},${browserName(person)},${new Date(at).toISOString()}`;
    lines.push({ at, text: `${head},${type},${url},${referrer},${outcome},"${agent}",${engaged}\n` });
  }
}

/** Writes the world as the file that `backfill events` loads; answers how many people are in it. */
export async function writeEvents(file: string, shape: WorldShape): Promise<{ people: number }> {
  const shop = new Shop(shape);
  const out = createWriteStream(file);
  out.write(`${EVENT_COLUMNS.join(',')}\n`);
  for (let day = 0; day < DAYS; day += 1) {
    const upTo = Math.floor((shape.events * (day + 1)) / DAYS);
    const from = Math.floor((shape.events * day) / DAYS);
    const lines = shop.day(day, upTo - from);
    for (let i = 0; i < lines.length; i += 5_000) {
      const block = lines
        .slice(i, i + 5_000)
        .map(({ text }) => text)
        .join('');
      if (!out.write(block)) await once(out, 'drain');
    }
  }
  out.end();
  await finished(out);
  return { people: shop.people };
}

/** What the campaigns of the world cost, as the file that `backfill spend` loads. */
export async function writeSpend(file: string, shape: WorldShape): Promise<void> {
  const luck = chance(shape.seed + 1);
  const out = createWriteStream(file);
  out.write('platform,account_id,day,campaign_id,campaign_name,currency,spend,impressions,clicks\n');
  for (let day = 0; day < DAYS; day += 1) {
    const date = new Date(shape.until - (DAYS - day) * DAY_MS).toISOString().slice(0, 10);
    for (const [platform, account, prefix, name, count] of [
      ['google', 'g-1', '21', 'search', 60],
      ['meta', 'm-1', '12', 'meta', 50],
    ] as const)
      for (let campaign = 0; campaign < count; campaign += 1) {
        const clicks = luck.whole(1, 200);
        const spend = ((clicks * luck.whole(20, 90)) / 100).toFixed(2);
        out.write(
          `${platform},${account},${date},${prefix}${campaign},${name}-${campaign},EUR,${spend},${clicks * luck.whole(20, 60)},${clicks}\n`,
        );
      }
  }
  out.end();
  await finished(out);
}

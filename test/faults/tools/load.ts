// A client that posts a shop's events and keeps the books: what it sent, what was acknowledged, under which id. A post that got
// no answer is sent again as it was, as the interface asks of clients.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { letPass, until } from '../../until.ts';
import type { Installed, Json } from './service.ts';

export type Random = (below: number) => number;

const DAY_MS = 86_400_000;
/** All events happened on these days before today. */
const OLDEST_DAYS = 20;
const today = Date.parse(new Date().toISOString().slice(0, 10));
export const range = {
  date_from: new Date(today - (OLDEST_DAYS + 5) * DAY_MS).toISOString().slice(0, 10),
  // Not over in any run: one that begins before midnight ends on the next day.
  date_to: new Date(today + 2 * DAY_MS).toISOString().slice(0, 10),
};

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';
const PAGES = [
  '',
  '?utm_source=google&utm_medium=cpc&utm_campaign=brand',
  '?utm_source=news&utm_medium=email',
  '?gclid=click-1',
  'shoes',
];
const REFERRERS = [undefined, 'https://www.bing.com/search', 'https://other.example/post'];

/** Between two posts of a worker. With --short less comes: the processors are what every change waits for, and no claim rests on the rate. */
const MAX_PAUSE_MS = process.env['FAULT_SHORT'] === undefined ? 30 : 150;

/** One event of a post, under its own name. */
export interface Item {
  name: string;
  kind: 'payment' | 'refund' | 'lead' | 'view';
  cents: number;
}

export interface Post {
  path: '/api/v1/events' | '/api/v1/events/batch' | '/t/collect';
  body: string;
  items: Item[];
  attempts: number;
  /** How many copies are on their way, and whether two ever were at once: then the answers' order says nothing. */
  open: number;
  wasTwiceAtOnce: boolean;
  isAcknowledged: boolean;
}

const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export class Load {
  readonly #installed: Installed;
  readonly #random: Random;
  /** Where to post; changes with each start of the service. */
  address = '';
  readonly acknowledged: Item[] = [];
  /** Ids by idempotency key. */
  readonly ids = new Map<string, string>();
  readonly #repeatable: Post[] = [];
  readonly #again: Post[] = [];
  readonly #payments: { name: string; cents: number; at: number }[] = [];
  readonly counts = { posts: 0, unanswered: 0, refused: 0, repeats: 0 };
  /** No new fact is sent, only outcomes that were acknowledged before, once more. */
  onlyRepeats = false;
  #next = 1;
  #isOn = false;
  #workers: Promise<void>[] = [];

  /** A test that fails must not leave the stream running. */
  constructor(t: TestContext, installed: Installed, random: Random) {
    this.#installed = installed;
    this.#random = random;
    t.after(() => {
      this.#isOn = false;
    });
  }

  start(workers = 4): void {
    this.#isOn = true;
    this.#workers = Array.from({ length: workers }, () => this.#work());
    // A wrong answer ends the stream; it is told when the test stops it.
    for (const worker of this.#workers)
      worker.catch(() => {
        this.#isOn = false;
      });
  }

  /** Ends the stream; what has no answer yet stays to be sent by `flush`. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#workers);
  }

  /** Sends again whatever has no answer, until everything is acknowledged. */
  async flush(): Promise<void> {
    const sendAgain = async (): Promise<boolean> => {
      for (const post of this.#again.splice(0)) await this.send(post);
      return this.#again.length === 0;
    };
    await until(sendAgain, 'what is sent again is acknowledged in the end', 100);
  }

  get unanswered(): number {
    return this.#again.length;
  }

  async #work(): Promise<void> {
    while (this.#isOn) {
      await this.send(this.#choose());
      await letPass(this.#random(MAX_PAUSE_MS));
    }
  }

  #choose(): Post {
    const dice = this.#random(100);
    const again = dice < 50 ? this.#again.shift() : undefined;
    if (again) return again;
    if (this.onlyRepeats) {
      const outcomes = this.#repeatable.filter(({ path }) => path !== '/t/collect');
      this.counts.repeats += 1;
      return outcomes[this.#random(outcomes.length)] as Post;
    }
    const repeat = dice < 65 ? this.#repeatable[this.#random(this.#repeatable.length || 1)] : undefined;
    if (!repeat) return this.#fresh();
    this.counts.repeats += 1;
    return repeat;
  }

  #fresh(): Post {
    const dice = this.#random(35);
    if (dice < 13) return this.#event();
    return dice < 23 ? this.#batch() : this.#collect();
  }

  /** Made and not sent: the test sends each as often as it likes. */
  make(posts: number): Post[] {
    return Array.from({ length: posts }, () => this.#fresh());
  }

  /** Some thousands of events in large posts, for tests that need a profile with a past. */
  async fill(posts: number): Promise<void> {
    for (let i = 0; i < posts; i += 1) {
      await this.send(this.#batch(100));
      await this.send(this.#collect(100));
    }
    await this.flush();
  }

  /** Sends it once; what gets no answer is kept for `flush`. */
  async send(post: Post): Promise<void> {
    post.open += 1;
    post.wasTwiceAtOnce ||= post.open > 1;
    await this.#sendOnce(post).finally(() => {
      post.open -= 1;
    });
  }

  async #sendOnce(post: Post): Promise<void> {
    post.attempts += 1;
    this.counts.posts += 1;
    let response: Response;
    let text: string;
    try {
      const tracker = post.path === '/t/collect';
      response = await fetch(`${this.address}${post.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': CHROME,
          ...(tracker ? {} : { authorization: `Bearer ${this.#installed.apiKey}` }),
        },
        body: post.body,
      });
      text = await response.text();
    } catch {
      this.counts.unanswered += 1;
      if (!post.isAcknowledged) this.#again.push(post);
      await letPass(150);
      return;
    }
    if (response.status === 503 || response.status === 429) {
      assert.ok(response.headers.get('retry-after'), 'who is refused for now is told when to come again');
      this.counts.refused += 1;
      post.attempts -= 1;
      if (!post.isAcknowledged) this.#again.push(post);
      return;
    }
    assert.ok(response.status < 300, `${post.path} answered ${response.status} ${text}`);
    this.#check(post, JSON.parse(text));
    if (post.isAcknowledged) return;
    post.isAcknowledged = true;
    this.acknowledged.push(...post.items);
    if (post.path !== '/t/collect' || this.#random(4) === 0) this.#repeatable.push(post);
  }

  /** The first answer of a new key is `created`, that to a repeat `duplicate`; ids never change. */
  #check(post: Post, { data }: Json): void {
    if (post.path === '/t/collect') {
      assert.deepEqual(data, { accepted: post.items.length, rejected: [] });
      return;
    }
    const results: Json[] = data.results ?? [data];
    assert.equal(results.length, post.items.length);
    for (const [i, { name }] of post.items.entries()) {
      const { status, outcome_event_id: id, error } = results[i];
      const cached = this.ids.get(name);
      assert.ok(id, `${name} was rejected: ${JSON.stringify(error)}`);
      assert.equal(cached ?? id, id, `${name} keeps its id`);
      if (cached && !post.wasTwiceAtOnce)
        assert.equal(status, 'duplicate', `${name} was acknowledged, yet is created again: it had been lost`);
      else if (!cached && post.attempts === 1) assert.equal(status, 'created', `${name} was never sent before`);
      this.ids.set(name, id);
    }
  }

  #post(path: Post['path'], body: unknown, items: Item[]): Post {
    return { path, body: JSON.stringify(body), items, attempts: 0, open: 0, wasTwiceAtOnce: false, isAcknowledged: false };
  }

  #name(): string {
    const name = `item-${this.#next}`;
    this.#next += 1;
    return name;
  }

  #when(): number {
    return today - DAY_MS - this.#random((OLDEST_DAYS - 2) * DAY_MS);
  }

  #outcome(): { event: Json; item: Item } {
    const name = this.#name();
    const person = this.#random(60);
    const dice = this.#random(10);
    const common = { idempotency_key: name, properties: { name } };
    const payment = dice < 2 ? this.#payments.splice(this.#random(this.#payments.length || 1), 1)[0] : undefined;
    if (payment) {
      const cents = 1 + this.#random(payment.cents);
      const event = {
        event_type: 'refund',
        occurred_at: new Date(payment.at + 3_600_000).toISOString(),
        value: { amount: money(cents), currency: 'USD' },
        refund_of: payment.name,
      };
      return { event: { ...event, ...common }, item: { name, kind: 'refund', cents } };
    }
    const at = this.#when();
    const traits = {
      user_traits: {
        external_id: `customer-${person}`,
        ...(this.#random(2) ? { email: `person${person}@mail.example`, first_name: `Ada ${person}` } : {}),
      },
      ...(this.#random(2) ? { anonymous_id: `browser-${person}` } : {}),
      occurred_at: new Date(at).toISOString(),
    };
    if (dice < 4) return { event: { event_type: 'lead_created', ...traits, ...common }, item: { name, kind: 'lead', cents: 0 } };
    const cents = 1 + this.#random(30_000);
    const event = { event_type: 'payment_received', value: { amount: money(cents), currency: 'USD' }, ...traits, ...common };
    // Only a part is ever refunded, and only what was surely paid.
    if (this.#random(3) === 0) this.#payments.push({ name, cents, at });
    return { event, item: { name, kind: 'payment', cents } };
  }

  #event(): Post {
    const { event, item } = this.#outcome();
    return this.#post('/api/v1/events', event, [item]);
  }

  #batch(rows = 2 + this.#random(12)): Post {
    const results = Array.from({ length: rows }, () => this.#outcome());
    return this.#post(
      '/api/v1/events/batch',
      { events: results.map(({ event }) => event) },
      results.map(({ item }) => item),
    );
  }

  #collect(rows = 1 + this.#random(8)): Post {
    const browser = this.#random(150);
    const at = this.#when();
    const results = Array.from({ length: rows }, (_, i) => {
      const name = this.#name();
      const referrer = REFERRERS[this.#random(REFERRERS.length)];
      const event = {
        event_id: name,
        event_type: 'page_view',
        occurred_at: new Date(at + i * 240_000).toISOString(),
        url: `https://shop.example/${PAGES[this.#random(PAGES.length)]}`,
        properties: { name },
        ...(referrer === undefined ? {} : { referrer }),
      };
      return { event, item: { name, kind: 'view' as const, cents: 0 } };
    });
    const body = {
      tracking_key: this.#installed.trackingKey,
      anonymous_id: `browser-${browser}`,
      events: results.map(({ event }) => event),
    };
    return this.#post(
      '/t/collect',
      body,
      results.map(({ item }) => item),
    );
  }
}

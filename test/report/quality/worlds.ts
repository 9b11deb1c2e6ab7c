// Invented shops with planted faults: seventy days of visits, purchases and spend, in which nothing is wrong except what is planted, at a
// strength between 0 and 1. The same seed makes the same shop.
import { type Chance, chance } from '../../../seeds/demo/random.ts';

const DAYS = 70;
export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Hours before the end: 10 to 16 o'clock of a day, and two days of the week before. */
const DEAD_HOURS = { from: 5 * 24 - 10, to: 5 * 24 - 16 };
const DEAD_DAYS = { from: 6 * 24, to: 4 * 24 };
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

export interface Ad {
  platform: 'google' | 'meta';
  campaign_id: string;
  campaign_name: string;
  ad_id: string;
}

export const ADS: readonly Ad[] = [
  { platform: 'google', campaign_id: '7001', campaign_name: 'Brand', ad_id: '70011' },
  { platform: 'google', campaign_id: '7002', campaign_name: 'Boots', ad_id: '70021' },
  { platform: 'meta', campaign_id: '8001', campaign_name: 'Prospecting', ad_id: '80011' },
  { platform: 'meta', campaign_id: '8002', campaign_name: 'Retargeting', ad_id: '80021' },
];

/** A connected shop, as it is named on its orders. */
export const SHOP = 'shopify:shop';

/** Faults by name, with their strength. */
export type Faults = Readonly<Record<string, number>>;

export type Line = Record<string, string>;

interface Visit {
  at: number;
  day: number;
  browser: string;
  query: string;
  referrer: string;
  agent: string;
  ad?: Ad;
}

export class World {
  readonly lines: Line[] = [];
  /** Outcomes that arrive long after they happened: the bodies of `POST /events`. */
  readonly late: object[] = [];
  /** Bodies of `POST /events` that are refused. */
  readonly refused: object[] = [];
  /** Orders of a connected shop; `isOwn`: nobody else reported it. */
  readonly orders = new Map<string, { isOwn: boolean; at: number }>();
  /** Visits by ad and day. */
  readonly clicks = new Map<string, number>();
  readonly #luck: Chance;
  readonly #faults: Faults;
  readonly #end: number;
  #serial = 0;

  constructor(seed: number, end: number, faults: Faults) {
    this.#luck = chance(seed);
    this.#faults = faults;
    this.#end = Math.floor(end / DAY_MS) * DAY_MS;
    for (let day = 0; day < DAYS; day += 1) this.#day(day);
  }

  /** Is the fault planted here? */
  #has(fault: string): boolean {
    const strength = this.#faults[fault] ?? 0;
    return strength > 0 && this.#luck.happens(strength);
  }

  #name(kind: string): string {
    this.#serial += 1;
    return `${kind}-${this.#serial}`;
  }

  dayText(day: number): string {
    return new Date(this.#start(day)).toISOString().slice(0, 10);
  }

  /** The last one is yesterday. */
  #start(day: number): number {
    return this.#end - (DAYS - day) * DAY_MS;
  }

  #day(day: number): void {
    const weekday = new Date(this.#start(day)).getUTCDay();
    const usual = weekday === 0 || weekday === 6 ? 34 : 46;
    const visits = Math.round(usual * this.#luck.skewed(0.12));
    for (let i = 0; i < visits; i += 1) this.#visit(day);
    if (day >= DAYS - 5) this.#robots(day, visits);
  }

  /** Visits of a source that nobody knows, which leave at once. */
  #robots(day: number, usual: number): void {
    for (let i = 0; i < usual; i += 1) {
      if (!this.#has('robots')) continue;
      const at = this.#start(day) + this.#luck.whole(0, 1439) * MINUTE_MS;
      if (this.#isSilent(at)) continue;
      const visit = { at, day, browser: this.#name('browser'), agent: CHROME, query: '', referrer: '' };
      this.#view(visit, 'https://shop.example/?utm_source=trafficbooster&utm_medium=referral', '', '1');
    }
  }

  #visit(day: number): void {
    const at = this.#start(day) + this.#luck.whole(6 * 60, 22 * 60) * MINUTE_MS;
    const visit: Visit = {
      at,
      day,
      agent: this.#luck.happens(0.35) ? SAFARI : CHROME,
      browser: this.#has('one_browser') ? 'visitor' : this.#name('browser'),
      ...this.#arrival(day),
    };
    if (this.#isSilent(visit.at)) {
      // Servers go on.
      if (visit.at < this.#end - DAY_MS && this.#luck.happens(0.14)) this.#purchase(visit);
      return;
    }
    if (visit.ad) {
      const key = `${day} ${visit.ad.ad_id}`;
      this.clicks.set(key, (this.clicks.get(key) ?? 0) + 1);
    }
    const page = this.#luck.pick(['/', '/boots', '/sale', '/coats']);
    this.#view(visit, `https://shop.example${page}${visit.query === '' ? '' : `?${visit.query}`}`, visit.referrer);
    if (this.#luck.happens(0.6)) {
      const banner = this.#has('inner_links') ? '?utm_source=homepage&utm_medium=banner' : '';
      this.#view({ ...visit, at: visit.at + MINUTE_MS }, `https://shop.example/cart${banner}`, 'https://shop.example/');
    }
    if (this.#luck.happens(0.14)) this.#purchase(visit);
  }

  /** The last day's trackers, as of half past midnight; all of them for six hours of a day, or for two days of the last week. */
  #isSilent(at: number): boolean {
    const isWithin = (fromHour: number, toHour: number): boolean =>
      at >= this.#end - fromHour * HOUR_MS && at < this.#end - toHour * HOUR_MS;
    if (isWithin(DEAD_HOURS.from, DEAD_HOURS.to) && this.#has('dead_hours')) return true;
    if (isWithin(DEAD_DAYS.from, DEAD_DAYS.to) && this.#has('dead_days')) return true;
    return at > this.#end - DAY_MS + 30 * MINUTE_MS && this.#has('silence');
  }

  #arrival(day: number): Pick<Visit, 'query' | 'referrer' | 'ad'> {
    if (day >= DAYS - 7 && this.#has('direct')) return { query: '', referrer: '' };
    if (this.#has('payment')) return { query: '', referrer: 'https://www.paypal.com/' };
    if (this.#has('own_links')) return { query: '', referrer: 'https://checkout.example/paid' };
    const kind = this.#luck.weighed([
      ['google', 30],
      ['meta', 28],
      ['email', 12],
      ['organic', 22],
      ['direct', 8],
    ] as const);
    if (kind === 'direct') return { query: '', referrer: '' };
    if (kind === 'organic') return { query: '', referrer: 'https://www.google.com/' };
    if (kind === 'email') return { query: this.#mailTags(), referrer: '' };
    const ad = this.#luck.pick(ADS.filter(({ platform }) => platform === kind));
    return { query: this.#tags(ad), referrer: kind === 'google' ? 'https://www.google.com/' : 'https://l.facebook.com/', ad };
  }

  #mailTags(): string {
    if (this.#has('placeholder')) return 'utm_source=newsletter&utm_medium=email&utm_campaign=undefined';
    if (this.#has('personal')) return 'utm_source=newsletter&utm_medium=email&utm_campaign=weekly&utm_content=ana%40example.com';
    if (this.#has('medium')) return 'utm_source=collab&utm_medium=ambassador&utm_campaign=weekly';
    if (this.#has('truncated'))
      return `utm_source=newsletter&utm_medium=email&utm_campaign=spring-summer-collection-part-${this.#luck.whole(100, 130)}-lo`;
    return 'utm_source=newsletter&utm_medium=email&utm_campaign=weekly';
  }

  #tags({ platform, campaign_id, campaign_name, ad_id }: Ad): string {
    const isLost = ADS.findIndex((ad) => ad.ad_id === ad_id) < ADS.length * (this.#faults['ids_lost'] ?? 0);
    const shown = this.#has('unknown_ids') ? `99${ad_id}` : ad_id;
    const ids = isLost ? '' : `&campaign_id=${campaign_id}&ad_id=${shown}`;
    if (platform === 'google') {
      const click = this.#has('autotag') ? '' : `&gclid=${this.#luck.letters(30)}`;
      return `utm_source=google&utm_medium=cpc${click}&utm_campaign=${campaign_name}${ids}`;
    }
    const click = `&fbclid=${this.#luck.letters(30)}`;
    if (this.#has('macro'))
      return `utm_source=facebook&utm_medium=paid_social${click}&utm_campaign=%7B%7Bcampaign.name%7D%7D&ad_id={{ad.id}}`;
    if (this.#has('variants')) return `utm_source=FaceBook&utm_medium=paid_social${click}&utm_campaign=${campaign_name}${ids}`;
    if (this.#has('no_medium')) return `utm_source=facebook${click}&utm_campaign=${campaign_name}${ids}`;
    const other = ADS.find((ad) => ad.platform === platform && ad.campaign_id !== campaign_id)?.campaign_name;
    const name = this.#has('disagree') ? other : campaign_name;
    return `utm_source=facebook&utm_medium=paid_social${click}&utm_campaign=${name}${ids}`;
  }

  #view({ at, day, browser, agent }: Visit, url: string, referrer: string, engaged_seconds = '20'): void {
    const view = { event_type: 'page_view', anonymous_id: browser, url, referrer, user_agent: agent, engaged_seconds };
    this.lines.push({ ...view, event_id: this.#name('view'), occurred_at: new Date(at).toISOString() });
    if (day >= DAYS - 3 && this.#has('tag_twice'))
      this.lines.push({ ...view, event_id: this.#name('view'), occurred_at: new Date(at + 40).toISOString() });
  }

  #purchase(visit: Visit): void {
    const order = this.#name('order');
    if (this.#has('backlog')) this.#twoPeople(visit, order);
    const isOutlier = this.#has('outlier');
    const shift = this.#has('clock') ? -120 : 0;
    const line: Line = {
      event_type: 'payment_received',
      idempotency_key: order,
      occurred_at: new Date(visit.at + ((this.#has('pages_behind') ? 120 : 5) + shift) * MINUTE_MS).toISOString(),
      value_amount: (60 * (isOutlier ? 1000 : 1) * this.#luck.skewed(0.4)).toFixed(2),
      currency: this.#has('no_rate') ? 'XPF' : 'USD',
    };
    if (this.#has('no_value')) delete line['value_amount'];
    if (this.#has('cents')) line['value_amount'] = String(Math.round(Number(line['value_amount']) * 100));
    if (this.#has('tests')) line['properties'] = JSON.stringify({ test: true });
    const email = `${order}@example.com`;
    if (visit.day > DAYS - 29 && this.#has('late')) {
      const { value_amount: amount, currency, ...event } = line;
      this.late.push({ ...event, value: { amount, currency }, anonymous_id: visit.browser, user_traits: { email } });
      return;
    }
    if (this.#isLost(visit, line)) return;
    if (this.#inShop(line, order, email)) return;
    if (this.#has('double_tag')) this.#payingPage(line);
    if (this.#has('double')) this.lines.push({ ...line, email, idempotency_key: `${order}-again`, anonymous_id: visit.browser });
    if (this.#has('nobody')) this.lines.push(line);
    else if (this.#has('unlinked')) this.lines.push({ ...line, email });
    else if (this.#has('synthetic')) this.lines.push({ ...line, email, gclid: this.#luck.letters(30), platform: 'google' });
    else if (this.#has('old_visit')) this.#oldVisit(line, email);
    else
      this.lines.push({
        ...line,
        ...(visit.day > DAYS - 29 && this.#has('no_email') ? {} : { email }),
        anonymous_id: visit.browser,
      });
  }

  /** A tag on the page of the payment, which is another site's: another browser, nobody's name, another key. */
  #payingPage(line: Line): void {
    const at = Date.parse(line['occurred_at'] ?? '') + this.#luck.whole(2, 90) * 1_000;
    const order = line['idempotency_key'] ?? '';
    const more = { idempotency_key: `${order}-tag`, anonymous_id: this.#name('paying'), occurred_at: new Date(at).toISOString() };
    this.lines.push({ ...line, ...more });
  }

  /** A refund of a sale that nobody sent; a sale under a used key, or with an amount that cannot be read, which is refused: true. */
  #isLost({ browser, day }: Visit, line: Line): boolean {
    if (day <= DAYS - 29) return false;
    const { event_type, idempotency_key: order, value_amount: amount, currency, occurred_at } = line;
    if (this.#has('orphans'))
      this.lines.push({ ...line, event_type: 'refund', idempotency_key: `${order}-back`, refund_of: `old-${order}` });
    const body = { event_type, occurred_at, anonymous_id: browser };
    if (this.#has('used_keys')) {
      const email = `${order}@example.com`;
      this.lines.push({ ...line, email, anonymous_id: browser, idempotency_key: `${order}-used`, value_amount: '10.00' });
      this.refused.push({ ...body, idempotency_key: `${order}-used`, value: { amount, currency } });
      return true;
    }
    if (!this.#has('wrong_amounts')) return false;
    this.refused.push({ ...body, idempotency_key: order, value: { amount: `${amount} ${currency}`, currency } });
    return true;
  }

  /** Orders of a connected shop; true for one that the sender does not report. */
  #inShop(line: Line, order: string, email: string): boolean {
    if (this.#faults['shop_missing'] === undefined && this.#faults['shop_surplus'] === undefined) return false;
    const isMissed = this.#has('shop_missing');
    if (isMissed) this.lines.push({ ...line, email, properties: JSON.stringify({ connection: SHOP, order }) });
    if (!this.#has('shop_surplus')) this.orders.set(order, { isOwn: isMissed, at: Date.parse(line['occurred_at'] ?? '') });
    if (!isMissed) line['properties'] = JSON.stringify({ order });
    return isMissed;
  }

  /** The mail and the number of a customer, sent apart and then together: nobody has decided yet whether they are one person. */
  #twoPeople(visit: Visit, order: string): void {
    const line = { event_type: 'account_created', occurred_at: new Date(visit.at + 3 * MINUTE_MS).toISOString() };
    const email = `${order}@example.com`;
    this.lines.push({ ...line, idempotency_key: `${order}-mail`, email, anonymous_id: visit.browser });
    this.lines.push({ ...line, idempotency_key: `${order}-number`, external_id: `${order}-id` });
    this.lines.push({ ...line, idempotency_key: `${order}-both`, email, external_id: `${order}-id` });
  }

  /** Came once from a mail, long ago, and by typing the address when it bought. */
  #oldVisit(line: Line, email: string): void {
    const browser = this.#name('browser');
    const at = Date.parse(line['occurred_at'] ?? '');
    const visit: Visit = { at: at - this.#luck.whole(45, 80) * DAY_MS, day: 0, browser, query: '', referrer: '', agent: CHROME };
    this.#view(visit, 'https://shop.example/?utm_source=newsletter&utm_medium=email&utm_campaign=weekly', '');
    this.#view({ ...visit, at: at - 10 * MINUTE_MS }, 'https://shop.example/', '');
    this.lines.push({ ...line, email, anonymous_id: browser });
  }

  /** The bodies of `POST /spend`. */
  spend(): object[] {
    const reported = (['google', 'meta'] as const).map((platform) => ({
      platform,
      account_id: `${platform}-1`,
      currency: 'USD',
      days: Array.from({ length: DAYS - this.#staleDays(platform) }, (_, day) => ({
        day: this.dayText(day),
        rows: ADS.filter((ad) => ad.platform === platform).map((ad) => this.#spendRow(ad, day, this.#priceOf(platform, day))),
      })),
    }));
    const twice = this.#faults['two_ids'] === undefined ? [] : reported.slice(0, 1);
    const isSent = (day: number): boolean => day >= DAYS - 20 * (this.#faults['two_ids'] ?? 0);
    return [
      ...reported,
      ...twice.map((account) => ({ ...account, account_id: 'act_1', days: account.days.filter((_, day) => isSent(day)) })),
    ];
  }

  /** Times the right price, on some days. */
  #priceOf(platform: string, day: number): number {
    const isWrong = platform === 'google' && day >= DAYS - 9 && day < DAYS - 2;
    return isWrong ? 1 + 6 * (this.#faults['spend_times'] ?? 0) : 1;
  }

  #staleDays(platform: string): number {
    return platform === 'meta' ? Math.round(4 * (this.#faults['stale'] ?? 0)) : 0;
  }

  /** What the last four weeks cost after all, where the platform says so later. */
  restatements(): object[] {
    const share = this.#faults['restated'] ?? 0;
    if (share === 0) return [];
    const days = Array.from({ length: 28 }, (_, ago) => DAYS - 28 + ago).map((day) => ({
      day: this.dayText(day),
      rows: ADS.filter(({ platform }) => platform === 'google').map((ad) => this.#spendRow(ad, day, 1 + share)),
    }));
    return [{ platform: 'google', account_id: 'google-1', currency: 'USD', days }];
  }

  #spendRow({ platform: _, ...ad }: Ad, day: number, factor = 1): object {
    const visits = this.clicks.get(`${day} ${ad.ad_id}`) ?? 0;
    const clicks = Math.round(visits / 0.88 / (1 - (this.#faults['slow_pages'] ?? 0)));
    const spend = (clicks * 0.9 * factor).toFixed(2);
    return {
      ...ad,
      adset_id: `${ad.ad_id}0`,
      adset_name: 'All',
      ad_name: ad.ad_id,
      spend,
      clicks,
      link_clicks: clicks,
      impressions: clicks * 40,
    };
  }
}

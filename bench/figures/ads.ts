// The list of ads of a large account: 20,000 ads that all spend on 90 days, with visits that carry their ids and sales that two models divide.
import { acceptObjects } from '../../src/act/connections/catalogue/accept-objects.ts';
import type { AdObject } from '../../src/act/connections/catalogue/objects.ts';
import type { Base } from '../../src/base/base.ts';
import { acceptEvents, type EventInput, type SpendBody } from '../../src/collect/events/index.ts';
import { acceptSpend } from '../../src/collect/spend/index.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { withBase, withServiceHere } from '../bench.ts';
import type { Figure, Result } from '../figure.ts';
import { median, quantile, timed } from '../numbers.ts';
import { AGENTS, SITE } from '../world.ts';
import { getter, lastDays, query } from './reading.ts';

const DAY_MS = 86_400_000;
const ADS = 20_000;
const ADS_PER_SET = 10;
const SETS_PER_CAMPAIGN = 10;
const DAYS = 90;
const PEOPLE = 20_000;
const ROUNDS = 15;
const DAYS_AT_ONCE = 5;
const PLATFORM = 'sandbox';
const ACCOUNT = 'bench';

const adId = (no: number): string => String(23_860_000_000_000_000n + BigInt(no));
const setOf = (no: number): number => Math.floor(no / ADS_PER_SET);
const campaignOf = (no: number): number => Math.floor(no / ADS_PER_SET / SETS_PER_CAMPAIGN);

function objects(): AdObject[] {
  const ads = Array.from({ length: ADS }, (_, no) => no);
  const sets = [...new Set(ads.map(setOf))];
  const campaigns = [...new Set(ads.map(campaignOf))];
  return [
    ...campaigns.map((no): AdObject => ({ type: 'campaign', id: `c${no}`, name: `Campaign ${no}`, effective_status: 'active' })),
    ...sets.map(
      (no): AdObject => ({
        type: 'adset',
        id: `s${no}`,
        campaign_id: `c${Math.floor(no / SETS_PER_CAMPAIGN)}`,
        name: `Ad set ${no}`,
        effective_status: 'active',
        daily_budget: '50',
        learning: 'done',
      }),
    ),
    ...ads.map(
      (no): AdObject => ({
        type: 'ad',
        id: adId(no),
        adset_id: `s${setOf(no)}`,
        campaign_id: `c${campaignOf(no)}`,
        name: `Ad ${no}`,
        configured_status: 'active',
        effective_status: no % 7 === 0 ? 'paused' : 'active',
        platform_status: 'ACTIVE',
        creative: { id: `k${no}`, name: `Creative ${no}`, type: 'image' },
      }),
    ),
  ];
}

const spendDay = (day: string, at: number): SpendBody => ({
  platform: PLATFORM,
  account_id: ACCOUNT,
  day,
  currency: 'EUR',
  rows: Array.from({ length: ADS }, (_, no) => ({
    campaign_id: `c${campaignOf(no)}`,
    campaign_name: `Campaign ${campaignOf(no)}`,
    adset_id: `s${setOf(no)}`,
    adset_name: `Ad set ${setOf(no)}`,
    ad_id: adId(no),
    ad_name: `Ad ${no}`,
    spend: `${(no * 7 + at) % 9}.${10 + ((no + at * 13) % 90)}`,
    impressions: 100 + (no % 50),
    clicks: (no + at) % 12,
  })),
});

/** Two visits by two ads, and one of three people buys: few ads sell much, most sell little. */
function peopleFrom(now: number): EventInput[] {
  return Array.from({ length: PEOPLE }, (_, person) => person).flatMap((person): EventInput[] => {
    const at = now - ((person * 37) % (DAYS - 3)) * DAY_MS - 3 * DAY_MS;
    const visit = (no: number, ms: number): EventInput => ({
      event_id: `ad-visit-${person}-${ms}`,
      event_type: 'page_view',
      anonymous_id: `ad-${person}`,
      user_agent: AGENTS[0],
      occurred_at: new Date(at + ms).toISOString(),
      url: `https://${SITE}/?utm_source=facebook&utm_medium=paid_social&campaign_id=c${campaignOf(no)}&adset_id=s${setOf(no)}&ad_id=${adId(no)}`,
    });
    const first = Math.floor(ADS * ((person * 0.618_034) % 1) ** 3);
    const visits = [visit(first, 0), visit((first + person) % ADS, 7_200_000)];
    if (person % 3 !== 0) return visits;
    const payment: EventInput = {
      event_type: 'payment_received',
      idempotency_key: `ad-order-${person}`,
      value: { amount: '80.00', currency: 'EUR' },
      anonymous_id: `ad-${person}`,
      occurred_at: new Date(at + 9_000_000).toISOString(),
    };
    return [...visits, payment];
  });
}

async function load(base: Base, profileId: string): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await acceptObjects(base, { profileId, platform: PLATFORM, accountId: ACCOUNT, currency: 'EUR' }, objects());
  for (let back = 1; back <= DAYS + ROUNDS; back += 1) {
    await acceptSpend(base, profileId, [spendDay(new Date(today - back * DAY_MS).toISOString().slice(0, 10), back)]);
    // As a first sync is landed: some days at a time.
    if (back % DAYS_AT_ONCE === 0) await settle(base, profileId);
  }
  const events = peopleFrom(today);
  for (let from = 0; from < events.length; from += 1_000) {
    const rows = events.slice(from, from + 1_000).map((input) => ({ input }));
    await acceptEvents(base, profileId, rows, 'server');
  }
  await settle(base, profileId);
}

export const ads: Figure = {
  name: 'ads',
  about: 'GET /ads of 20,000 ads over 90 days with outcomes under two models',
  baseline: 'the sum of spend by ad over the same rows',
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    const { profileId } = profile;
    await withBase(dataDir, (base) => load(base, profileId));
    return withServiceHere(dataDir, async ({ base, address }) => {
      const get = getter(address, profile);
      const sql = 'select ad_id, sum(spend) from spend_rows where spend_day between $from::date and $to::date group by all';
      const [times, sums]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS + 3; round += 1) {
        // Another range of the same length each time: nothing that was answered before helps.
        const { date_from: from } = lastDays(DAYS + (round % ROUNDS));
        const to = new Date(Date.parse(from) + (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
        const values = { date_from: from, date_to: to, goal: 'payment_received', compare_model: 'linear', limit: 50 + round };
        const sum = await timed(() => base.warehouse.query({ profileId }, { sql, params: { from, to } }));
        const whole = await timed(() => get(`/ads?${query(values)}`));
        if (round < 3) continue;
        sums.push(sum.ms);
        times.push(whole.ms);
      }
      const p50 = median(times);
      return [
        {
          name: 'ads',
          measured: { value: p50, unit: 'ms' },
          baseline: { value: median(sums), unit: 'ms', what: 'sum by ad' },
          ratio: p50 / median(sums),
          targets: [{ of: 'p50', found: p50, atMost: 150, unit: 'ms', toSize: '1m' }],
          details: { p95_ms: quantile(times, 0.95), ads: ADS, days: DAYS },
        },
      ] satisfies Result[];
    });
  },
};

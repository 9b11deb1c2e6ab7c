// Random histories of a profile: what can happen to it, in the order it happens, and how each step is carried out on real stores.

import fc from 'fast-check';
import { acceptObjects } from '../../../src/act/connections/catalogue/accept-objects.ts';
import type { AdObject } from '../../../src/act/connections/catalogue/objects.ts';
import type { Base } from '../../../src/base/base.ts';
import { publicId } from '../../../src/base/kit/ids.ts';
import { shiftsOfZone, type ZoneShifts } from '../../../src/base/kit/time/zone-shifts.ts';
import type { DecisionKind } from '../../../src/base/state/decisions.ts';
import { outcomeNumber } from '../../../src/collect/events/enrich/references.ts';
import { tokeniserOf } from '../../../src/collect/events/enrich/tokeniser.ts';
import { acceptEvents, type EventInput } from '../../../src/collect/events/index.ts';
import { importCustomers } from '../../../src/collect/identity/import.ts';
import { sealLinkToken } from '../../../src/collect/identity/links/sealed-link.ts';
import { openProposal, pairOf, proposalId } from '../../../src/collect/identity/matching/pairs.ts';
import { decideMergeProposal } from '../../../src/collect/identity/matching/proposals.ts';
import { undoMerge } from '../../../src/collect/identity/stitching/merges.ts';
import { repairIdentity } from '../../../src/collect/identity/stitching/repair.ts';
import { acceptSpend } from '../../../src/collect/spend/index.ts';
import { putClassificationRules } from '../../../src/credit/channels/classification.ts';
import { updateAttributionSettings } from '../../../src/credit/goals/attribution-settings.ts';
import { putDefinition } from '../../../src/credit/goals/goals.ts';
import { advance, rebuild } from '../../../src/credit/pipeline/advance.ts';
import { sealUnlessBuilding } from '../../../src/credit/pipeline/fact-sources.ts';
import { replay, settle } from '../../../src/credit/pipeline/wait-until-computed.ts';
import { run } from '../../operations.ts';
import { until } from '../../until.ts';

const START = Date.parse('2026-01-05T00:00:00Z');
const MINUTE = 60_000;

/** Where a page view may come from; some are the same evidence twice, some no evidence. */
const ARRIVALS: Pick<EventInput, 'url' | 'referrer' | 'event_type' | 'properties'>[] = [
  { url: 'https://shop.example/' },
  { url: 'https://shop.example/?utm_source=google&utm_medium=cpc&utm_campaign=brand' },
  { url: 'https://shop.example/a?utm_source=facebook&utm_medium=social' },
  { url: 'https://shop.example/b', referrer: 'https://www.bing.com/search' },
  { url: 'https://shop.example/c', referrer: 'https://other.example/post' },
  { url: 'https://shop.example/d', referrer: 'https://shop.example/' },
  { url: 'https://shop.example/?gclid=click-1' },
  { url: 'https://shop.example/?gclid=click-2&utm_source=google&utm_medium=cpc' },
  { url: 'https://shop.example/?utm_source=meta&utm_medium=sponsored&utm_id=c-1' },
  { url: 'https://shop.example/?utm_source=news&utm_medium=email&utm_campaign=c-2' },
  { url: 'https://shop.example/?utm_source=news&utm_medium=post&utm_campaign=campaign%203' },
  // Ways out, and back.
  { url: 'https://shop.example/checkout', referrer: 'https://shop.example/c' },
  { url: 'https://shop.example/thanks', referrer: 'https://secure.bank.example/' },
  { url: 'https://shop.example/e', event_type: 'outbound_click', properties: { link_url: 'https://www.other.example/' } },
];

/** Systems that report the same sales. */
const SYSTEMS = ['shopify', 'stripe:acct_1', 'stripe', 'paypal', 'server'];

const browser = fc.integer({ min: 0, max: 4 });
const person = fc.integer({ min: 0, max: 3 });
const minute = fc.integer({ min: 0, max: 130 * 24 * 60 });
const cents = fc.integer({ min: 0, max: 50_000 });
const key = fc.integer({ min: 0, max: 5 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

export const ZONE = 'America/Santiago';

/** The clocks of the zone by a table of which the law of some days is another. */
function movedClocks({ minute: from, days, hours }: { minute: number; days: number; hours: number }): ZoneShifts {
  const shifts = shiftsOfZone(ZONE);
  const [begin, end] = [from, from + days * 1440].map((minutes) => Math.round((START + minutes * MINUTE) / 1000));
  const shiftAt = (seconds: number): number => shifts.findLast(([since]) => since <= seconds)?.[1] ?? 0;
  const edges = [...new Set([...shifts.map(([since]) => since), begin ?? 0, end ?? 0])].sort((a, b) => a - b);
  const isMoved = (since: number): boolean => since >= (begin ?? 0) && since < (end ?? 0);
  return edges.map((since) => [since, shiftAt(since) + (isMoved(since) ? hours * 3600 : 0)]);
}

/** A newer table of zones, by which the clocks of a while were others: by so many hours that the days of about half of what happened change. */
export const clocks = fc.record({
  do: fc.constant('clocks' as const),
  minute: fc.integer({ min: 0, max: 40 * 24 * 60 }),
  days: fc.integer({ min: 40, max: 90 }),
  hours: fc.constantFrom(-11, -7, 1, 7, 11),
});

/** What increments carry through alone. */
const everyday = fc.oneof(
  { weight: 1, arbitrary: clocks },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('view' as const),
      browser,
      minute,
      arrival: fc.nat(ARRIVALS.length - 1),
      seconds: fc.nat(20),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('visit' as const),
      browser,
      minute,
      arrivals: fc.array(fc.nat(ARRIVALS.length - 1), { minLength: 2, maxLength: 6 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      key,
      minute,
      cents,
      browser: maybe(browser),
      email: maybe(person),
      external: maybe(person),
      click: maybe(fc.integer({ min: 1, max: 3 })),
      campaign: maybe(fc.integer({ min: 1, max: 3 })),
      deal: maybe(key),
      trust: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), of: key, minute, cents, isTotal: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      system: fc.nat(SYSTEMS.length - 1),
      key: fc.integer({ min: 0, max: 2 }),
      ids: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
      order: maybe(key),
      minute: fc.constantFrom(5000, 5001, 6000, 60_000),
      cents: fc.constantFrom(1000, 2500),
      browser: maybe(browser),
      email: maybe(person),
      click: maybe(fc.integer({ min: 1, max: 3 })),
      refund: maybe(fc.integer({ min: 1, max: 900 })),
      isTotal: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pair' as const),
      a: fc.nat(60),
      b: fc.nat(60),
      verdict: fc.constantFrom('same', 'apart', 'undecided'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('instalment' as const), of: key, key, minute, cents, email: maybe(person) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deal' as const),
      deal: key,
      minute,
      cents,
      email: maybe(person),
      browser: maybe(browser),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('message' as const),
      minute,
      email: maybe(person),
      click: maybe(fc.integer({ min: 1, max: 3 })),
      campaign: maybe(fc.integer({ min: 1, max: 3 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('identify' as const),
      browser,
      email: maybe(person),
      external: maybe(person),
      minute,
      deal: maybe(key),
      trust: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('spend' as const), day: fc.nat(20), campaign: fc.integer({ min: 1, max: 3 }), cents }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ads' as const),
      ads: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
      name: fc.integer({ min: 1, max: 3 }),
      cents,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('many' as const), browser, minute, count: fc.integer({ min: 195, max: 215 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('robot' as const), browser, minute }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('import' as const), email: person, external: maybe(person) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('link' as const),
      browser,
      customer: fc.nat(6),
      arrival: fc.nat(ARRIVALS.length - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), a: fc.nat(6), b: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), a: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repair' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rate' as const), day: fc.nat(20), cents: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('payer' as const), of: fc.nat(60), customer: maybe(fc.nat(6)) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('continues' as const), of: fc.nat(60), first: maybe(key) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('seen' as const), browser, minute, campaign: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), from: fc.nat(60), count: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), from: fc.nat(60), count: fc.nat(9) }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('advance' as const) }) },
);

/** What reaches all history, or moves facts and files about. */
const sweeping = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('windows' as const),
      click: fc.integer({ min: 1, max: 90 }),
      cash: fc.integer({ min: 1, max: 90 }),
      views: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('definition' as const),
      lead: fc.boolean(),
      first: fc.boolean(),
      days: maybe(fc.integer({ min: 1, max: 90 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('domains' as const), own: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('record' as const), system: fc.nat(SYSTEMS.length - 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('identifyBy' as const), tokens: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rules' as const),
      source: fc.constantFrom('google', 'meta', 'news'),
      paid: fc.boolean(),
      alias: maybe(fc.constantFrom('google', 'meta', null)),
      name: maybe(fc.constantFrom('facebook', 'Our Letter', 'news')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('await' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
);

type StepOf<A> = A extends fc.Arbitrary<infer S> ? S : never;
export type Step = StepOf<typeof everyday> | StepOf<typeof sweeping> | { do: 'settle' };

/** What customers, their browsers and servers do; nobody decides anything. */
export const doings: fc.Arbitrary<Step[]> = fc
  .array(everyday, { minLength: 1, maxLength: 12, size: 'max' })
  .map((steps) => steps.filter((step) => step.do !== 'merge' && step.do !== 'undo'));

const any = fc.oneof<[fc.WeightedArbitrary<Step>, fc.WeightedArbitrary<Step>]>(
  { weight: 4, arbitrary: everyday },
  { weight: 1, arbitrary: sweeping },
);

/** Steps of the longest history: each costs rounds of the pipeline, so every change plays short ones; by hand STEPS=35. */
const LONGEST = Number(process.env['STEPS'] ?? 20);

/**
 * Anything at first; then, once every replay is through, everyday steps alone. A replay that is still due at the end would compute
 * everything anew, and hide whatever increments have left out.
 */
export const history: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(any, { minLength: 2, maxLength: Math.ceil(LONGEST * 0.4), size: 'max' }),
    fc.array(everyday, { minLength: 4, maxLength: Math.floor(LONGEST * 0.6), size: 'max' }),
  )
  .map(([first, then]) => [...first, { do: 'settle' }, ...then]);

const at = (minutes: number, plusMs = 0): string => new Date(START + minutes * MINUTE + plusMs).toISOString();
/** A source and a campaign that are given other names. */
const otherNames = (means: string) => [
  { of: 'source', name: 'news', means },
  { of: 'campaign', name: 'campaign_3', means: means === 'news' ? 'Brand' : 'Campaign 1' },
];
const money = (amount: number): string => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
const day = (offset: number): string => new Date(START + offset * 86_400_000).toISOString().slice(0, 10);

function traits(email: number | undefined, external: number | undefined): Pick<EventInput, 'user_traits'> {
  if (email === undefined && external === undefined) return {};
  return {
    user_traits: {
      ...(email === undefined ? {} : { email: `person${email}@mail.example` }),
      ...(external === undefined ? {} : { external_id: `customer-${external}` }),
    },
  };
}

/** Carries out the steps of one history on one profile. */
export class Run {
  readonly base: Base;
  readonly profile: { profileId: string; workspaceId: string };
  private replaying: Promise<unknown> | undefined;
  private sent = 0;

  constructor(base: Base, profile: { profileId: string; workspaceId: string }) {
    this.base = base;
    this.profile = profile;
  }

  async all(steps: Step[]): Promise<void> {
    await this.meanwhile(steps);
    await this.replaying;
  }

  /** As `all`, while a replay may go on. */
  async meanwhile(steps: Step[]): Promise<void> {
    for (const one of steps) await this.one(one);
  }

  /** A replay is at work, and has not been waited for. */
  get isReplaying(): boolean {
    return this.base.state.jobs.latest('replay', this.profile.profileId)?.status === 'running';
  }

  /** Starts a replay, and waits until it builds. */
  async beginReplay(): Promise<void> {
    await this.one({ do: 'replay' });
    await until(() => !this.replaying || this.isReplaying, 'the replay builds', 1);
  }

  private async send(trust: 'server' | 'browser', ...inputs: EventInput[]): Promise<void> {
    await acceptEvents(
      this.base,
      this.profile.profileId,
      inputs.map((input) => ({ input })),
      trust,
    );
  }

  private view(browserNo: number, when: string, arrival: number, seconds = 0): EventInput {
    const from = ARRIVALS[arrival] as (typeof ARRIVALS)[number];
    this.sent += 1;
    return {
      event_type: 'page_view',
      event_id: `view-${this.sent}`,
      anonymous_id: `browser-${browserNo}`,
      occurred_at: when,
      engaged_seconds: seconds,
      ...from,
    };
  }

  /** A person decides that the two are one, on a proposal that something opened. */
  async merge(a: bigint, b: bigint): Promise<void> {
    const { base, profile } = this;
    const pair = pairOf(a, b);
    openProposal(base, profile.profileId, pair, { seq: 0n, openedAt: base.clock.now() });
    await run(decideMergeProposal, this.call({ action: 'merge' }, { id: proposalId(profile.profileId, pair) }), base);
  }

  async undo(mergeNo: bigint): Promise<void> {
    const { base, profile } = this;
    await run(undoMerge, this.call(undefined, { auditLogId: publicId('merge', profile.profileId, mergeNo) }), base);
  }

  /** Every merge ever made, by its number. */
  merges(): bigint[] {
    return this.base.state
      .decisions(this.profile.profileId, 0n, 100_000)
      .filter((decision) => decision.kind === 'merge_edge_added')
      .map((decision) => decision.decisionNo);
  }

  customers(): bigint[] {
    return this.base.state
      .decisions(this.profile.profileId, 0n, 100_000)
      .filter((decision) => decision.kind === 'customer_created')
      .map((decision) => decision.decisionNo);
  }

  /** One of the facts so far. */
  private fact(number: number): bigint {
    const last = this.base.journal.lastSeq(this.profile.profileId);
    return last === 0n ? 1n : (BigInt(number) % last) + 1n;
  }

  private decide(
    kind: Extract<
      DecisionKind,
      'rate' | 'setting' | 'payment_payer' | 'payment_installment' | 'sale_pair' | 'facts_withdrawn' | 'facts_restored'
    >,
    payload: Record<string, unknown>,
  ): void {
    this.base.state.decide({
      profileId: this.profile.profileId,
      kind,
      afterSeq: this.base.journal.lastSeq(this.profile.profileId),
      subject: 'history',
      payload,
      actor: 'system',
      decidedAt: this.base.clock.now(),
    });
  }

  private async one(s: Step): Promise<void> {
    switch (s.do) {
      case 'view':
        return this.send('server', this.view(s.browser, at(s.minute), s.arrival, s.seconds));
      case 'visit':
        return this.send('server', ...s.arrivals.map((arrival, i) => this.view(s.browser, at(s.minute, i * 90_000), arrival)));
      case 'many':
        return this.send(
          'server',
          ...Array.from({ length: s.count }, (_, i) => this.view(s.browser, at(s.minute, i * 1000), 1 + (i % 2))),
        );
      case 'robot':
        return this.send('server', ...Array.from({ length: 5001 }, (_, i) => this.view(s.browser, at(s.minute, i * 900), 1)));
      case 'pay':
        return this.send(s.trust || s.key > 1 ? 'server' : 'browser', {
          event_type: 'payment_received',
          idempotency_key: `payment-${s.key}`,
          occurred_at: at(s.minute),
          value: { amount: money(s.cents), currency: 'USD' },
          ...(s.browser === undefined ? {} : { anonymous_id: `browser-${s.browser}` }),
          ...traits(s.email, s.external),
          ...(s.click === undefined ? {} : { click_ids: { gclid: `click-${s.click}` } }),
          ...(s.campaign === undefined ? {} : { ad: { platform: 'meta', campaign_id: `c-${s.campaign}` } }),
          ...(s.deal === undefined ? {} : { deal_id: `deal-${s.deal}` }),
        });
      case 'report': {
        const key = `sale-${s.system}-${s.key}`;
        const when = { occurred_at: at(s.minute) };
        const refund: EventInput = {
          event_type: s.isTotal ? 'refunded_total' : 'refund',
          idempotency_key: `${key}-back-${s.refund}`,
          refund_of: key,
          occurred_at: at(s.minute + 90),
          value: { amount: money(s.refund ?? 0), currency: 'USD' },
        };
        const paid: EventInput = {
          event_type: 'payment_received',
          idempotency_key: key,
          ...when,
          value: { amount: money(s.cents), currency: 'USD' },
          sale: {
            system: SYSTEMS[s.system],
            payment_ids: s.ids.map((id) => `pi_00000000${id}`),
            ...(s.order === undefined ? {} : { order_ids: [`order-${s.order}`] }),
          },
          ...(s.browser === undefined ? {} : { anonymous_id: `browser-${s.browser}` }),
          ...traits(s.email, undefined),
          ...(s.click === undefined ? {} : { click_ids: { gclid: `click-${s.click}` } }),
        };
        return this.send('server', paid, ...(s.refund === undefined ? [] : [refund]));
      }
      case 'pair': {
        const [a, b] = [this.fact(s.a), this.fact(s.b)];
        if (a === b) return;
        this.decide('sale_pair', { payment_a: String(a < b ? a : b), payment_b: String(a < b ? b : a), verdict: s.verdict });
        return;
      }
      case 'clocks':
        this.decide('setting', { name: 'timezone', value: ZONE, shifts: movedClocks(s), renews: true });
        return;
      case 'record':
        this.decide('setting', { name: 'system_of_record', value: SYSTEMS[s.system] });
        return;
      case 'refund':
        this.sent += 1;
        return this.send('server', {
          event_type: s.isTotal ? 'refunded_total' : 'refund',
          idempotency_key: `refund-${this.sent}`,
          occurred_at: at(s.minute),
          value: { amount: money(s.cents), currency: 'USD' },
          refund_of: `payment-${s.of}`,
        });
      case 'instalment':
        return this.send('server', {
          event_type: 'payment_received',
          idempotency_key: `payment-${s.key}`,
          installment_of: `payment-${s.of}`,
          occurred_at: at(s.minute),
          value: { amount: money(s.cents), currency: 'USD' },
          ...traits(s.email, undefined),
        });
      case 'deal':
        this.sent += 1;
        return this.send('server', {
          event_type: 'closed_won',
          idempotency_key: `deal-${this.sent}`,
          deal_id: `deal-${s.deal}`,
          occurred_at: at(s.minute),
          value: { amount: money(s.cents), currency: 'USD' },
          ...traits(s.email, undefined),
          ...(s.browser === undefined ? {} : { anonymous_id: `browser-${s.browser}` }),
        });
      case 'message':
        this.sent += 1;
        return this.send('server', {
          event_type: 'message_received',
          idempotency_key: `message-${this.sent}`,
          occurred_at: at(s.minute),
          ...traits(s.email, undefined),
          ...(s.click === undefined ? {} : { click_ids: { gclid: `click-${s.click}` } }),
          ...(s.campaign === undefined ? {} : { ad: { platform: 'meta', campaign_id: `c-${s.campaign}` } }),
        });
      case 'identify':
        this.sent += 1;
        return this.send(s.trust ? 'server' : 'browser', {
          event_type: 'lead_created',
          idempotency_key: `lead-${this.sent}`,
          anonymous_id: `browser-${s.browser}`,
          occurred_at: at(s.minute),
          ...(s.deal === undefined ? {} : { deal_id: `deal-${s.deal}` }),
          ...traits(s.email, s.external),
        });
      case 'import':
        await run(
          importCustomers,
          this.call({
            rows: [
              {
                email: `person${s.email}@mail.example`,
                ...(s.external === undefined ? {} : { external_id: `customer-${s.external}` }),
              },
            ],
          }),
          this.base,
        );
        return;
      case 'link': {
        const names = this.customers();
        const customer = names[s.customer % (names.length || 1)];
        if (customer === undefined) return;
        const token = sealLinkToken(this.base, this.profile.profileId, customer, 2 ** 32 - 1);
        return this.send('browser', { ...this.view(s.browser, at(0), s.arrival), svc_t: token });
      }
      case 'spend':
        await acceptSpend(this.base, this.profile.profileId, [
          {
            platform: 'meta',
            account_id: 'account-1',
            day: day(s.day),
            currency: 'USD',
            rows: [{ campaign_id: `c-${s.campaign}`, campaign_name: `Campaign ${s.campaign}`, spend: money(s.cents) }],
          },
        ]);
        return;
      case 'ads':
        await acceptObjects(
          this.base,
          { profileId: this.profile.profileId, platform: 'meta', accountId: 'account-1', currency: 'USD' },
          [
            { type: 'campaign', id: 'c-1', name: `Campaign ${s.name}`, effective_status: 'active', daily_budget: money(s.cents) },
            { type: 'adset', id: 's-1', campaign_id: 'c-1', name: 'Wide', effective_status: 'active' },
            ...s.ads.map(
              (ad): AdObject => ({
                type: 'ad',
                id: `a-${ad}`,
                adset_id: 's-1',
                campaign_id: 'c-1',
                name: `Ad ${ad * s.name}`,
                effective_status: 'active',
                creative: { id: `k-${ad}` },
              }),
            ),
          ],
        );
        return;
      case 'merge': {
        const existing = this.customers();
        const [a, b] = [existing[s.a % (existing.length || 1)], existing[s.b % (existing.length || 1)]];
        if (a !== undefined && b !== undefined && a !== b) await this.merge(a, b);
        return;
      }
      case 'undo': {
        const merges = this.merges();
        const merge = merges[s.a % (merges.length || 1)];
        if (merge !== undefined) await this.undo(merge);
        return;
      }
      case 'repair':
        await run(repairIdentity, this.call({ mode: 'apply', limit: 100 }), this.base);
        return;
      case 'windows':
        await run(
          updateAttributionSettings,
          this.call({ click_window_days: s.click, cash_window_days: s.cash, view_through_window_days: s.views }),
          this.base,
        );
        return;
      case 'definition':
        await run(
          putDefinition,
          this.call({
            conversion_key: s.lead ? 'lead_created' : 'payment_received',
            counting: s.first ? 'first_per_customer' : 'every',
            lookback_window_days: s.days ?? null,
          }),
          this.base,
        );
        return;
      case 'domains':
        this.decide('setting', {
          name: 'own_domains',
          value: JSON.stringify(s.own ? ['shop.example', 'other.example'] : ['shop.example']),
        });
        return;
      case 'identifyBy':
        this.decide('setting', { name: 'identify_browsers_by', value: s.tokens ? 'link_token' : 'traits' });
        return;
      case 'rules':
        await run(
          putClassificationRules,
          this.call({
            channels: [{ name: 'Own', is_paid: s.paid }],
            rules: [{ rule_id: 'own', channel: 'Own', source: { contains: [s.source] } }],
            ...(s.alias === undefined ? {} : { spend_aliases: [{ utm_source: s.source, platform: s.alias }] }),
            ...(s.name === undefined ? {} : { other_names: otherNames(s.name) }),
          }),
          this.base,
        );
        return;
      case 'rate':
        this.decide('rate', { in: 'USD', rates: [{ day: day(s.day), currency: 'EUR', rate: money(s.cents) }] });
        return;
      case 'seen':
        this.sent += 1;
        return this.send('server', {
          event_type: 'ad_view',
          event_id: `seen-${this.sent}`,
          anonymous_id: `browser-${s.browser}`,
          occurred_at: at(s.minute),
          ...(s.campaign === 0 ? {} : { ad: { platform: 'meta', campaign_id: `c-${s.campaign}` } }),
        });
      case 'payer': {
        const all = this.customers();
        const customer = s.customer === undefined ? undefined : all[s.customer % (all.length || 1)];
        this.decide('payment_payer', {
          payment_seq: String(this.fact(s.of)),
          customer_no: customer === undefined ? null : String(customer),
        });
        return;
      }
      case 'continues': {
        const keys = tokeniserOf(this.base, this.profile.profileId);
        const first = s.first === undefined ? null : String(outcomeNumber(keys.tokenBytes('outcome', `payment-${s.first}`)));
        this.decide('payment_installment', { payment_seq: String(this.fact(s.of)), installment_of_key: first });
        return;
      }
      case 'withdraw':
      case 'restore': {
        const from = this.fact(s.from);
        const last = this.base.journal.lastSeq(this.profile.profileId);
        const to = from + BigInt(s.count);
        this.decide(s.do === 'withdraw' ? 'facts_withdrawn' : 'facts_restored', {
          ranges: [[String(from), String(to < last ? to : from)]],
        });
        return;
      }
      case 'advance':
        return advance(this.base, this.profile.profileId);
      case 'replay':
        if (!this.replaying)
          this.replaying = replay(this.base, this.profile.profileId).finally(() => {
            this.replaying = undefined;
          });
        return;
      case 'await':
        await this.replaying;
        return;
      case 'seal': {
        // Also while a replay runs, which must lose nothing by it.
        await advance(this.base, this.profile.profileId);
        const landed = this.base.state.cursor('landed', this.profile.profileId);
        if (landed > 0n) await sealUnlessBuilding(this.base, this.profile.profileId, landed);
        return;
      }
      case 'settle':
        await this.replaying;
        return settle(this.base, this.profile.profileId);
      case 'lose':
        await this.replaying;
        return rebuild(this.base, this.profile.profileId);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: calls of operations; the door has no part in this test
  call(body: unknown, params: Record<string, unknown> = {}): any {
    return {
      principal: { kind: 'key', credentialId: 'key:history', scopes: new Set(), ratePerMinute: 1 },
      profile: this.profile,
      workspaceId: this.profile.workspaceId,
      params,
      body,
      requestId: 'history',
    };
  }
}

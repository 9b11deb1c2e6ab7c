// Money that closes, over random ledgers: payments, instalments, reversals, payers and what is taken back, in two currencies. What
// the figures hold is held to a ledger kept here by hand, and channels with the unattributed part to their total, model by model.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { Base } from '../../../src/base/base.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { numberOf } from '../../../src/base/kit/ids.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import type { DecisionKind } from '../../../src/base/state/decisions.ts';
import { outcomeNumber } from '../../../src/collect/events/enrich/references.ts';
import { tokeniserOf } from '../../../src/collect/events/enrich/tokeniser.ts';
import { acceptEvents, type EventInput } from '../../../src/collect/events/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { MODELS } from '../../../src/credit/goals/index.ts';
import { advance } from '../../../src/credit/pipeline/advance.ts';
import { settle } from '../../../src/credit/pipeline/wait-until-computed.ts';
import { getAttribution } from '../../../src/report/analytics/attribution.ts';
import { blankFiles } from '../../base/blank-files.ts';
import { testConfig } from '../../base/folder.ts';
import { run } from '../../operations.ts';

const RUNS = Number(process.env['LEDGERS'] ?? 3);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const ZONE = 'America/Santiago';
const START = Date.parse('2026-04-01T00:00:00Z');
const MICROS = 1_000_000n;
/** What a euro is worth in dollars, every day. */
const RATE = 1_100_000n;

const key = fc.integer({ min: 0, max: 7 });
const hour = fc.integer({ min: 0, max: 24 * 8 });
const cents = fc.integer({ min: 1, max: 9_999 });
const currency = fc.constantFrom('USD', 'USD', 'EUR');
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('visit' as const), browser: fc.nat(2), hour, arrival: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pay' as const), key, hour, cents, currency, browser: fc.nat(2), of: maybe(key) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refund' as const), of: key, hour, cents, currency }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('continue' as const), key, of: maybe(key) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payer' as const), key, someone: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), nth: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const ARRIVALS = ['', '?gclid=click-1', '?utm_source=news&utm_medium=email', '?utm_source=facebook&utm_medium=paid_social'];

interface Entry {
  seq: bigint;
  key: string | undefined;
  at: number;
  /** Millionths. */
  amount: bigint;
  currency: string;
  of: string | undefined;
}

/** The ledger kept by hand. */
class Ledger {
  readonly payments: Entry[] = [];
  readonly refunds: Entry[] = [];
  readonly continued = new Map<string, string | undefined>();
  readonly withdrawn = new Set<bigint>();

  private standing(): Map<string, Entry> {
    return new Map(this.payments.filter(({ seq }) => !this.withdrawn.has(seq)).map((entry) => [entry.key as string, entry]));
  }

  private parentOf({ key, of }: Entry, all: Map<string, Entry>): Entry | undefined {
    const named = this.continued.has(key as string) ? this.continued.get(key as string) : of;
    return named === undefined || named === key ? undefined : all.get(named);
  }

  /** The first payment of each that continues one, over at most one other and never in a circle. */
  firsts(): Map<Entry, Entry | undefined> {
    const all = this.standing();
    return new Map(
      [...all.values()].map((entry) => {
        const path = [entry];
        for (let next = this.parentOf(entry, all); next && path.length < 4; next = this.parentOf(next, all)) path.push(next);
        return [entry, path.length > 3 ? undefined : path.length === 1 ? undefined : path.at(-1)];
      }),
    );
  }

  /** What reversals gave back of a payment, in the order in which they take effect. */
  private givenBack(entry: Entry): { at: number; amount: bigint }[] {
    let left = entry.amount;
    return this.refunds
      .filter((refund) => refund.of === entry.key && refund.currency === entry.currency && !this.withdrawn.has(refund.seq))
      .sort((a, b) => a.at - b.at || Number(a.seq - b.seq))
      .map(({ at, amount }) => {
        const value = amount < left ? amount : left;
        left -= value;
        return { at, amount: value };
      });
  }

  /** By day and currency: cash as it moves, and sales less what was refunded of them. */
  totals(): { cash: Map<string, bigint>; sales: Map<string, bigint> } {
    const [cash, sales] = [new Map<string, bigint>(), new Map<string, bigint>()];
    const add = (to: Map<string, bigint>, at: number, of: Entry, amount: bigint): void => {
      const name = `${Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE).toPlainDate()} ${of.currency}`;
      to.set(name, (to.get(name) ?? 0n) + amount);
    };
    for (const [entry, first] of this.firsts()) {
      add(cash, entry.at, entry, entry.amount);
      if (!first) add(sales, entry.at, entry, entry.amount);
      for (const { at, amount } of this.givenBack(entry)) {
        add(cash, at, entry, -amount);
        if (!first) add(sales, entry.at, entry, -amount);
      }
    }
    return { cash, sales };
  }
}

const shown = (totals: Map<string, bigint>): string[] =>
  [...totals]
    .filter(([, amount]) => amount !== 0n)
    .map(([name, amount]) => `${name} ${amount}`)
    .sort();

const CASH = `select flow_day || ' ' || currency || ' ' || (sum(amount) * 1000000)::bigint as line from cash_flows
  group by flow_day, currency having sum(amount) <> 0 order by line`;
const SALES = `select converted_day || ' ' || currency || ' ' || (sum(net_amount) * 1000000)::bigint as line from conversions
  where conversion_key = 'payment_received' group by converted_day, currency having sum(net_amount) <> 0 order by line`;
const BELOW_ZERO = 'select conversion_no from conversions where net_amount < 0';

class Play {
  readonly ledger = new Ledger();
  readonly base: Base;
  readonly profileId: string;
  private sent = 0;

  constructor(base: Base, profileId: string) {
    this.base = base;
    this.profileId = profileId;
  }

  private async accept(input: EventInput): Promise<{ seq: bigint; isNew: boolean }> {
    const [accepted] = await acceptEvents(this.base, this.profileId, [{ input }], 'server');
    if (!accepted?.outcome_event_id) return { seq: 0n, isNew: false };
    return {
      seq: numberOf('fact', this.profileId, accepted.outcome_event_id) as bigint,
      isNew: accepted.status === 'created',
    };
  }

  private decide(kind: DecisionKind, payload: Record<string, unknown>): void {
    const afterSeq = this.base.journal.lastSeq(this.profileId);
    this.base.state.decide({
      profileId: this.profileId,
      kind,
      afterSeq,
      subject: 'ledger',
      payload,
      actor: 'system',
      decidedAt: this.base.clock.now(),
    });
  }

  async one(s: Step): Promise<void> {
    this.sent += 1;
    const { ledger, profileId, base } = this;
    switch (s.do) {
      case 'visit':
        await this.accept({
          event_type: 'page_view',
          event_id: `view-${this.sent}`,
          anonymous_id: `browser-${s.browser}`,
          occurred_at: new Date(START + s.hour * 3_600_000 - 86_400_000).toISOString(),
          url: `https://shop.example/${ARRIVALS[s.arrival]}`,
        });
        return;
      case 'pay': {
        const at = START + s.hour * 3_600_000;
        if (s.of === s.key) return;
        const input = {
          event_type: 'payment_received',
          idempotency_key: `payment-${s.key}`,
          occurred_at: new Date(at).toISOString(),
          value: { amount: (s.cents / 100).toFixed(2), currency: s.currency },
          anonymous_id: `browser-${s.browser}`,
          ...(s.of === undefined ? {} : { installment_of: `payment-${s.of}` }),
        };
        const { seq, isNew } = await this.accept(input);
        const of = s.of === undefined ? undefined : `payment-${s.of}`;
        if (isNew)
          ledger.payments.push({ seq, key: `payment-${s.key}`, at, amount: BigInt(s.cents) * 10_000n, currency: s.currency, of });
        return;
      }
      case 'refund': {
        const at = START + s.hour * 3_600_000;
        const { seq } = await this.accept({
          event_type: 'refund',
          idempotency_key: `refund-${this.sent}`,
          occurred_at: new Date(at).toISOString(),
          value: { amount: (s.cents / 100).toFixed(2), currency: s.currency },
          refund_of: `payment-${s.of}`,
        });
        const amount = BigInt(s.cents) * 10_000n;
        ledger.refunds.push({ seq, key: undefined, at, amount, currency: s.currency, of: `payment-${s.of}` });
        return;
      }
      case 'continue': {
        const payment = ledger.payments.find((entry) => entry.key === `payment-${s.key}`);
        if (!payment || s.of === s.key) return;
        const of = s.of === undefined ? undefined : `payment-${s.of}`;
        const bytes = of === undefined ? undefined : tokeniserOf(base, profileId).tokenBytes('outcome', of);
        this.decide('payment_installment', {
          payment_seq: payment.seq.toString(),
          installment_of_key: bytes ? outcomeNumber(bytes).toString() : null,
        });
        ledger.continued.set(payment.key as string, of);
        return;
      }
      case 'payer': {
        const payment = ledger.payments.find((entry) => entry.key === `payment-${s.key}`);
        const existing = base.state.decisions(profileId, 0n, 1000).find(({ kind }) => kind === 'customer_created');
        if (payment)
          this.decide('payment_payer', {
            payment_seq: payment.seq.toString(),
            customer_no: s.someone && existing ? existing.decisionNo.toString() : null,
          });
        return;
      }
      case 'withdraw': {
        const all = [...ledger.payments, ...ledger.refunds];
        const entry = all[s.nth % (all.length || 1)];
        if (!entry) return;
        this.decide('facts_withdrawn', { ranges: [[entry.seq.toString(), entry.seq.toString()]] });
        ledger.withdrawn.add(entry.seq);
        return;
      }
      case 'advance':
        return advance(base, profileId);
    }
  }

  private async lines(sql: string): Promise<string[]> {
    return (await this.base.warehouse.query({ profileId: this.profileId }, { sql })).map((row) => row['line'] as string);
  }

  async check(): Promise<void> {
    const { cash, sales } = this.ledger.totals();
    assert.deepEqual(await this.lines(CASH), shown(cash), 'cash, by day and currency');
    assert.deepEqual(await this.lines(SALES), shown(sales), 'sales, by day and currency');
    assert.deepEqual(await this.lines(BELOW_ZERO), []);
    const days = [...new Set([...sales.keys()].map((name) => name.slice(0, 10)))].sort();
    for (const [from, to] of [[days[0], days.at(-1)], ...days.map((day) => [day, day])])
      if (from !== undefined && to !== undefined) await this.closes(from, to, sales);
  }

  /** Channels and the unattributed part are the ledger's total, to the last digit, under every model. */
  private async closes(from: string, to: string, sales: Map<string, bigint>): Promise<void> {
    const due = [...sales]
      .filter(([name]) => name.slice(0, 10) >= from && name.slice(0, 10) <= to)
      .reduce((sum, [name, amount]) => sum + (name.endsWith('EUR') ? (amount * RATE) / MICROS : amount), 0n);
    // biome-ignore lint/suspicious/noExplicitAny: a call without its door
    const call: any = {
      principal: { kind: 'key' },
      profile: { profileId: this.profileId },
      params: { date_from: from, date_to: to, dimension: 'channel', models: [...MODELS] },
    };
    const { rows, unattributed, totals } = (await run(getAttribution, call, this.base)).data;
    for (const model of MODELS) {
      const parts = [...rows.map((row) => row.models[model]?.revenue), unattributed.models[model]?.revenue];
      const sum = parts.reduce((total, part) => total + unitsOf(part ?? '0'), 0n);
      assert.deepEqual([sum, unitsOf(totals.models[model]?.revenue ?? '0')], [due, due], `${model}, ${from} to ${to}`);
    }
  }
}

function unitsOf(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const units = BigInt(whole + fraction.padEnd(6, '0'));
  return sign === '-' ? -units : units;
}

test(`${RUNS} random ledgers close, by day, currency and model (seed ${SEED})`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 }), {
    blanks: blankFiles(),
    clock: fakeClock('2026-05-01T12:00:00Z'),
  });
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }), async (steps) => {
        count += 1;
        const { profile_id: profileId } = initInstallation(base, {
          email: `owner${count}@shop.example`,
          workspace: `Workspace ${count}`,
          profile: 'Main',
          currency: 'USD',
          timezone: ZONE,
          domain: 'shop.example',
        });
        const play = new Play(base, profileId);
        await acceptEvents(
          base,
          profileId,
          [{ input: { event_type: 'lead_created', idempotency_key: 'lead', user_traits: { email: 'ana@mail.example' } } }],
          'server',
        );
        for (let day = 0; day < 12; day += 1) {
          const name = new Date(START + (day - 2) * 86_400_000).toISOString().slice(0, 10);
          play['decide']('rate', { in: 'USD', rates: [{ day: name, currency: 'EUR', rate: '1.1' }] });
        }
        await advance(base, profileId);
        for (const one of steps) await play.one(one);
        await settle(base, profileId);
        await play.check();
        await base.warehouse.remove(profileId);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

// Recorded and documented bodies of ad platforms against the clients: every error body has the refusal that is expected of it, and the
// payloads are read to the figures beside them. They are read from PEER_DATA in place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { adPlatformErrorOf } from '../../src/providers/ad-platform-errors.ts';
import { judgeGoogle } from '../../src/providers/google-ads/errors.ts';
import * as google from '../../src/providers/google-ads/shapes.ts';
import { spendOf as googleSpendOf } from '../../src/providers/google-ads/translate.ts';
import { type Judgement, ProviderClient } from '../../src/providers/http/client.ts';
import { ProviderFailure } from '../../src/providers/http/failure.ts';
import { greetingOf } from '../../src/providers/meta/chat.ts';
import { judgeMeta } from '../../src/providers/meta/errors.ts';
import { budgetText, budgetUnits } from '../../src/providers/meta/money.ts';
import * as meta from '../../src/providers/meta/shapes.ts';
import { accountOf, adOf, adSetOf, spendOf } from '../../src/providers/meta/translate.ts';
import { judgeTikTok } from '../../src/providers/tiktok/errors.ts';
import * as tiktok from '../../src/providers/tiktok/shapes.ts';
import { spendOf as tiktokSpendOf } from '../../src/providers/tiktok/translate.ts';
import { startProviderServer } from '../fakes/provider-server.ts';
import { publicRows, publicText } from './public-data.ts';

const byUse = <Shape extends z.ZodType>(value: Shape) => z.union([value, z.object({ read: value, write: value })]);
const errorCases = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      http_status: z.number(),
      headers: z.record(z.string(), z.string()).default({}),
      body: z.unknown(),
      expect: z.object({
        code: byUse(z.string()),
        status: byUse(z.number().nullable()),
        reconnect_required: z.boolean().default(false),
        retry_after_s: z.number().optional(),
      }),
    }),
  ),
});

const fileOf = (platform: string, name: string): unknown => JSON.parse(publicText('ad-platforms', platform, 'given', name));

/** Each error body, as an answer of the platform to the client, becomes the refusal that the data expects for reading and for writing. */
function testErrors(platform: string, judge: (answer: Parameters<typeof judgeMeta>[0]) => Judgement | undefined): void {
  for (const { id, http_status: status, headers, body, expect } of errorCases.parse(fileOf(platform, 'errors.json')).cases)
    test(`${platform}: ${id}`, async (t) => {
      const text = typeof body === 'string' ? { text: body } : {};
      const { url } = await startProviderServer(t, () => ({ status, body, headers, ...text }));
      const client = new ProviderClient({ provider: platform, baseUrl: url, judge, attempts: 1 });
      const outcome = await client.send({ method: 'GET', path: 'x' }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (expect.code === 'ok') return assert.equal(outcome, undefined);
      if (expect.code === 'internal:split')
        return assert.equal(outcome instanceof ProviderFailure && outcome.outcome, 'too_large');
      assert.ok(outcome instanceof ProviderFailure, String(outcome));
      // What ledgers of deliveries keep: dead, or to be tried again.
      if (expect.code === 'ledger:dead') return assert.ok(['rejected', 'unsupported'].includes(outcome.outcome), outcome.outcome);
      if (expect.code === 'ledger:retry') return assert.equal(outcome.outcome, 'unavailable');
      for (const use of ['read', 'write'] as const) {
        const refusal = adPlatformErrorOf(outcome, { name: platform, use });
        const wanted = typeof expect.code === 'string' ? expect.code : expect.code[use];
        const wantedStatus = typeof expect.status === 'object' ? expect.status?.[use] : expect.status;
        assert.deepEqual([refusal.code, refusal.status], [wanted, wantedStatus]);
        if (expect.reconnect_required) assert.equal(refusal.extra['reconnect_required'], true);
        if (expect.retry_after_s !== undefined) assert.equal(refusal.retryAfterSeconds, expect.retry_after_s);
      }
    });
}

testErrors('meta', judgeMeta);

test('meta: recorded insights keep their cents', () => {
  const { response } = z.object({ response: meta.pageOf(meta.insight) }).parse(fileOf('meta', 'insights-recorded-page.json'));
  const rows = response.data.map(spendOf);
  assert.deepEqual(
    rows.map(({ spend, clicks }) => [spend, clicks]),
    [
      ['14.35', 9],
      ['8.53', 7],
    ],
  );
  assert.equal(response.paging?.next, undefined);
});

test('meta: pages without cents, and what is absent is 0', () => {
  const { pages } = z.object({ pages: z.array(meta.pageOf(meta.insight)) }).parse(fileOf('meta', 'insights-two-pages.json'));
  const rows = pages.flatMap(({ data }) => data.map(spendOf));
  assert.deepEqual(
    rows.map(({ spend, clicks }) => [spend, clicks]),
    [
      ['12990', 31],
      ['0', 0],
    ],
  );
});

test('meta: a recorded account, ad set and ad', () => {
  const { response } = z.object({ response: z.record(z.string(), z.unknown()) }).parse(fileOf('meta', 'account.json'));
  // The recording was shortened by the time zone.
  const account = accountOf(meta.account.parse({ timezone_name: 'America/Los_Angeles', ...response }));
  assert.deepEqual(
    [account.id, account.currency, account.status, account.hasWriteAccess],
    ['212551616838260', 'USD', 'active', undefined],
  );
  const sets = z.object({ response: meta.pageOf(meta.adSet) }).parse(fileOf('meta', 'ad-sets.json')).response.data;
  const set = sets.map((each) => adSetOf(each, 'USD'))[0];
  assert.deepEqual([set?.dailyBudget, set?.lifetimeBudget, set?.learning, set?.status], ['6', undefined, 'learning', 'archived']);
  const ads = z.object({ response: meta.pageOf(meta.ad) }).parse(fileOf('meta', 'ad.json')).response.data;
  const ad = ads.map(adOf)[0];
  assert.deepEqual([ad?.configuredStatus, ad?.effectiveStatus, ad?.creative?.id], ['active', 'archived', '23853666124230398']);
});

test('meta: welcome messages of ads that open a chat', () => {
  const shape = z.object({
    cases: z.array(
      z.object({
        page_welcome_message: z.string().nullable(),
        expect: z.object({
          greeting_status: z.string(),
          text: z.string().optional(),
          autofill: z.string().optional(),
          ice_breakers: z.number().default(0),
        }),
      }),
    ),
  });
  for (const { page_welcome_message: raw, expect } of shape.parse(fileOf('meta', 'welcome-messages.json')).cases) {
    const greeting = greetingOf(raw ?? undefined);
    assert.equal(greeting.status, expect.greeting_status);
    if (greeting.status !== 'found') continue;
    if (expect.text !== undefined) assert.equal(greeting.text, expect.text);
    assert.deepEqual([greeting.autofill, greeting.iceBreakers.length], [expect.autofill, expect.ice_breakers]);
  }
});

test("meta: budgets of every currency by Meta's own offset", () => {
  for (const { code = '', meta_offset: offset } of publicRows('ad-platforms', 'meta', 'given', 'currency-offsets.csv')) {
    assert.equal(budgetText(offset ?? '', code), '1', code);
    assert.equal(budgetUnits('1', code), BigInt(offset ?? ''), code);
  }
});

testErrors('google', judgeGoogle);

test('google: a stream in chunks keeps every millionth', () => {
  const { response } = z.object({ response: google.streamOf(google.spendRow) }).parse(fileOf('google', 'search-stream.json'));
  const rows = response.flatMap(({ results }) => results).map(googleSpendOf);
  assert.deepEqual(
    rows.map(({ adId, spend, clicks }) => [adId, spend, clicks]),
    [
      ['31', '1.23', 7],
      ['32', '0.000005', 0],
    ],
  );
});

testErrors('tiktok', judgeTikTok);

test('tiktok: a page of a report, with ids as numbers', () => {
  const page = tiktok.answerOf(tiktok.pageOf(tiktok.reportRow));
  const { response } = z.object({ response: page }).parse(fileOf('tiktok', 'report-page.json'));
  const rows = response.list.map(tiktokSpendOf);
  assert.deepEqual(
    rows.map(({ day, adId, campaignId, spend }) => [day, adId, campaignId, spend]),
    [
      ['2024-01-01', '11111111', '1714125042508817', '20.00'],
      ['2024-01-02', '11111111', '1714125042508817', '0.00'],
    ],
  );
});

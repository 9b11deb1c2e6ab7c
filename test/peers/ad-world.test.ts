// Documented bodies of ad platforms that are only read, against the clients: error bodies have the refusal that is expected of them, and pages of
// spend are read to the figures beside them, in the unit of the platform. They are read from PEER_DATA in place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { AdSpend } from '../../src/providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../src/providers/ad-platform-errors.ts';
import { judgeAmazon } from '../../src/providers/amazon-ads/errors.ts';
import * as amazon from '../../src/providers/amazon-ads/shapes.ts';
import { spendOf as amazonSpendOf } from '../../src/providers/amazon-ads/translate.ts';
import { openAiClient, openAiConversions } from '../../src/providers/conversions/openai.ts';
import { type Judgement, type ProviderAnswer, ProviderClient } from '../../src/providers/http/client.ts';
import { ProviderFailure } from '../../src/providers/http/failure.ts';
import { judgeOpenAi } from '../../src/providers/openai-ads/errors.ts';
import * as openAi from '../../src/providers/openai-ads/shapes.ts';
import { spendOf as openAiSpendOf } from '../../src/providers/openai-ads/translate.ts';
import { judgePinterest } from '../../src/providers/pinterest/errors.ts';
import * as pinterest from '../../src/providers/pinterest/shapes.ts';
import { spendOf as pinterestSpendOf } from '../../src/providers/pinterest/translate.ts';
import { judgeReddit } from '../../src/providers/reddit/errors.ts';
import * as reddit from '../../src/providers/reddit/shapes.ts';
import { accountOf as redditAccountOf, spendOf as redditSpendOf } from '../../src/providers/reddit/translate.ts';
import { judgeSnap } from '../../src/providers/snap/errors.ts';
import * as snap from '../../src/providers/snap/shapes.ts';
import { campaignOf as snapCampaignOf, spendOf as snapSpendOf } from '../../src/providers/snap/translate.ts';
import { startProviderServer } from '../fakes/provider-server.ts';
import { publicText } from './public-data.ts';

const fileOf = (platform: string, name: string): unknown => JSON.parse(publicText('ad-platforms', platform, 'given', name));

const errorCases = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      http_status: z.number(),
      headers: z.record(z.string(), z.string()).default({}),
      body: z.unknown(),
      expect: z.object({
        code: z.string(),
        status: z.number().nullable(),
        reconnect_required: z.boolean().default(false),
        retry_after_s: z.number().optional(),
      }),
    }),
  ),
});

/** Those of conversions, of orders that run and of reports that failed are in other tests. */
function testErrors(platform: string, name: string, judge: (answer: ProviderAnswer) => Judgement | undefined): void {
  const { cases } = errorCases.parse(fileOf(platform, name));
  for (const { id, http_status: status, headers, body, expect } of cases.filter(
    ({ id }) => !/capi|events|425|failed|403-write|404-feature/.test(id),
  ))
    test(`${platform}: ${id}`, async (t) => {
      const text = typeof body === 'string' ? { text: body } : {};
      const { url } = await startProviderServer(t, () => ({ status, body, headers, ...text }));
      const client = new ProviderClient({ provider: platform, baseUrl: url, judge, attempts: 1 });
      const failure: unknown = await client.send({ method: 'GET', path: 'x' }).catch((error: unknown) => error);
      assert.ok(failure instanceof ProviderFailure, String(failure));
      const refusal = adPlatformErrorOf(failure, { name: platform, use: 'read' });
      assert.deepEqual([refusal.code, refusal.status], [expect.code, expect.status]);
      if (expect.reconnect_required) assert.equal(refusal.extra['reconnect_required'], true);
      if (expect.retry_after_s !== undefined) assert.equal(refusal.retryAfterSeconds, expect.retry_after_s);
    });
}

const pagesOf = <Body extends z.ZodType>(body: Body) =>
  z.object({
    pages: z.array(z.object({ body })),
    restated_pages: z.array(z.object({ body })),
    expect: z.object({
      rows_first: z.array(z.object({ object_id: z.string(), date: z.string(), spend: z.string(), clicks: z.number() })),
      spend_total_first: z.string(),
    }),
  });

type Expected = { object_id: string; date: string; spend: string; clicks: number };
const line = (day: string, id: string | undefined, spend: string, clicks: number | undefined): string =>
  `${day} ${id} ${Number(spend)} ${clicks}`;

function sameRows(rows: readonly AdSpend[], expected: readonly Expected[]): void {
  assert.deepEqual(
    rows.map(({ day, adId, campaignId, spend, clicks }) => line(day, adId ?? campaignId, spend, clicks)),
    expected.map(({ date, object_id, spend, clicks }) => line(date, object_id, spend, clicks)),
  );
}

testErrors('reddit', 'errors-read.json', judgeReddit);

test('reddit: spend in millionths, page by page', () => {
  const { pages, expect } = pagesOf(reddit.reportPageOf(reddit.reportRow)).parse(fileOf('reddit', 'spend-pages.json'));
  sameRows(pages.flatMap(({ body }) => body.rows).map(redditSpendOf), expect.rows_first);
  assert.deepEqual(
    pages.map(({ body }) => body.next !== undefined),
    [true, false],
  );
});

test('reddit: accounts by business, a suspended one among them', () => {
  const shape = z.object({ calls: z.array(z.object({ path: z.string(), body: z.unknown() })) });
  const { calls } = shape.parse(fileOf('reddit', 'catalogue-pages.json'));
  const { rows } = reddit.pageOf(reddit.account).parse(calls.find(({ path }) => path.endsWith('/ad_accounts'))?.body);
  assert.deepEqual(
    rows.map(redditAccountOf).map(({ id, status, statusReason }) => [id, status, statusReason]),
    [
      ['a2_g1', 'active', undefined],
      ['a2_g2', 'disabled', 'POLICY'],
    ],
  );
});

testErrors('pinterest', 'errors.json', judgePinterest);

test('pinterest: spend in millionths, in a bare list', () => {
  const { pages, expect } = pagesOf(pinterest.rows).parse(fileOf('pinterest', 'spend-sync.json'));
  sameRows(pages.flatMap(({ body }) => body).map(pinterestSpendOf), expect.rows_first);
});

testErrors('snap', 'errors.json', judgeSnap);

test('snap: spend in millionths, days with the offset of the day, swipes as clicks', () => {
  const { pages, expect } = pagesOf(snap.reports).parse(fileOf('snap', 'spend-pages.json'));
  const rows = pages.flatMap(({ body }) => body.rows).flatMap(({ inner }) => (inner ? snapSpendOf(inner) : []));
  sameRows(rows, expect.rows_first);
});

test('snap: wrapped objects', () => {
  const shape = z.object({ calls: z.array(z.object({ path: z.string(), body: z.unknown() })) });
  const { calls } = shape.parse(fileOf('snap', 'catalogue-pages.json'));
  const { rows } = snap.campaigns.parse(calls.find(({ path }) => path.endsWith('/campaigns'))?.body);
  const found = rows.flatMap(({ inner }) => (inner ? snapCampaignOf(inner) : []));
  assert.deepEqual(
    found.map(({ status, dailyBudget }) => [status, dailyBudget]),
    [['active', '50']],
  );
  const { rows: organizations } = snap.organizations.parse(calls.find(({ path }) => path.endsWith('/organizations'))?.body);
  assert.deepEqual(
    organizations.map(({ status, inner }) => [status, inner?.ad_accounts?.length]),
    [
      ['SUCCESS', 1],
      ['ERROR', undefined],
    ],
  );
});

testErrors('amazon', 'errors.json', judgeAmazon);

test('amazon: spend in whole units, rows in any order', () => {
  const shape = z.object({
    calls: z.array(z.object({ gunzipped: amazon.rows.optional() })),
    expect: pagesOf(z.unknown()).shape.expect,
  });
  const { calls, expect } = shape.parse(fileOf('amazon', 'spend-report.json'));
  sameRows(calls.flatMap(({ gunzipped }) => gunzipped ?? []).map(amazonSpendOf), expect.rows_first);
});

testErrors('openai', 'errors.json', judgeOpenAi);

test('openai: spend in whole units, by days of the zone, and only has_more ends the pages', () => {
  const { pages, expect } = pagesOf(openAi.pageOf(openAi.insight)).parse(fileOf('openai', 'spend-pages.json'));
  sameRows(
    pages.flatMap(({ body }) => body.data).map((row) => openAiSpendOf(row, 'America/New_York')),
    expect.rows_first,
  );
  assert.deepEqual(
    pages.map(({ body }) => [body.has_more, body.last_id !== undefined]),
    [
      [true, true],
      [true, true],
      [false, true],
    ],
  );
});

test('openai: events of conversions, with whole minor units and pages without their query', () => {
  const shape = z.object({
    person: z.any(),
    cases: z.array(z.object({ id: z.string(), neutral: z.any().optional(), expect_event: z.unknown().optional() })),
  });
  const { person, cases } = shape.parse(fileOf('openai', 'conversions.json'));
  const kind = openAiConversions(openAiClient({ baseUrl: 'http://127.0.0.1:1' }));
  for (const { id, neutral, expect_event } of cases.filter((each) => each.expect_event !== undefined)) {
    const built = kind.build({ kind: 'conversion', ...neutral, person }, { targetId: 'pixel' }, 'standard');
    assert.ok('payload' in built, id);
    assert.deepEqual(built.payload.body, expect_event, id);
  }
});

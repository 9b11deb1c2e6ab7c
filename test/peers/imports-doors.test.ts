// The given files of 48 layouts through the command `import`: what the reader reads right is written or refused, and a second import adds nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { createApiKey } from '../../src/account/keys/index.ts';
import { projectRoot } from '../../src/base/kit/paths.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { commands } from '../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../harness.ts';

const GIVEN = resolve(projectRoot, process.env['IMPORT_CASES'] ?? '../shared/cases/imports/given');
const list = z.array(z.unknown()).default([]);
const cases = z
  .object({
    files: z.array(
      z.object({
        file: z.string(),
        told: z.record(z.string(), z.string()).nullish(),
        expect: z.looseObject({
          sales: list,
          refunds: list,
          reversals: list,
          won_back: list,
          receipts: list,
          deals: list,
          spend: list,
          events: list,
          outcomes: list,
          aggregates: z.array(z.looseObject({})).default([]),
          refuse: z.string().optional(),
          ask: z.array(z.string()).optional(),
          total: z.record(z.string(), z.string()).default({}),
        }),
      }),
    ),
    pairs: z.array(z.object({ files: z.array(z.string()), total_together: z.record(z.string(), z.string()) })),
  })
  .parse(JSON.parse(readFileSync(join(GIVEN, 'expected.json'), 'utf8')));

const refund = z.object({ line: z.number(), currency: z.string(), amount: z.string() });
const answer = z.object({
  files: z.array(
    z.object({
      counts: z.record(z.string(), z.number()),
      sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
      created: z.number(),
      known: z.number(),
      not_taken: z.object({ rows: z.number(), first: z.array(z.object({ line: z.number(), words: z.string() })) }),
    }),
  ),
});

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2027-01-15T12:00:00Z', installation: { domain: 'shop.example' } });
});
after(() => app.close());

const KINDS = {
  sales: 'sale',
  refunds: 'refund',
  deals: 'deal',
  spend: 'spend',
  events: 'event',
  outcomes: 'outcome',
  aggregates: 'aggregate',
} as const;
const millionths = (amount: string): number => Math.round(Number(amount) * 1_000_000);

test('every given file is imported once, or refused in words', async (t) => {
  for (const { file, told, expect } of cases.files)
    await t.test(file, async () => {
      const args = {
        files: [join(GIVEN, file)],
        timezone: told?.['profile_zone'],
        currency: told?.['profile_currency'],
        account: String(1000 + cases.files.findIndex((each) => each.file === file)),
      };
      const run = async () => answer.parse(await commands.import(app.base, args, () => undefined)).files[0];
      const hasPartsOfDays = expect.aggregates.some((each) => Object.hasOwn(each, 'source'));
      if (expect.refuse || expect.ask || expect.receipts.length > 0 || hasPartsOfDays) {
        const seq = app.base.journal.lastSeq(app.profileId);
        await assert.rejects(run, /Nothing was written\.$/);
        assert.equal(app.base.journal.lastSeq(app.profileId), seq);
        return;
      }
      const taken = await run();
      assert.ok(taken);
      for (const [name, kind] of Object.entries(KINDS))
        assert.equal(taken.counts[kind] ?? 0, expect[name as keyof typeof KINDS].length, name);
      const sums: Record<string, number> = {};
      for (const { currency, amount } of taken.sums) sums[currency] = (sums[currency] ?? 0) + millionths(amount);
      // The total is of all rows of the file, the sums of those that are taken: a refund that names no sale is not.
      const lines = new Set(taken.not_taken.first.map(({ line }) => line));
      for (const { line, currency, amount } of refund.array().parse(expect.refunds))
        if (lines.has(line)) sums[currency] = (sums[currency] ?? 0) - millionths(amount);
      if (expect.events.length === 0 && expect.outcomes.length === 0)
        for (const [currency, amount] of Object.entries(expect.total))
          assert.equal(sums[currency] ?? 0, millionths(amount), currency);
      for (const { words } of taken.not_taken.first) assert.match(words, /^It names no sale/);
      const again = await run();
      assert.deepEqual([again?.created, again?.known], [0, taken.created + taken.known]);
    });
});

test('two files of one shop come to the same figures in either order, each imported twice', async () => {
  const told = new Map(cases.files.map((each) => [each.file, each.told]));
  for (const [number, { files, total_together }] of cases.pairs.entries())
    for (const order of [files, [...files].reverse()]) {
      const [currency = ''] = Object.keys(total_together);
      const { profile_id: profileId } = initInstallation(app.base, {
        email: `pair${number}${order[0]}@owner.example`,
        workspace: `Pair ${number} ${order[0]}`,
        profile: 'Main',
        currency,
        timezone: told.get(files[0] ?? '')?.['profile_zone'] ?? 'UTC',
        domain: 'shop.example',
      });
      for (const file of [...order, ...order])
        await commands.import(app.base, { files: [join(GIVEN, file)], profile_id: profileId, wait: true }, () => undefined);
      const key = createApiKey(app.base, { profileId, name: 'reader', scopes: ['analytics:read'], actor: 'system' });
      const { data } = (await app.api(key.secret).get('/completeness', { date_from: '2026-01-01', date_to: '2026-12-31' })).body;
      const right = millionths(total_together[currency] ?? '');
      assert.deepEqual([millionths(data.counted), millionths(data.maybe_twice.amount)], [right, 0], order.join(', '));
    }
});

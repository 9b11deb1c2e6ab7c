// Spend from files: days replaced as a whole, bad rows told by line, and a second run that adds nothing; on real stores.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import type { SpendBody } from '../../../src/collect/events/event-body.ts';
import type { BackfillReport } from '../../../src/collect/events/load/file-load.ts';
import { backfillSpend } from '../../../src/collect/spend/backfill.ts';

const PROFILE = '6f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11';
const HEADER =
  'platform,account_id,day,currency,campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name,spend,impressions,clicks';

interface World {
  load(content: string | Buffer, options?: Partial<Parameters<typeof backfillSpend>[1]>): Promise<BackfillReport>;
  days(): SpendBody[];
}

async function world(t: TestContext): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-spend-'));
  const config = readConfig({ dataDir: join(folder, 'data'), logLevel: 'silent', ballastMb: 0 }, {});
  const base = await openBase(config, { clock: fakeClock('2026-10-01T00:00:00Z') });
  t.after(async () => {
    await closeBase(base);
    rmSync(folder, { recursive: true, force: true });
  });
  base.state.keys.create(PROFILE);
  return {
    load: (content, options = {}) => {
      const file = join(folder, 'spend');
      writeFileSync(file, content);
      return backfillSpend(base, { profileId: PROFILE, file, ...options });
    },
    days: () => base.journal.read(PROFILE, 0n, 1_000).map((fact) => JSON.parse(fact.body) as SpendBody),
  };
}
const counts = ({ rows, accepted, duplicates, rejected }: BackfillReport): number[] => [rows, accepted, duplicates, rejected];

test('backfillSpend', async (t) => {
  const w = await world(t);
  const rows = [
    'Meta,act1,2026-07-01,usd,c1,Spring,s1,,a1,Shoes,10.50,100,3',
    'google,g1,2026-07-01,USD,c9,,,,,,7.123456,,',
    'Meta,act1,2026-07-02,USD,c1,Spring,s1,,a1,Shoes,11,90,2',
    'meta,act1,2026-07-01,USD,c1,Spring,s1,,a2,Hats,0.25,10,0',
  ];
  const content = [HEADER, ...rows].join('\n');
  await t.test('gathers rows by platform, account and day, wherever they stand in the file', async () => {
    assert.deepEqual(counts(await w.load(content)), [4, 4, 0, 0]);
    assert.deepEqual(
      w
        .days()
        .map(({ platform, account_id, day, currency, rows: kept }) => [
          platform,
          account_id,
          day,
          currency,
          kept.map((row) => row.spend),
        ]),
      [
        ['meta', 'act1', '2026-07-01', 'USD', ['10.5', '0.25']],
        ['google', 'g1', '2026-07-01', 'USD', ['7.123456']],
        ['meta', 'act1', '2026-07-02', 'USD', ['11']],
      ],
    );
    assert.deepEqual(w.days()[0]?.rows[0], {
      campaign_id: 'c1',
      campaign_name: 'Spring',
      adset_id: 's1',
      ad_id: 'a1',
      ad_name: 'Shoes',
      spend: '10.5',
      impressions: 100,
      clicks: 3,
    });
  });
  await t.test('the same file again is answered at once', async () => {
    const again = await w.load(content);
    assert.deepEqual([again.already_loaded, ...counts(again)], [true, 4, 0, 4, 0]);
  });
  await t.test('days that say the same in another form or order are not written again', async () => {
    const records = [...rows].reverse().map((row) => {
      const fields = row.split(',');
      return JSON.stringify(
        Object.fromEntries(HEADER.split(',').map((name, i) => [name, name === 'spend' ? Number(fields[i]) : fields[i]])),
      );
    });
    const report = await w.load(gzipSync(records.join('\n')));
    assert.deepEqual([report.format, report.already_loaded, ...counts(report)], ['ndjson', false, 4, 0, 4, 0]);
    assert.equal(w.days().length, 3);
  });
  await t.test('a changed day is asked about, and replaces the whole day', async () => {
    const changed = [HEADER, rows[0], rows[2]].join('\n');
    await assert.rejects(w.load(changed), /2026-07-01 \(meta account act1\).*Say what the file is/);
    assert.deepEqual(counts(await w.load(changed, { onConflict: 'replace' })), [2, 1, 1, 0]);
    assert.deepEqual(
      w
        .days()
        .at(-1)
        ?.rows.map((row) => row.ad_id),
      ['a1'],
    );
  });
  await t.test('rows of the same ad and day add up, exactly', async () => {
    const row = 'x,x1,2026-07-03,USD,c,,,,,,0.1,1,';
    await w.load([HEADER, row, row, row].join('\n'));
    assert.deepEqual(w.days().at(-1)?.rows, [{ campaign_id: 'c', spend: '0.3', impressions: 3 }]);
  });
});

test('backfillSpend lists bad rows and loads the rest', async (t) => {
  const w = await world(t);
  const content = [
    `${HEADER},mood`,
    'meta,act1,2026-02-30,USD,c1,,,,,,1,,,',
    'meta,act1,2026-07-01,USD,c1,,,,,,,,,',
    'meta,act1,2026-07-01,USD,c1,,,,,,-1,,,',
    'meta,act1,2026-07-01,USD,c1,,,,,,1.1234567,,,',
    'meta,act1,2026-07-01,XXQ,c1,,,,,,1,,,',
    ',act1,2026-07-01,USD,c1,,,,,,1,,,',
    'meta,,2026-07-01,USD,c1,,,,,,1,,,',
    'meta,act1,2026-07-01,USD,c1,,,,,,1,many,,',
    'meta,act1,2026-07-01,USD,c1,,,,,,1,,,fine',
    'meta,act1,2026-07-01,EUR,c1,,,,,,1,,,',
    'meta,act1',
    'meta,act1,2027-07-01,USD,c1,,,,,,1,,,',
  ].join('\n');
  const report = await w.load(content);
  assert.deepEqual(counts(report), [12, 1, 0, 11]);
  assert.deepEqual(report.unknown_columns, ['mood']);
  const expected: [number, RegExp][] = [
    [2, /^day/],
    [3, /^spend/],
    [4, /^spend.*negative/],
    [5, /^spend.*6 decimals/],
    [6, /^currency/],
    [7, /^platform.*required/],
    [8, /^account_id.*required/],
    [9, /^impressions/],
    [11, /^currency: EUR, but line 10 has the same account and day in USD/],
    [12, /has 2 fields/],
    [13, /^day/],
  ];
  assert.deepEqual(
    report.errors.map(({ line }) => line),
    expected.map(([line]) => line),
  );
  for (const [i, [, reason]] of expected.entries()) assert.match(report.errors[i]?.reason ?? '', reason);
  assert.equal(w.days().length, 1);
  await t.test('a file without its columns is refused whole', async () => {
    await assert.rejects(w.load('platform,day,spend\nmeta,2026-07-01,1\n'), /Missing: account_id, currency/);
  });
  await t.test('a file that breaks off is refused whole: part of a day is no day', async () => {
    const rows = Array.from({ length: 6_000 }, (_, i) => `meta,act9,2026-07-01,USD,c${i}-${(i * 7_919) % 6_007},,,,,,1,,`);
    const whole = gzipSync([HEADER, ...rows].join('\n'));
    await assert.rejects(w.load(whole.subarray(0, whole.length - 2_000)), /to its end.*Nothing of it is written/);
    assert.equal(w.days().length, 1);
  });
  await t.test('a dry run writes nothing', async () => {
    assert.deepEqual(counts(await w.load(`${HEADER}\nmeta,act2,2026-07-01,USD,c1,,,,,,1,,\n`, { dryRun: true })), [1, 1, 0, 0]);
    assert.equal(w.days().length, 1);
  });
});

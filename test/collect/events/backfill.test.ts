// Events from files: every form, bad rows, and a second run that adds nothing; on real stores.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Base } from '../../../src/base/base.ts';
import { readConfig } from '../../../src/base/config/config.ts';
import { type Fact, JournalRefusal } from '../../../src/base/journal/journal.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { UnusableFile } from '../../../src/base/rows/row-file.ts';
import type { EventBody } from '../../../src/collect/events/event-body.ts';
import { backfillEvents } from '../../../src/collect/events/load/backfill.ts';
import type { BackfillOptions, BackfillReport, LoadBase } from '../../../src/collect/events/load/file-load.ts';
import { normaliseIdentifier, stitch } from '../../../src/collect/identity/index.ts';
import { zip } from '../payments/workbook.ts';

const PROFILE = '6f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11';

interface World {
  base: Base;
  folder: string;
  file(name: string, content: string | Buffer): string;
  load(name: string, content: string | Buffer, options?: Partial<BackfillOptions>): Promise<BackfillReport>;
  facts(): (Fact & { event: EventBody })[];
}

async function world(t: TestContext): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-backfill-'));
  const config = readConfig({ dataDir: join(folder, 'data'), logLevel: 'silent', ballastMb: 0 }, {});
  const base = await openBase(config, { clock: fakeClock('2026-10-01T00:00:00Z') });
  t.after(async () => {
    await closeBase(base);
    rmSync(folder, { recursive: true, force: true });
  });
  base.state.keys.create(PROFILE);
  const file = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    base,
    folder,
    file,
    load: (name, content, options = {}) => backfillEvents(base, { profileId: PROFILE, file: file(name, content), ...options }),
    facts: () => base.journal.read(PROFILE, 0n, 10_000).map((fact) => ({ ...fact, event: JSON.parse(fact.body) as EventBody })),
  };
}

const COLUMNS = 'event_id,anonymous_id,occurred_at,event_type,idempotency_key,value_amount,currency';
const VIEWS = [
  'e1,b1,2026-07-01T10:00:00Z,page_view,,,',
  'e2,b1,2026-07-01 10:05:00.250000Z,page_view,,,',
  'p1,b1,1782900000,payment_received,k1,19.9000,USD',
];
const CSV = `${[COLUMNS, ...VIEWS].join('\n')}\n`;
const NDJSON = [
  { event_id: 'e1', anonymous_id: 'b1', occurred_at: '2026-07-01T10:00:00Z', event_type: 'page_view' },
  { event_id: 'e2', anonymous_id: 'b1', occurred_at: '2026-07-01T12:05:00.25+02:00', event_type: 'page_view', currency: null },
  {
    event_id: 'p1',
    anonymous_id: 'b1',
    occurred_at: 1782900000,
    event_type: 'payment_received',
    idempotency_key: 'k1',
    value_amount: '19.9000',
    currency: 'USD',
  },
]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join('');
const IMPORTED = {
  rows: 3,
  accepted: 3,
  duplicates: 0,
  rejected: 0,
  errors: [],
  unknown_columns: [],
  already_loaded: false,
  dry_run: false,
  outcomes: [{ event_type: 'payment_received', events: 1, money: [{ currency: 'USD', amount: '19.9' }] }],
};

/** What a fact says, without what depends on when and where it was written. */
const essence = (fact: Fact): unknown => [
  fact.eventType,
  fact.occurredAt,
  fact.dedupeHash,
  fact.anonymousToken,
  fact.trust,
  fact.body,
];

test('backfillEvents reads every form alike', async (t) => {
  const w = await world(t);
  assert.deepEqual(await w.load('a', CSV), { format: 'csv', ...IMPORTED });
  const first = w.facts().map(essence);
  assert.deepEqual(
    w
      .facts()
      .map((fact) => [fact.trust, fact.eventType, new Date(fact.occurredAt / 1000).toISOString(), fact.event.value_amount]),
    [
      ['server', 'page_view', '2026-07-01T10:00:00.000Z', undefined],
      ['server', 'page_view', '2026-07-01T10:05:00.250Z', undefined],
      ['server', 'payment_received', '2026-07-01T10:00:00.000Z', '19.9000'],
    ],
  );
  const again = { ...IMPORTED, accepted: 2, duplicates: 1 };
  let seen = 3;
  const same = async (name: string, content: Buffer | string, format: string): Promise<void> => {
    assert.deepEqual(await w.load(name, content), { format, ...again });
    assert.deepEqual(w.facts().slice(seen).map(essence), first.slice(0, 2));
    seen = w.facts().length;
  };
  await t.test('CSV, gzipped, whatever its name', () => same('b.txt', gzipSync(CSV), 'csv'));
  await t.test('CSV with a byte order mark, CRLF and other columns’ order', () =>
    same('c.csv', `\ufeff${[COLUMNS, ...VIEWS].map((line) => line.split(',').reverse().join(',')).join('\r\n')}`, 'csv'),
  );
  await t.test('lines of JSON', () => same('d', NDJSON, 'ndjson'));
  await t.test('lines of JSON, gzipped', () => same('e', gzipSync(NDJSON), 'ndjson'));

  const parquet = join(w.base.warehouse.landingFolder(PROFILE), 'made.parquet');
  await w.base.warehouse.convert(PROFILE, [
    {
      sql: `copy (
              select event_id, anonymous_id, case event_id when 'p1' then timestamptz '2026-07-01 10:00:00+00' else moment end as occurred_at,
                event_type, idempotency_key, value_amount, currency
              from (values
                ('e1', 'b1', timestamptz '2026-07-01 10:00:00+00', 'page_view', null, null, null),
                ('e2', 'b1', timestamptz '2026-07-01 10:05:00.25+00', 'page_view', null, null, null),
                ('p1', 'b1', null, 'payment_received', 'k1', 19.9000::decimal(18, 4), 'USD')
              ) as t (event_id, anonymous_id, moment, event_type, idempotency_key, value_amount, currency)
            ) to '${parquet}' (format parquet)`,
    },
  ]);
  const bytes = readFileSync(parquet);
  await t.test('Parquet', () => same('f', bytes, 'parquet'));
  await t.test('Parquet, gzipped', () => same('g', gzipSync(bytes), 'parquet'));
});

test('backfillEvents takes every column', async (t) => {
  const w = await world(t);
  const row = {
    event_id: 'e1',
    anonymous_id: 'b1',
    occurred_at: '2026-07-01T10:00:00Z',
    event_type: 'page_view',
    event_name: 'Home',
    url: 'https://shop.example/a?utm_source=x',
    referrer: 'https://www.google.com/',
    page_title: 'A',
    engaged_seconds: '12.5',
    idempotency_key: 'k',
    value_amount: '9007199254.740993',
    currency: 'eur',
    deal_id: 'D1',
    installment_of: 'k0',
    external_id: 'C1',
    crm_contact_id: 'H1',
    national_id: '12.345.678-5',
    email: 'Ana@Example.com',
    phone: '961234567',
    first_name: 'Ana',
    last_name: 'Pérez',
    country: 'CL',
    utm_source: 'news',
    utm_medium: 'email',
    utm_campaign: 'july',
    user_agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    ip: '192.0.2.1',
    gclid: 'Cj0_abcDEF123',
    fbclid: 'IwAR_1234567890',
    platform: 'meta',
    campaign_id: '1',
    adset_id: '2',
    ad_id: '3',
    properties: '{"plan":"pro"}',
    action_source: 'website',
  };
  const report = await w.load('a', JSON.stringify(row));
  assert.deepEqual([report.accepted, report.errors, report.unknown_columns], [1, [], []]);
  const [fact] = w.facts();
  const event = fact?.event;
  assert.equal(event?.value_amount, '9007199254.740993');
  assert.equal(event?.currency, 'EUR');
  assert.deepEqual(event?.click_ids, { fbclid: 'IwAR_1234567890', gclid: 'Cj0_abcDEF123' });
  assert.equal(event?.origin.utm_source, 'news', 'a column wins over the page');
  assert.deepEqual([event?.origin.platform, event?.origin.campaign_id, event?.origin.ad_id], ['meta', '1', '3']);
  assert.deepEqual(event?.properties, { plan: 'pro' });
  assert.equal(event?.device, 'mobile');
  assert.equal(event?.engaged_ms, 12_500);
  assert.equal(event?.country, 'CL');
  assert.ok(event?.deal_key && event.installment_of_key && event.outcome_key && event.has_page);
  assert.deepEqual(
    event?.identifiers?.map((i) => i.type),
    ['external_id', 'crm_contact_id', 'national_id', 'email', 'phone'],
  );
  await stitch(w.base, PROFILE);
  const kept = w.base.state.db.prepare('select type, value from identifiers order by type').all() as {
    type: string;
    value: string;
  }[];
  assert.deepEqual(
    kept.map(({ type, value }) => `${type} ${value}`),
    [
      'crm_contact_id H1',
      'email ana@example.com',
      'external_id C1',
      'national_id null',
      `phone ${normaliseIdentifier('phone', '961234567', 'CL').value}`,
    ],
  );
});

test('backfillEvents lists bad rows and loads the rest', async (t) => {
  const w = await world(t);
  const rows = [
    'event_id,occurred_at,event_type,idempotency_key,value_amount,currency,email,properties,shoe_size,mood',
    'ok1,2026-07-01,a,,,,,"{""text"":\n""two lines""}",42,',
    'x1,2026-02-30,a,,,,,,,',
    'x2,,a,,,,,,,',
    'x3,2026-07-01,,,,,,,,',
    'x4,2026-07-01,a,,5,USD,,,,',
    'x5,2026-07-01,a,k5,5.1234567,USD,,,,',
    'x6,2026-07-01,a,k6,5,XXQ,,,,',
    'x7,2026-07-01,a,k7,-5,USD,,,,',
    'x8,2026-07-01,a,,,,,[1],,',
    'x9,2026-07-01,a,,,,,{oops,,',
    'x10,2026-07-01,a',
    'x11,2026-07-01,"a,,,,,,,',
    'x12,2026-07-01,a,,,,nobody,,,',
    'ok2,2026-07-01T00:00:00.000001Z,a,k1,5,USD,,,,',
    'x13,2026-07-01,a,k1,6,USD,,,,',
    '',
  ];
  const rejectFile = join(w.folder, 'rejects.ndjson');
  const report = await w.load('a.csv', rows.join('\n'), { rejectFile });
  assert.deepEqual(report.unknown_columns, ['shoe_size', 'mood']);
  assert.deepEqual([report.rows, report.accepted, report.rejected], [15, 3, 12]);
  const expected: [number, RegExp][] = [
    [4, /^occurred_at.*not a time/],
    [5, /^occurred_at.*required/],
    [6, /^event_type.*required/],
    [7, /^idempotency_key.*required/],
    [8, /^value_amount: .*6 decimals/],
    [9, /^currency: .*4217/],
    [10, /^value_amount: .*negative/],
    [11, /^properties.*no JSON object/],
    [12, /^properties.*no JSON/],
    [13, /^has 3 fields, the header has 10$/],
    [14, /^a quote is opened and never closed$/],
    [17, /^idempotency_key.*other content/],
  ];
  assert.deepEqual(
    report.errors.map(({ line }) => line),
    expected.map(([line]) => line),
  );
  for (const [i, [, reason]] of expected.entries()) assert.match(report.errors[i]?.reason ?? '', reason);
  await t.test('an identifier that identifies nobody is no bad row', () => {
    assert.deepEqual(w.facts()[1]?.event.flags, ['refused_email']);
  });
  await t.test('the reject file holds them all, with the row', () => {
    const lines = readFileSync(rejectFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; reason: string; row?: Record<string, string> });
    assert.equal(lines.length, 12);
    assert.equal(lines.find((row) => row.line === 4)?.row?.['event_id'], 'x1');
  });
  await t.test('the first hundred are listed, all are counted', async () => {
    const many = await w.load('b.csv', `event_id,occurred_at,event_type\n${'e,never,a\n'.repeat(250)}`);
    assert.deepEqual([many.rejected, many.errors.length, many.errors[99]?.line], [250, 100, 101]);
  });
});

test('backfillEvents takes no bytes that are not UTF-8', async (t) => {
  const w = await world(t);
  const people = (...ids: string[]): Buffer =>
    Buffer.from(`external_id,occurred_at,event_type\n${ids.map((id) => `${id},2026-07-01,a\n`).join('')}`, 'latin1');
  const notUtf8 = 'is not UTF-8; save the file as UTF-8';
  await t.test('such rows of a CSV are told by line, the rest is loaded', async () => {
    const report = await w.load('a.csv', people('Mueller', 'M\xfcller', 'M\xf6ller', 'Moeller'));
    assert.deepEqual([report.accepted, report.rejected], [2, 2]);
    assert.deepEqual(report.errors, [
      { line: 3, reason: notUtf8 },
      { line: 4, reason: notUtf8 },
    ]);
  });
  await t.test('such lines of JSON, too', async () => {
    const row = (id: string): string => `${JSON.stringify({ external_id: id, occurred_at: '2026-07-01', event_type: 'a' })}\n`;
    const content = Buffer.concat([Buffer.from(row('M\xfcller'), 'latin1'), Buffer.from(row('M\xfcller'))]);
    const report = await w.load('b', content);
    assert.deepEqual([report.accepted, report.errors], [1, [{ line: 1, reason: notUtf8 }]]);
  });
  await t.test('a sign cut by the reader’s chunks is whole', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `2026-07-01,a,${i}${'“é”'.repeat(160)}`);
    const report = await w.load('c', ['occurred_at,event_type,page_title', ...many].join('\n'), { dryRun: true });
    assert.deepEqual([report.accepted, report.errors], [300, []]);
  });
  await t.test('of the header they refuse the file', async () => {
    const content = Buffer.from('occurred_at,event_type,gr\xf6sse\n2026-07-01,a,1\n', 'latin1');
    await assert.rejects(w.load('d', content), { message: `The header ${notUtf8}.` });
  });
  await t.test('UTF-16 is refused as that', async () => {
    const little = Buffer.from(`\ufeff${CSV}`, 'utf16le');
    await assert.rejects(w.load('e', little), { message: 'The file is UTF-16 text; save it as UTF-8.' });
    await assert.rejects(w.load('f', gzipSync(little.swap16())), /UTF-16/);
  });
  await t.test('a damaged spreadsheet and other bytes are refused without showing them', async () => {
    await assert.rejects(w.load('g', Buffer.from('PK\x03\x04\x14\x00', 'latin1')), /\.xlsx/);
    await assert.rejects(w.load('h', Buffer.from('\x7fELF\x02\x01\x01\x00', 'latin1')), /it is no text\.$/);
  });
  await t.test('forms of spreadsheet programs that are not read are named', async () => {
    const old = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00', 'latin1');
    const open = zip(['mimetype', 'content.xml', 'META-INF/manifest.xml'].map((name) => ({ name, text: '<a/>' })));
    const cases: [file: string, content: string | Buffer, words: RegExp][] = [
      ['i.xls', old, /^The file is an old or a locked Excel file\. Save it as \.xlsx/],
      ['j.xls', '<html><body><table><tr><td>"a"</td></tr></table></body></html>', /^The file is a web page or XML/],
      ['k.xls', '<?xml version="1.0"?>\n<Workbook/>', /^The file is a web page or XML/],
      ['l.ods', open, /^The file is an OpenDocument spreadsheet \(\.ods\)\. Save it as \.xlsx/],
    ];
    for (const [file, content, words] of cases) await assert.rejects(w.load(file, content), { message: words });
  });
});

test('backfillEvents run twice adds nothing', async (t) => {
  const w = await world(t);
  const content = [
    'occurred_at,event_type,anonymous_id,event_id,idempotency_key',
    '2026-07-01,view,b1,,',
    '2026-07-01,view,b1,,',
    '2026-07-01,view,b2,,',
    '2026-07-01,view,b1,,',
    '2026-07-02,view,b1,e1,',
    '2026-07-02,sale,b1,,k1',
  ].join('\n');
  const first = await w.load('a.csv', content);
  assert.deepEqual([first.rows, first.accepted, first.duplicates], [6, 6, 0]);
  const hashes = w.facts().map((fact) => fact.dedupeHash);
  await t.test('equal rows stay apart, and each has an identity', () => {
    assert.equal(new Set(hashes.slice(0, 5)).size, 5);
    assert.ok(hashes.slice(0, 5).every((hash) => hash !== null));
    assert.equal(hashes[5], null, 'the journal knows the key');
  });
  await t.test('a file loaded to its end is answered at once', async () => {
    const again = await w.load('another-name', content);
    assert.deepEqual([again.already_loaded, again.rows, again.accepted, again.duplicates], [true, 6, 0, 6]);
    assert.equal(w.facts().length, 6);
  });
  await t.test('by force it is read again, under the same identities', async () => {
    const forced = await w.load('a.csv', content, { force: true });
    assert.deepEqual([forced.already_loaded, forced.accepted, forced.duplicates], [false, 5, 1]);
    assert.deepEqual(
      w
        .facts()
        .slice(6)
        .map((fact) => fact.dedupeHash),
      hashes.slice(0, 5),
    );
  });
  await t.test('another profile knows nothing of it', async () => {
    const other = '00000000-0000-4000-8000-000000000001';
    w.base.state.keys.create(other);
    const report = await backfillEvents(w.base, { profileId: other, file: join(w.folder, 'a.csv') });
    assert.deepEqual([report.already_loaded, report.accepted], [false, 6]);
  });
});

test('backfillEvents dry run writes and remembers nothing', async (t) => {
  const w = await world(t);
  const report = await w.load('a.csv', `${CSV}e9,b,never,page_view,,,\n`, { dryRun: true });
  assert.deepEqual([report.dry_run, report.accepted, report.rejected], [true, 3, 1]);
  assert.equal(w.base.journal.lastSeq(PROFILE), 0n);
  assert.equal((await w.load('a.csv', `${CSV}e9,b,never,page_view,,,\n`)).already_loaded, false);
});

test('backfillEvents broken off goes on when run again', async (t) => {
  const w = await world(t);
  const rows = Array.from({ length: 9_000 }, (_, i) => `2026-07-01,sale,k${i}`);
  const file = w.file('a.csv', ['occurred_at,event_type,idempotency_key', ...rows].join('\n'));
  let appends = 0;
  const breaking: LoadBase = {
    ...w.base,
    journal: {
      ...w.base.journal,
      append: async (facts) => {
        appends += 1;
        if (appends === 3) throw new JournalRefusal('disk_full', 'The disk is nearly full; no more data is accepted.');
        return w.base.journal.append(facts);
      },
    },
  };
  await assert.rejects(backfillEvents(breaking, { profileId: PROFILE, file }), /disk is nearly full/);
  const half = Number(w.base.journal.lastSeq(PROFILE));
  assert.ok(half > 0 && half < 9_000);
  const report = await backfillEvents(w.base, { profileId: PROFILE, file });
  assert.deepEqual([report.accepted, report.duplicates, report.already_loaded], [9_000 - half, half, false]);
  assert.equal(w.base.journal.lastSeq(PROFILE), 9_000n);
});

test('backfillEvents of a file that breaks off keeps what came before', async (t) => {
  const w = await world(t);
  const rows = Array.from({ length: 6_000 }, (_, i) => `2026-07-01,sale,key-${i}-${(i * 7_919) % 6_007}`);
  const whole = gzipSync(`occurred_at,event_type,idempotency_key\n${rows.join('\n')}`);
  const cut = whole.subarray(0, whole.length - 2_000);
  const report = await w.load('a.csv.gz', cut);
  assert.equal(report.incomplete, true);
  assert.match(report.reason ?? '', /cannot be unpacked to its end: unexpected end of file/);
  assert.ok(report.accepted > 0 && report.accepted < 6_000, String(report.accepted));
  assert.deepEqual([report.rejected, w.base.journal.lastSeq(PROFILE)], [0, BigInt(report.accepted)]);
  await t.test('and is not remembered', async () => {
    const again = await w.load('a.csv.gz', cut);
    assert.deepEqual([again.already_loaded, again.accepted, again.duplicates], [false, 0, report.accepted]);
  });
  await t.test('and complete adds only what is missing', async () => {
    const complete = await w.load('a.csv.gz', whole);
    assert.deepEqual([complete.incomplete, complete.rows, complete.duplicates], [undefined, 6_000, report.accepted]);
    assert.equal(w.base.journal.lastSeq(PROFILE), 6_000n);
  });
});

test('backfillEvents waits while the queue is full', async (t) => {
  const w = await world(t);
  let refusals = 2;
  const full: LoadBase = {
    ...w.base,
    journal: {
      ...w.base.journal,
      append: async (facts) => {
        if (refusals-- > 0) throw new JournalRefusal('profile_queue_full', 'full');
        return w.base.journal.append(facts);
      },
    },
  };
  assert.equal((await backfillEvents(full, { profileId: PROFILE, file: w.file('a.csv', CSV) })).accepted, 3);
});

test('backfillEvents refuses what is no file of rows, in one clear line', async (t) => {
  const w = await world(t);
  await assert.rejects(backfillEvents(w.base, { profileId: PROFILE, file: join(w.folder, 'none') }), /There is no file .*none/);
  await assert.rejects(w.load('a', ''), /The file is empty/);
  await assert.rejects(w.load('b', '[{"a":1}]'), /one JSON array/);
  await assert.rejects(
    w.load('c', 'event_id,when\n1,2\n'),
    /Missing: event_type, occurred_at\. The file has the columns event_id, when/,
  );
  await assert.rejects(w.load('d', 'event_id,event_id,event_type,occurred_at\n'), /event_id occurs twice/);
  await assert.rejects(w.load('e', gzipSync(CSV).subarray(0, 60)), /cannot be unpacked to its end/);
  const badParquet = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64, 1)]);
  const unreadable = new UnusableFile('The Parquet file is damaged or breaks off: it cannot be read.');
  await assert.rejects(w.load('f', badParquet), unreadable);
  await assert.rejects(w.load('f.gz', gzipSync(badParquet)), unreadable);
  const header = await w.load('g', `${COLUMNS}\n`);
  assert.equal(header.rows, 0);
});

test('backfillEvents reads times without a zone on the clocks of a place', async (t) => {
  const w = await world(t);
  const rows = [
    'event_id,anonymous_id,occurred_at,event_type,url,idempotency_key,value_amount,currency',
    // A day alone: visits of that day can have led to the sale.
    'v,b,2026-03-01,page_view,https://shop.example/,,,',
    'p,b,2026-03-01,payment_received,,k1,100,USD',
    's,b,2026-03-01T10:00:00,sign_up,,,,',
    // The clocks skip 02:30; it stays on its day.
    'g,b,2026-03-08 02:30,page_view,https://shop.example/,,,',
    'z,b,2026-03-01T10:00:00+01:00,page_view,https://shop.example/,,,',
  ];
  const report = await w.load('a.csv', rows.join('\n'), { timezone: 'America/New_York' });
  assert.deepEqual([report.accepted, report.times], [5, { zone: 'America/New_York', without_zone: 4, days_only: 2 }]);
  assert.deepEqual(
    w.facts().map((fact) => new Date(fact.occurredAt / 1000).toISOString()),
    [
      '2026-03-01T05:00:00.000Z',
      '2026-03-02T04:59:59.000Z',
      '2026-03-01T15:00:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-01T09:00:00.000Z',
    ],
  );
});

test('backfillEvents tells how far it is', async (t) => {
  const w = await world(t);
  const messages: [number, number][] = [];
  const heard: string[] = [];
  w.base.signals.on('facts', (profileId) => heard.push(profileId));
  await w.load('a.csv', CSV, { onProgress: ({ rows, bytes, totalBytes }) => messages.push([rows, bytes / totalBytes]) });
  assert.deepEqual(messages.at(-1), [3, 1]);
  assert.deepEqual(heard, [PROFILE]);
});

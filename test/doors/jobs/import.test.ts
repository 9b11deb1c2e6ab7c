// The command that imports files of other tools: what it writes, that a second import adds nothing, and that nothing is written of what has to be asked.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { sheetXml, workbook, zip } from '../../collect/payments/workbook.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({
    at: '2027-01-15T12:00:00Z',
    installation: { currency: 'EUR', timezone: 'Europe/Berlin', domain: 'shop.example' },
  });
});
after(() => app.close());

const outcome = z.object({
  layout: z.string().optional(),
  rows: z.number(),
  created: z.number(),
  known: z.number(),
  already_imported: z.boolean(),
  left_out: z.array(z.object({ reason: z.string(), rows: z.number() })).optional(),
  sums: z.array(z.object({ month: z.string(), currency: z.string(), amount: z.string() })).optional(),
  warnings: z.array(z.string()).default([]),
  times: z.object({ zone: z.string().optional(), days_only: z.number() }).optional(),
  not_taken: z.object({ rows: z.number(), first: z.array(z.object({ line: z.number(), words: z.string() })) }),
});
const answer = z.object({ files: z.array(outcome), computed: z.boolean() });

const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(app.dataDir, name);
  writeFileSync(path, content);
  return path;
};
const sample = (name: string): string => projectFile('test', 'collect', 'imports', 'samples', name);

const run = async (files: string[], options: object = {}) =>
  answer.parse(await commands.import(app.base, { files, ...options }, () => undefined));
const one = async (file: string, options: object = {}) => (await run([file], options)).files[0] as z.infer<typeof outcome>;
const counts = ({ created, known, not_taken }: z.infer<typeof outcome>) => [created, known, not_taken.rows];
const refusal = async (files: string[], options: object = {}): Promise<string> => {
  const seq = app.base.journal.lastSeq(app.profileId);
  const error: unknown = await run(files, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error, `${files.join()} was imported`);
  assert.equal(app.base.journal.lastSeq(app.profileId), seq, 'nothing was written');
  return error.message.replaceAll(app.dataDir, '');
};

const revenue = async (date_from: string, date_to: string): Promise<number> => {
  const { body } = await app.api(app.apiKey).get('/overview', { date_from, date_to });
  return body.data.current.revenue;
};

const SHOP =
  'Name,Email,Financial Status,Paid at,Created at,Currency,Total,Refunded Amount,Outstanding Balance,Payment References\n' +
  '#1,ann@example.org,paid,2026-05-01 10:00:00 +0200,2026-05-01 10:00:00 +0200,EUR,100.90,0.00,0.00,c1\n' +
  '#2,bo@example.org,partially_refunded,2026-05-02 10:00:00 +0200,2026-05-02 10:00:00 +0200,EUR,85.00,20.00,0.00,c2\n' +
  '#3,cy@example.org,pending,,2026-05-03 10:00:00 +0200,EUR,50.00,0.00,50.00,\n';

test('payments of a recognised layout count once, whichever way they come', async (t) => {
  const file = fileOf('orders.csv', SHOP);
  await t.test('a dry run shows what would be written, and writes nothing', async () => {
    const seq = app.base.journal.lastSeq(app.profileId);
    const shown = await one(file, { dry_run: true });
    assert.deepEqual([shown.layout, ...counts(shown)], ['shopify.orders', 3, 0, 0]);
    assert.deepEqual(shown.sums, [{ month: '2026-05', currency: 'EUR', amount: '165.9' }]);
    assert.equal(shown.times?.zone, undefined, 'each time names its zone');
    const bare = SHOP.replace('2026-05-02 10:00:00 +0200,2026', '2026-05-02 10:00:00,2026');
    assert.equal((await one(fileOf('bare.csv', bare), { dry_run: true })).times?.zone, 'Europe/Berlin');
    assert.deepEqual(
      shown.left_out?.map(({ reason, rows }) => [reason, rows]),
      [['pending', 1]],
    );
    assert.equal(app.base.journal.lastSeq(app.profileId), seq);
  });
  await t.test('they are in the figures, and a second import adds nothing', async () => {
    assert.deepEqual(counts(await one(file)), [3, 0, 0]);
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 165.9);
    const again = await one(file);
    assert.deepEqual([again.already_imported, ...counts(again), again.sums], [true, 0, 3, 0, []]);
    const SAME =
      /^This file was imported before in the same way, as "orders\.csv" on 2027-01-15 \d\d:\d\d UTC: .* undo that import first\. .* \(--prefix, or “Text before each reference” in the console\)/;
    assert.match(again.warnings[0] ?? '', SAME);
    assert.match((await one(file, { dry_run: true })).warnings[0] ?? '', SAME);
  });
  await t.test('a later export of the same orders adds what is new, and what was returned since', async () => {
    const later = SHOP.replace('85.00,20.00', '85.00,35.00')
      .replace('pending,,', 'paid,2026-05-04 10:00:00 +0200,')
      .replace('0.00,50.00,', '0.00,0.00,');
    const taken = await one(fileOf('later.csv', later));
    assert.deepEqual(counts(taken), [2, 2, 0]);
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 200.9);
    assert.deepEqual(counts(await one(fileOf('later.csv', `${later}\n`))), [0, 4, 0]);
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 200.9);
  });
  await t.test('a total of refunds below the known one is named, and not written', async () => {
    const older = fileOf('older.csv', SHOP.replace('85.00,20.00', '85.00,30.00').replace(/^#[13].*\n/gm, ''));
    for (const dry_run of [true, false]) {
      const { not_taken, ...shown } = await one(older, { dry_run });
      assert.deepEqual(counts({ not_taken, ...shown }), [0, 1, 1]);
      assert.match(not_taken.first[0]?.words ?? '', /^#2: this row says that 30 EUR of it were returned in all, .* 35 EUR\./);
    }
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 200.9);
    const api = app.api(app.session);
    const listed = await api.get('/profile/payments/imports', { profile_id: app.profileId });
    for (const { import_id } of listed.body.data.slice(0, 2))
      await api.post(`/profile/payments/imports/${import_id}/undo`, undefined, { profile_id: app.profileId });
    await app.settle();
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 200.9, 'another import has it as well');
  });
  await t.test('it is listed with the imports of statements, and undone in one step', async () => {
    const api = app.api(app.session);
    const listed = await api.get('/profile/payments/imports', { profile_id: app.profileId });
    const found = listed.body.data.map((each: { import_id: string; format: string; status: string }) => [
      each.format,
      each.status,
    ]);
    assert.deepEqual(found, [
      ['shopify.orders', 'undone'],
      ['shopify.orders', 'undone'],
      ['shopify.orders', 'completed'],
      ['shopify.orders', 'completed'],
    ]);
    await api.post(`/profile/payments/imports/${listed.body.data[2].import_id}/undo`, undefined, { profile_id: app.profileId });
    await app.settle();
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 165.9);
  });
});

test('a row that two files of one archive have counts once, and another amount of it is refused', async () => {
  const [header = '', ...rows] = SHOP.replaceAll('2026-05', '2026-06').replaceAll('#', '#A').split('\n');
  const fileWith = (name: string, ...lines: (string | undefined)[]) => ({ name, text: `${[header, ...lines].join('\n')}\n` });
  const [first, second] = rows;
  const other = first?.replace('100.90', '110.90');
  const archives: [name: string, inside: { name: string; text: string }[], counts: number[], amount: string][] = [
    ['overlap.zip', [fileWith('a.csv', first, second), fileWith('b.csv', second, first)], [3, 0, 0], '165.9'],
    ['differs.zip', [fileWith('a.csv', first, second), fileWith('b.csv', other)], [0, 3, 1], '165.9'],
  ];
  for (const [name, inside, counted, amount] of archives)
    for (const dry_run of [true, false]) {
      const { sums: _, not_taken, ...taken } = await one(fileOf(name, zip(inside)), { dry_run });
      assert.deepEqual(counts({ not_taken, ...taken }), counted, `${name} ${dry_run}`);
      for (const { words } of not_taken.first)
        assert.match(words, /^#A1 is in another file of the archive, too, with another amount/);
      assert.equal(await revenue('2026-06-01', '2026-06-30'), dry_run && name === 'overlap.zip' ? 0 : Number(amount));
    }
});

test('a file of no known layout is asked about, and read as it is mapped', async () => {
  const sheet = fileOf('sheet.csv', 'Nr;Datum;Summe;Stand\n1001;03.02.2026;1.200,50;bezahlt\n1002;04.02.2026;80,00;offen\n');
  const question = await refusal([sheet]);
  assert.match(question, /The layout of the file is not known\. Its columns are "Nr", "Datum", "Summe", "Stand"\./);
  assert.match(question, /time: "Datum".* --as payments --map "Summe=amount" --without currency .*--map "Datum=time"/);
  const mapped = { as: 'payments', map: ['Nr=reference', 'Datum=time', 'Summe=amount', 'Stand=status'], without: ['currency'] };
  assert.deepEqual(counts(await one(sheet, mapped)), [1, 0, 0]);
  assert.equal(await revenue('2026-02-01', '2026-02-28'), 1200.5);
});

test('an order of a shop and its payment of a provider are one sale', async () => {
  const order = SHOP.split('\n')
    .slice(0, 2)
    .join('\n')
    .replaceAll('2026-05-01', '2025-11-03')
    .replace('#1', '#77')
    .replace(',c1', ',ch_1AbCdEf77');
  const charge = `id,Created (UTC),Amount,Currency,Status,Description\nch_1AbCdEf77,2025-11-03 08:00,100.90,eur,Paid,Order\n`;
  const taken = await run([fileOf('one-order.csv', order), fileOf('one-charge.csv', charge)]);
  assert.deepEqual(taken.files.map(counts), [
    [1, 0, 0],
    [1, 0, 0],
  ]);
  assert.equal(await revenue('2025-11-01', '2025-11-30'), 100.9);
});

test('of several files, one that has to be asked about keeps all from being written', async () => {
  const words = await refusal([fileOf('new.csv', SHOP.replaceAll('#', '#9')), fileOf('other.csv', 'a,b\n1,2\n')]);
  assert.match(words, /other\.csv: The layout of the file is not known/);
});

test('statements and other exports', async (t) => {
  const expected: Record<string, object> = {
    'stripe/stripe.unified_payments.csv': {},
    'paypal/paypal.activity.csv': {},
    'hubspot/hubspot.deals.csv': {},
    'google_ads/google_ads.report.csv': { account: '123-456-7890' },
    'umami/umami.website_event.csv': {},
  };
  for (const [name, options] of Object.entries(expected))
    await t.test(name, async () => {
      const first = await one(sample(name), options);
      assert.ok(first.created > 0, JSON.stringify(first));
      const again = await one(sample(name), options);
      assert.deepEqual([again.created, again.known], [0, first.created + first.known]);
    });
});

test('a second file of spend for the same days asks what it is', async (t) => {
  const report = (...rows: string[]): string => ['Day,Campaign,Currency code,Cost,Customer ID', ...rows].join('\n');
  const sums = async (): Promise<string[]> => {
    const { body } = await app.api(app.apiKey).get('/spend', { date_from: '2026-07-01', date_to: '2026-07-02' });
    return body.meta.totals.map((total: { spend: string }) => total.spend);
  };
  assert.equal((await one(fileOf('brand.csv', report('2026-07-01,Brand,EUR,10.00,55')))).created, 1);
  const generic = fileOf('generic.csv', report('2026-07-01,Generic,EUR,20.00,55', '2026-07-02,Generic,EUR,5.00,55'));
  await t.test('without an answer nothing is written', async () => {
    assert.match(
      await refusal([generic]),
      /2026-07-01 \(google account 55\): 10 EUR before, 20 EUR in the file\. Say what the file is: --on-conflict add/,
    );
  });
  await t.test('it is added once, also by our own columns', async () => {
    assert.equal((await one(generic, { on_conflict: 'add' })).created, 2);
    assert.deepEqual(await sums(), ['35']);
    assert.deepEqual(counts(await one(generic, { on_conflict: 'add' })), [0, 2, 0]);
    assert.deepEqual(await sums(), ['35']);
    const own = fileOf('own.csv', 'platform,account_id,day,currency,campaign_name,spend\ngoogle,55,2026-07-01,EUR,Shopping,7\n');
    assert.match(await refusal([own]), /30 EUR before, 7 EUR in the file/);
    await assert.rejects(
      async () => commands.backfill(app.base, { kind: 'spend', file: own }, () => undefined),
      /2026-07-01 \(google account 55\): 30 EUR before, 7 EUR in the file/,
    );
    assert.equal((await one(own, { on_conflict: 'same' })).known, 1);
    assert.deepEqual(await sums(), ['35']);
    await commands.backfill(app.base, { kind: 'spend', file: own, on_conflict: 'replace', force: true }, () => undefined);
    assert.deepEqual(await sums(), ['12']);
  });
  await t.test('a file that names no account is asked about', async () => {
    assert.match(
      await refusal([fileOf('nobody.csv', 'Day,Campaign,Currency code,Cost\n2026-07-05,Brand,EUR,1\n')]),
      /--account ID/,
    );
  });
});

test('customers', async () => {
  const file = fileOf('people.csv', 'Mail,Nr,Vorname\nann@example.org,7,Ann\nnobody,8,No\n');
  const mapped = { as: 'customers', map: ['Mail=email', 'Nr=external_id', 'Vorname=first_name'] };
  const taken = await one(file, mapped);
  assert.deepEqual([taken.created + taken.known, taken.not_taken.rows], [1, 1]);
  assert.match(taken.not_taken.first[0]?.words ?? '', /email/);
  assert.deepEqual(counts(await one(file, mapped)), [0, 1, 1]);
});

/** Bad input: what is imported, and the sentence. */
const HEADER = 'id,Created (UTC),Amount,Currency,Status,Description';
const stripe = (...rows: string[]): string => [HEADER, ...rows, ''].join('\n');
const ROW = 'ch_9,2026-04-01 10:00,120.00,eur,Paid,Order';
const mapped = (...map: string[]): object => ({ as: 'payments', map, without: ['currency', 'status'] });

const BAD: Record<string, [content: string | Buffer, options: object, sentence: RegExp]> = {
  'a zip bomb': [
    zip([{ name: 'orders.csv', text: Buffer.alloc(64 * 1024 * 1024, 0x61) }]),
    {},
    /unpacks to more than 500 times its size/,
  ],
  'a sheet of 2^20 columns': [
    `${'a,'.repeat(1_048_575)}a\n${'1,'.repeat(1_048_575)}1\n`,
    {},
    /first lines of the file cannot be read: longer than 262144 bytes/,
  ],
  'a spreadsheet of 20,000 columns': [
    workbook(sheetXml([Array.from({ length: 20_000 }, (_, at) => `c${at}`)])),
    {},
    /more than 1000 columns|has \d+ columns|at most 1,?000/,
  ],
  'headers twice': [`${HEADER},Amount\n${ROW},1.00\n`, {}, /The header "Amount" is there twice/],
  'a column that is half dates': [
    stripe('ch_a,2026-04-01 10:00,1.00,eur,Paid,x', 'ch_b,soon,1.00,eur,Paid,x', 'ch_c,later,1.00,eur,Paid,x'),
    {},
    /Of 3 values of "Created \(UTC\)", 2 are no dates/,
  ],
  'a sheet whose only number is an id': [
    'Order,When\n1001,2026-04-01\n1002,2026-04-02\n1003,2026-04-03\n',
    { ...mapped('Order=amount', 'When=time'), without: ['currency', 'status', 'reference'] },
    /"Order" are whole numbers that rise from row to row: they are ids/,
  ],
  'mixed encodings': [
    Buffer.concat([
      Buffer.from(`${HEADER}\n${ROW.replace('Order', 'Größe')}\n`, 'utf8'),
      Buffer.from(`${ROW.replace('Order', 'Gr\xf6\xdfe')}\n`, 'latin1'),
    ]),
    {},
    /Some lines of the file are UTF-8 and others Windows-1252/,
  ],
  'a mapping that makes two columns the amount': [
    'a,b,c\n1,2,2026-04-01\n',
    { ...mapped('a=amount', 'b=amount', 'c=time') },
    /Both "a" and "b" are the amount: choose one of them/,
  ],
  'a bare dollar in the file of a shop that counts in euros': [
    'Date,Time,Time Zone,Total Collected,Transaction ID,Event Type\n2026-03-07,10:00:00,Pacific Time (US & Canada),$10.00,S1,Payment\n',
    {},
    /which currency is it\? \(--answer currency=VALUE/,
  ],
  'a status that nobody knows': [stripe(ROW.replace('Paid', 'Perhaps')), {}, /"Perhaps" \(1\)\? .*--answer status=leave_out/],
  'an empty file': ['', {}, /The file is empty/],
  'another layout than the chosen one': [stripe(ROW), { layout: 'shopify.orders' }, /is not of the layout shopify\.orders/],
  'another kind than the named one': [stripe(ROW), { as: 'spend' }, /with payments, not spend/],
};

test('bad input gets a clear sentence, and nothing is written', async (t) => {
  for (const [name, [content, options, sentence]] of Object.entries(BAD))
    await t.test(name, async () => assert.match(await refusal([fileOf('bad.csv', content)], options), sentence));
});

test('a total row in the middle and unreadable rows are named, and the rest is imported', async () => {
  const taken = await one(
    fileOf(
      'middle.csv',
      stripe('ch_m1,2026-04-01 10:00,1.00,eur,Paid,x', ',,3.00,,Total,', 'ch_m2,2026-04-02 10:00,2.00,eur,Paid,x'),
    ),
    { answer: ['status=leave_out'] },
  );
  assert.deepEqual(counts(taken), [2, 0, 0]);
  assert.deepEqual(
    taken.left_out?.map(({ reason }) => reason),
    ['total_row'],
  );
});

test('amounts in another currency than the profile keep it', async () => {
  const taken = await one(fileOf('pounds.csv', stripe('ch_p,2026-03-01 10:00,5.00,gbp,Paid,x')));
  assert.deepEqual(taken.sums, [{ month: '2026-03', currency: 'GBP', amount: '5' }]);
});

test('a file that changes while it is read is refused', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `ch_g${at},2026-04-01 10:00,1.00,eur,Paid,x`);
  const file = fileOf('growing.csv', stripe(...rows));
  const seq = app.base.journal.lastSeq(app.profileId);
  const growing = setInterval(() => appendFileSync(file, `${ROW}\n`), 1);
  try {
    assert.match(await refusal([file]), /The file changed while it was read\. Import it again when it is complete\./);
  } finally {
    clearInterval(growing);
  }
  assert.equal(app.base.journal.lastSeq(app.profileId), seq);
});

test('rows that are not imported are written to a file, formulas as text', async () => {
  const file = fileOf('rejected.csv', stripe('ch_r1,2026-01-01 10:00,1.00,eur,Paid,x', 'ch_r2,2026-01-02 10:00,2.00,eur,=cmd,x'));
  const rejects = join(app.dataDir, 'rejects.csv');
  const taken = await one(file, { answer: ['status=leave_out'], reject_file: rejects });
  assert.deepEqual(counts(taken), [1, 0, 0]);
  const [header, row, ...rest] = readFileSync(rejects, 'utf8').split('\r\n');
  assert.equal(header, `file,line,reason,words,${stripe().trim()}`);
  assert.match(row ?? '', /rejected\.csv,3,unknown_status,.*,ch_r2,2026-01-02 10:00,2\.00,eur,'=cmd,x$/);
  assert.deepEqual(rest, ['']);
});

test('a refund that two exports of one provider report counts once, in either order', async () => {
  const payments =
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Description,Fee,Refunded date (UTC),Status,Customer ID,Customer Email,Disputed Amount,Dispute Date (UTC),Dispute Reason,Dispute Status,Invoice Number,PaymentIntent ID\n';
  const changes =
    'balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,charge_id,payment_intent_id,description\n';
  const month = (name: string, at: string) => ({
    all: fileOf(
      `${name}-all.csv`,
      `${payments}ch_${name},${at}-10 10:00,80.00,30.00,eur,true,80.00,Lamp,1.10,${at}-20 10:05,Paid,cus_${name},${name}@example.org,,,,,,pi_${name}\n`,
    ),
    single: fileOf(
      `${name}-single.csv`,
      `${changes}txn_${name}1,${at}-10 10:00:00,${at}-12 00:00:00,eur,80.00,1.10,78.90,charge,ch_${name},ch_${name},pi_${name},Lamp\ntxn_${name}2,${at}-20 10:05:00,${at}-20 00:00:00,eur,-30.00,0.00,-30.00,refund,re_${name},ch_${name},pi_${name},REFUND\n`,
    ),
  });
  const [first, second] = [month('A', '2025-01'), month('B', '2025-02')];
  for (const file of [first.all, first.single, second.single, second.all]) await one(file);
  assert.equal(await revenue('2025-01-01', '2025-01-31'), 50);
  assert.equal(await revenue('2025-02-01', '2025-02-28'), 50);
  const { body } = await app.api(app.apiKey).get('/completeness', { date_from: '2025-01-01', date_to: '2025-02-28' });
  const reasons = body.data.reasons.map(({ reason }: { reason: string }) => reason);
  assert.deepEqual([body.data.known, body.data.counted, reasons], ['100', '100', ['before_tracking']]);
});

test('equal numbers of two sheets are distinguished by their days', async () => {
  const mapping = {
    as: 'payments',
    map: ['Order=reference', 'Date=time', 'Amount=amount'],
    without: ['currency', 'status'],
  };
  const shop = fileOf('shop-a.csv', 'Order,Date,Amount\n1,2026-09-01,100.00\n2,2026-09-02,50.00\n');
  const till = fileOf('till-b.csv', 'Order,Date,Amount\n1,2026-10-06,100.00\n2,2026-09-03,50.00\n');
  assert.deepEqual(counts(await one(shop, mapping)), [2, 0, 0]);
  const before = await revenue('2026-09-01', '2026-10-31');
  const other = await one(till, mapping);
  assert.deepEqual(counts(other), [0, 1, 1], 'a day beside it may be another zone');
  assert.match(
    other.not_taken.first[0]?.words ?? '',
    /^1 came before on 2026-09-0\d \("shop-a\.csv", imported on 2027-01-15 12:00 UTC\), and here on 2026-10-0\d: .* \(--prefix, or “Text before each reference” in the console\)/,
  );
  assert.equal(await revenue('2026-09-01', '2026-10-31'), before);
  assert.deepEqual(
    counts(await one(fileOf('till-c.csv', `${readFileSync(till, 'utf8')}\n`), { ...mapping, prefix: 'till-' })),
    [2, 0, 0],
  );
});

test('a report of Meta names the account of each row', async () => {
  const report = `Account ID,Campaign name,Campaign ID,Ad set name,Day,Amount spent (EUR),Impressions,Link clicks,Reporting starts,Reporting ends
111,Sale,9001,Broad,2026-05-01,10.00,100,1,2026-05-01,2026-05-01
222,Sale,9002,Broad,2026-05-01,20.00,100,1,2026-05-01,2026-05-01
`;
  assert.deepEqual(counts(await one(fileOf('meta-two.csv', report))), [2, 0, 0]);
  await app.settle();
  const rows = await app.base.warehouse.query(
    { profileId: app.profileId },
    { sql: 'select distinct account_id from spend_rows where campaign_id in (9001, 9002) order by 1' },
  );
  assert.deepEqual(
    rows.map(({ account_id }) => account_id),
    ['111', '222'],
  );
});

test('sums are of rows that are taken; what others have is known, and in no figure', async () => {
  const header = 'Name,Email,Financial Status,Paid at,Created at,Currency,Total,Refunded Amount,Payment References\n';
  const order = (name: string, day: string, total: string): string =>
    `${name},${name.slice(1)}@example.org,paid,${day},${day},EUR,${total},0.00,\n`;
  const known = async () => {
    const { body } = await app.api(app.apiKey).get('/completeness', { date_from: '2026-01-01', date_to: '2027-01-31' });
    const { counted, known: all } = body.data;
    return { counted: Number(counted), outside: Math.round((Number(all) - Number(counted)) * 100) / 100 };
  };
  const MAY = '2026-11-05 10:00:00 +0100';
  await one(fileOf('first.csv', header + order('#701', MAY, '40.00')));
  const before = await known();
  const rows = [order('#701', MAY, '30.00'), order('#702', MAY, '20.00'), order('#702', MAY, '20.00')];
  const doubtful = [order('#703', '2027-03-01 10:00:00 +0100', '7.00'), order('#704', '31st of soon', '5.00')];
  const file = fileOf('second.csv', [header, ...rows, ...doubtful].join(''));
  for (const dry_run of [true, false]) {
    const shown = await one(file, { dry_run });
    assert.deepEqual(shown.sums, [{ month: '2026-11', currency: 'EUR', amount: '20' }]);
    assert.deepEqual(counts(shown), [1, 0, 2]);
    assert.match(
      shown.not_taken.first.find(({ line }) => line === 2)?.words ?? '',
      /^#701 came before with 40 EUR \("first\.csv", imported on 2027-01-15 \d\d:\d\d UTC\), and here with 30 EUR: .* undo that import and import this file again\. .* \(--prefix, or “Text before each reference” in the console\)/,
    );
  }
  // Of a smaller amount under a number that is used the difference would lower figures: -10, +7, +5.
  const { counted, outside } = await known();
  assert.deepEqual([counted - before.counted, Math.round((outside - before.outside) * 100) / 100], [20, 2]);
  await one(fileOf('third.csv', header + order('#704', MAY, '5.00')));
  const cured = await known();
  assert.deepEqual([cured.counted - before.counted, Math.round((cured.outside - before.outside) * 100) / 100], [25, -3]);
});

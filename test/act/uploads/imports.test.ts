// Files of every kind from the upload to the figures and out again, through the door: what is shown, asked, refused, counted once, and left behind.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { zip } from '../../collect/payments/workbook.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type AnyJson, type Uploads, uploadsOf } from './uploads.ts';

let app: TestApp;
let files: Uploads;
before(async () => {
  app = await startTestApp({
    at: '2027-01-15T12:00:00Z',
    installation: { currency: 'EUR', timezone: 'Europe/Berlin', domain: 'shop.example' },
  });
  files = uploadsOf(app);
});
after(() => app.close());

const api = () => app.api(app.apiKey);
const counts = ({ created, known, not_taken }: AnyJson): number[] => [created, known, not_taken.rows];
const revenue = async (date_from: string, date_to: string): Promise<number> =>
  (await api().get('/overview', { date_from, date_to })).body.data.current.revenue;

/** All that the figures say of a year, to the letter. */
async function figures(): Promise<string> {
  await app.settle();
  const range = { date_from: '2026-01-01', date_to: '2026-12-31' };
  const answers = await Promise.all([
    api().get('/overview', range),
    api().get('/attribution', { ...range, models: 'linear,last_touch' }),
    api().get('/payments', { limit: 100 }),
    api().get('/spend', range),
  ]);
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
  return JSON.stringify(answers.map(({ body }) => body.data));
}

const SHOP =
  'Name,Email,Financial Status,Paid at,Created at,Currency,Total,Refunded Amount,Outstanding Balance,Payment References\n' +
  '#1,ann@example.org,paid,2026-05-01 10:00:00 +0200,2026-05-01 10:00:00 +0200,EUR,100.90,0.00,0.00,c1\n' +
  '#2,bo@example.org,partially_refunded,2026-05-02 10:00:00 +0200,2026-05-02 10:00:00 +0200,EUR,85.00,20.00,0.00,c2\n' +
  '#3,cy@example.org,pending,,2026-05-03 10:00:00 +0200,EUR,50.00,0.00,50.00,\n';

test('createImport', async (t) => {
  await t.test('shows what a file of a known layout would bring, and writes nothing', async () => {
    const seq = app.base.journal.lastSeq(app.profileId);
    const shown = await files.upload(SHOP, 'orders.csv');
    assert.deepEqual([shown.status, shown.kind, shown.is_ready, shown.file_name], ['ready', 'payments', true, 'orders.csv']);
    const [file] = shown.files;
    assert.equal(file.layout.layout, 'shopify.orders');
    assert.deepEqual(file.sums, [{ month: '2026-05', currency: 'EUR', amount: '165.9' }]);
    assert.deepEqual(counts(file.would), [3, 0, 0]);
    assert.deepEqual(
      file.left_out.map(({ reason, rows }: AnyJson) => [reason, rows]),
      [['pending', 1]],
    );
    assert.equal(app.base.journal.lastSeq(app.profileId), seq);
  });
  await t.test('proposes the column of mail addresses as that of the customer', async () => {
    const proposed = async (...columns: [name: string, value: string][]): Promise<string[]> => {
      const rows = [columns.map(([name]) => name), columns.map(([, value]) => value)].map((row) => row.join(';'));
      const shown = await files.upload(rows.join('\n'), 'sheet.csv');
      await api().delete(`/imports/${shown.import_id}`);
      return shown.files[0].header.flatMap(({ column, proposed: field }: AnyJson) => (field === 'email' ? [column] : []));
    };
    const sheet: [string, string][] = [
      ['Nr', '1001'],
      ['Summe', '12,50'],
    ];
    assert.deepEqual(await proposed(...sheet, ['Kontakt', 'ann@example.org']), ['Kontakt'], 'by its content');
    assert.deepEqual(await proposed(...sheet, ['Verkauf', 'shop@example.org'], ['E-Mail', 'ann@example.org']), ['E-Mail']);
    assert.deepEqual(
      await proposed(...sheet, ['Verkauf', 'shop@example.org'], ['Kontakt', 'ann@example.org']),
      [],
      'either may be it',
    );
    assert.deepEqual(await proposed(...sheet, ['E-Mail', 'ja']), [], 'no address');
  });
  await t.test('an archive of several kinds names the files of each', async () => {
    const costs = 'Day,Campaign,Currency code,Cost\n2026-08-05,Brand,EUR,1\n';
    const archive = zip([
      { name: 'orders.csv', text: SHOP },
      { name: 'costs.csv', text: costs },
    ]);
    const asked = await files.upload(archive, 'all.zip');
    const shown = await files.read(asked.import_id, { account: '5', timezone: 'Europe/Berlin' });
    assert.match(shown.refusal?.words ?? JSON.stringify(shown), /several kinds \(payments: orders\.csv; spend: costs\.csv\)/);
  });
  await t.test('an archive says of each file what it is, and leaves none out in silence', async () => {
    const costs = { name: 'costs.csv', text: 'Day,Campaign,Currency code,Cost\n2026-08-05,Brand,EUR,1\n' };
    const own = 'event_type,occurred_at,idempotency_key\npayment_received,2026-03-10T10:00:00Z,row-1\n';
    const words = async (...inside: { name: string; text: string }[]) => {
      const { status, questions, refusal } = await files.upload(zip(inside), 'all.zip');
      assert.deepEqual([status, questions], ['refused', []], JSON.stringify(questions));
      return refusal.words;
    };
    assert.match(
      await words(
        { name: 'events.csv', text: own },
        costs,
        { name: 'a.csv', text: 'a,b\n1,2\n' },
        { name: 'none.csv', text: '' },
      ),
      /several kinds \(events in the columns of this service: events\.csv; spend: costs\.csv; not known: a\.csv; without columns: none\.csv\)\. Unpack it/,
    );
    assert.match(
      await words({ name: 'one.csv', text: own }, { name: 'two.csv', text: own }),
      /^The archive has events in the columns of this service \(one\.csv, two\.csv\), which are imported as they are: unpack it/,
    );
    assert.match(await words(costs, { name: 'scan.pdf', text: '%PDF-1.7' }), /^scan\.pdf: The file is a PDF/);
    const twice = { name: 'twice.csv', text: SHOP.replace('Outstanding Balance', 'Total') };
    const mixed = [
      costs,
      { name: 'a.csv', text: 'a,b\n1,2\n' },
      { name: 'events.csv', text: own },
      { name: 'none.csv', text: '' },
      twice,
    ];
    const { files: shown, refusal } = await files.upload(zip(mixed), 'all.zip');
    assert.match(refusal.words, /^twice\.csv: The header "Total" is there twice/);
    assert.deepEqual(
      shown.map(({ rows, not_read }: AnyJson) => [rows, not_read]),
      [
        [1, null],
        [0, 'No known tool writes such a file.'],
        [0, 'It has events in the columns of this service.'],
        [0, 'It has no columns.'],
        [0, 'The header "Total" is there twice, so its column is not known. Remove one.'],
      ],
    );
    const { status, questions } = await files.upload(zip([costs, { name: '.DS_Store', text: 'x' }]), 'one.zip');
    assert.deepEqual([status, questions.map(({ ask }: AnyJson) => ask)], ['asks', ['account']], 'helper files are none');
  });
  await t.test('counts one receipt in the singular', async () => {
    const bank = ['Datum;Betrag;Währung;Verwendungszweck', '02.03.2026;12,50;EUR;Miete'].join('\n');
    const mapping = {
      reads: 'receipts',
      columns: { Datum: 'time', Betrag: 'amount', Währung: 'currency', Verwendungszweck: 'text' },
    };
    const asked = await files.upload(bank, 'bank.csv');
    const shown = await files.read(asked.import_id, { mapping });
    assert.match(shown.refusal.words, /: 1 receipt, which may pay orders and is no sale of its own\./);
  });
  await t.test('refuses what is no file of rows in words, and keeps it to be deleted', async () => {
    const shown = await files.upload('%PDF-1.7', 'scan.pdf');
    assert.deepEqual([shown.status, shown.refusal.reason], ['refused', 'not_readable']);
    assert.match(shown.refusal.words, /PDF/);
    const commit = await api().post(`/imports/${shown.import_id}/commit`);
    assert.deepEqual([commit.status, commit.body.error.code], [409, 'invalid_state']);
  });
});

test('commitImport', async (t) => {
  const before = await figures();
  const shown = await files.upload(SHOP, 'orders.csv');
  const done = await files.commit(shown.import_id);
  await t.test('brings what the preview said', async () => {
    assert.deepEqual([done.status, ...counts(done.result)], ['completed', 3, 0, 0]);
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 165.9);
  });
  await t.test('twice has the effect of once, and the same file again adds nothing', async () => {
    assert.equal((await files.commit(shown.import_id)).status, 'completed');
    const again = await files.upload(SHOP, 'orders-again.csv');
    assert.deepEqual(counts(again.files[0].would), [0, 3, 0]);
    const second = await files.commit(again.import_id);
    assert.deepEqual(counts(second.result), [0, 3, 0]);
    assert.equal((await files.undo(again.import_id)).status, 'undone');
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 165.9, 'the first import still lists them');
  });
  await t.test('undone, the figures are as before, and the file can be imported again', async () => {
    await files.undo(shown.import_id);
    assert.equal(await figures(), before);
    assert.equal((await files.undo(shown.import_id)).status, 'undone');
    const again = await files.upload(SHOP, 'orders.csv');
    assert.deepEqual([again.files[0].would.created, again.files[0].would.restored], [0, 3]);
    await files.commit(again.import_id);
    assert.equal(await revenue('2026-05-01', '2026-05-31'), 165.9);
    const listed = (await api().get('/profile/payments/imports')).body.data;
    const payments = listed.find(({ status }: AnyJson) => status === 'completed');
    await api().post(`/profile/payments/imports/${payments.import_id}/undo`);
    const { status, undone_at } = (await api().get(`/imports/${again.import_id}`)).body.data;
    assert.deepEqual([status, typeof undone_at], ['undone', 'string'], 'undone in the list of payments, it is undone here');
    assert.equal(await figures(), before);
  });
});

test('readImportAgain', async (t) => {
  const sheet = 'Nr;Datum;Summe;Stand\n1001;03.02.2026;1.200,50;bezahlt\n1002;04.02.2026;80,00;offen\n';
  const asked = await files.upload(sheet, 'sheet.csv');
  const mapping = {
    reads: 'payments',
    columns: { Nr: 'reference', Datum: 'time', Summe: 'amount', Stand: 'status' },
    without: ['currency'],
  };
  await t.test('a file of no known layout asks, with samples and a proposal', async () => {
    assert.deepEqual([asked.status, asked.questions[0].ask], ['asks', 'mapping']);
    assert.deepEqual(asked.files[0].header[1], { column: 'Datum', samples: ['03.02.2026', '04.02.2026'], proposed: 'time' });
    assert.equal(asked.files[0].would, null);
  });
  await t.test('is read as it is mapped, and the preview follows each change', async () => {
    const read = await files.read(asked.import_id, { as: 'payments', mapping });
    assert.deepEqual([read.status, ...counts(read.files[0].would)], ['ready', 1, 0, 0]);
    assert.deepEqual(read.files[0].header[2], { column: 'Summe', samples: ['1.200,50', '80,00'], proposed: 'amount' });
    assert.deepEqual(read.files[0].sums, [{ month: '2026-02', currency: 'EUR', amount: '1200.5' }]);
    const pounds = await files.read(asked.import_id, { currency: 'GBP' });
    assert.equal(pounds.files[0].sums[0].currency, 'GBP');
    const back = await files.read(asked.import_id, { currency: null });
    assert.equal(back.files[0].sums[0].currency, 'EUR');
  });
  await t.test('a mapping that cannot be is refused in words, and what was read stays', async () => {
    const two = { ...mapping, columns: { Nr: 'amount', Summe: 'amount', Datum: 'time' } };
    const refused = await api().patch(`/imports/${asked.import_id}`, { mapping: two });
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'validation_error']);
    assert.match(refused.body.error.message, /mapping: Both "Nr" and "Summe" are the amount/);
    const layout = await api().patch(`/imports/${asked.import_id}`, { layout: 'no.such', mapping: null });
    assert.match(layout.body.error.message, /layout: there is no no\.such/);
    assert.equal((await api().patch(`/imports/${asked.import_id}`, { timezone: 'Mars' })).body.error.code, 'validation_error');
    assert.equal((await files.get(asked.import_id)).status, 'ready');
  });
  await t.test('the mapping is kept for the next file with the same header', async () => {
    await files.commit(asked.import_id);
    assert.equal(await revenue('2026-02-01', '2026-02-28'), 1200.5);
    const late = await api().patch(`/imports/${asked.import_id}`, { currency: 'GBP' });
    assert.equal(late.body.error.code, 'invalid_state');
    const next = await files.upload(`${sheet}1003;05.02.2026;10,00;bezahlt\n`, 'sheet2.csv');
    assert.deepEqual([next.status, next.mapping_kept, ...counts(next.files[0].would)], ['ready', true, 1, 1, 0]);
  });
});

test('spend', async (t) => {
  const report = (...rows: string[]): string => ['Day,Campaign,Currency code,Cost,Customer ID', ...rows].join('\n');
  const spend = async (): Promise<string[]> => {
    const { body } = await api().get('/spend', { date_from: '2026-07-01', date_to: '2026-07-02' });
    return body.meta.totals.map((total: AnyJson) => total.spend);
  };
  const before = await figures();
  const first = await files.upload(report('2026-07-01,Brand,EUR,10.00,55'), 'brand.csv');
  assert.equal((await files.commit(first.import_id)).result.created, 1);
  const asked = await files.upload(report('2026-07-01,Generic,EUR,20.00,55', '2026-07-02,Generic,EUR,5.00,55'), 'generic.csv');
  await t.test('a second file for the same days asks what it is', async () => {
    assert.deepEqual(
      [asked.status, asked.questions[0].ask, asked.questions[0].choices],
      ['asks', 'on_conflict', ['add', 'replace', 'same']],
    );
    assert.match(asked.questions[0].words, /10 EUR before, 20 EUR in the file/);
    assert.doesNotMatch(asked.questions[0].words, /--/);
  });
  await t.test('it replaces what it is said to replace, and gives it back', async () => {
    const read = await files.read(asked.import_id, { on_conflict: 'replace' });
    assert.deepEqual(read.files[0].would.replaced, [{ day: '2026-07-01', before: '10', after: '20' }]);
    await files.commit(asked.import_id);
    assert.deepEqual(await spend(), ['25']);
    await files.undo(asked.import_id);
    assert.deepEqual(await spend(), ['10']);
    await files.undo(first.import_id);
    assert.equal(await figures(), before, 'nothing is known of the day again');
  });
  await t.test('a file that names no account, or no platform, asks for it', async () => {
    const nobody = await files.upload('Day,Campaign,Currency code,Cost\n2026-08-05,Brand,EUR,1\n', 'nobody.csv');
    assert.deepEqual(
      nobody.questions.map(({ ask }: AnyJson) => ask),
      ['account'],
    );
    assert.doesNotMatch(nobody.questions[0].words, /--/);
    const read = await files.read(nobody.import_id, { account: '66' });
    assert.deepEqual([read.status, read.files[0].would.created], ['ready', 1]);
  });
  await t.test('days that were reported again since stay', async () => {
    const again = await files.upload(report('2026-07-09,Brand,EUR,10.00,55'), 'again.csv');
    await files.commit(again.import_id);
    const day = { day: '2026-07-09', rows: [{ campaign_name: 'Brand', spend: '11' }] };
    await api().post('/spend', { platform: 'google', account_id: '55', currency: 'EUR', days: [day] });
    await app.settle();
    await files.undo(again.import_id);
    const { body } = await api().get('/spend', { date_from: '2026-07-09', date_to: '2026-07-09' });
    assert.equal(body.meta.totals[0].spend, '11');
  });
});

test('a preview says how much of a file may be sales that are there already', async () => {
  app.clock.advance(60_000);
  const header = 'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Status,Customer Email\n';
  const shop = await files.upload(SHOP.replaceAll('100.90', '77.70'), 'twice-orders.csv');
  assert.deepEqual(shop.files[0].would.maybe_twice, []);
  await files.commit(shop.import_id);
  await app.settle();
  const row = (id: string, day: string, amount: string, mail: string): string =>
    `${id},2026-05-${day} 09:00:00,${amount},0.00,eur,true,Paid,${mail}\n`;
  const stripe = [
    // Of ann within a week; of somebody else; another amount; after the week.
    row('ch_twice0001aa', '03', '77.70', 'ann@example.org'),
    row('ch_twice0002aa', '03', '77.70', 'new@example.org'),
    row('ch_twice0003aa', '03', '77.80', 'ann@example.org'),
    row('ch_twice0004aa', '20', '77.70', 'ann@example.org'),
  ];
  const shown = await files.upload(header + stripe.join(''), 'twice-payments.csv');
  assert.deepEqual(shown.files[0].would.maybe_twice, [{ currency: 'EUR', payments: 1, amount: '77.7' }]);
  const done = await files.commit(shown.import_id);
  assert.deepEqual(done.result.maybe_twice, shown.files[0].would.maybe_twice, 'the result says so too');
  await app.settle();
  const { body } = await api().get('/payments/sale_pairs');
  assert.deepEqual(
    body.meta.maybe_twice,
    [{ currency: 'EUR', payments: 1, amount: '77.7' }],
    'as the queue has it after the commit',
  );
  await files.undo(shown.import_id);
  const named = SHOP.replaceAll('100.90', '77.70').replace(',c1', ',ch_twice0005aa');
  const other = await files.upload(named.replaceAll('#', '#9'), 'named-orders.csv');
  await files.commit(other.import_id);
  await app.settle();
  const certain = await files.upload(header + row('ch_twice0005aa', '03', '77.70', 'ann@example.org'), 'certain.csv');
  assert.deepEqual(certain.files[0].would.maybe_twice, [], 'one sale by the id of the payment');
  for (const { import_id } of [other, shop]) await files.undo(import_id);
});

test('a payment of a guest is compared with the orders of a shop by number, amount and moment', async (t) => {
  const woo = (number: string, at: string, amount: string): string =>
    'order_number,order_date,status,order_total,order_currency,billing_email\n' +
    `${number},2026-04-03 ${at},completed,${amount},EUR,kim@example.org\n`;
  const stripe = (charge: string, at: string, amount: string, more: { order?: string; text?: string; mail?: string }): string =>
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Status,Customer ID,Customer Email,Description,order_id (metadata)\n' +
    `${charge},2026-04-03 ${at},${amount},0.00,eur,true,Paid,,${more.mail ?? ''},${more.text ?? ''},${more.order ?? ''}\n`;
  const zone = { timezone: 'UTC' };
  const bring = async (content: string, name: string): Promise<AnyJson> => {
    const shown = await files.upload(content, name);
    const would = (await files.read(shown.import_id, zone)).files[0].would.maybe_twice;
    const done = await files.commit(shown.import_id);
    assert.deepEqual(done.result.maybe_twice, would);
    await app.settle();
    return { id: shown.import_id, twice: would };
  };
  const countedOf = async (amount: string): Promise<number> =>
    (await api().get('/payments', { limit: 100 })).body.data.filter((each: AnyJson) => each.amount === amount).length;
  const cases = [
    { name: 'its order in a column', amount: '311.01', order: '7001', of: 1, twice: 0, ways: [true, false] },
    { name: 'its order in the description', amount: '311.02', text: 'Shop - Order 7001', of: 1, twice: 0 },
    { name: 'no order', amount: '311.03', text: 'Order of May', of: 2, twice: 1, ways: [true, false] },
    { name: 'no order, and a payer of another name', amount: '311.04', mail: 'other@example.org', of: 2, twice: 0 },
    { name: 'no order, an hour later', amount: '311.05', at: '11:00:02', of: 2, twice: 0 },
    { name: 'its order, an hour later', amount: '311.06', order: '7001', at: '11:00:02', of: 2, twice: 1 },
  ];
  for (const { name, amount, of, twice, at = '10:00:02', ways = [true], ...more } of cases)
    for (const isShopFirst of ways)
      await t.test(`${name}, ${isShopFirst ? 'after' : 'before'} the shop`, async () => {
        const both = [woo('7001', '10:00:00', amount), stripe(`ch_guest${amount.replace('.', '')}`, at, amount, more)];
        const [first = '', second = ''] = isShopFirst ? both : both.toReversed();
        const one = await bring(first, 'first.csv');
        const other = await bring(second, 'second.csv');
        const money = { currency: 'EUR', payments: 1, amount };
        const pairs = (await api().get('/payments/sale_pairs', { limit: 100 })).body.data;
        assert.deepEqual([await countedOf(amount), other.twice], [of, twice === 0 ? [] : [money]], JSON.stringify(pairs));
        assert.equal(pairs.filter((pair: AnyJson) => pair.payments[0].amount === amount).length, twice);
        for (const { id } of [other, one]) await files.undo(id);
      });
});

test('undoImport', async (t) => {
  const commit = async (content: string, name: string, reading?: object): Promise<AnyJson> => {
    const shown = await files.upload(content, name);
    const read = reading ? await files.read(shown.import_id, reading) : shown;
    assert.equal(read.status, 'ready', JSON.stringify(read));
    return files.commit(shown.import_id);
  };
  const DEALS =
    'Record ID,Deal Name,Deal Stage,Close Date,Deal owner,Amount,Currency,Associated Contact,Associated Contact IDs,Create Date\n' +
    '9101,Roof,closedwon,2026-04-02 23:40,Ines,"1,250.00",EUR,Ada Example (ada@example.org),11,2026-01-09 10:00\n' +
    '9102,Wall,qualifiedtobuy,2026-09-02 10:00,Ines,80.5,EUR,,,2026-02-09 10:00\n';
  const call = (more: object): string => JSON.stringify({ timestamp: '2026-06-01T10:00:00Z', anonymousId: 'v1', ...more });
  const EVENTS = [
    call({ type: 'page', messageId: 'm1', context: { page: { url: 'https://shop.example/a?utm_source=mail' } } }),
    call({
      type: 'track',
      messageId: 'm2',
      event: 'Order Completed',
      properties: { order_id: 'E-1', total: 30, currency: 'EUR' },
    }),
  ].join('\n');

  await t.test('deals go and come back', async () => {
    const before = await figures();
    const done = await commit(DEALS, 'deals.csv');
    assert.deepEqual([done.kind, ...counts(done.result)], ['deals', 1, 0, 0]);
    await files.undo(done.import_id);
    assert.equal(await figures(), before);
    const again = await files.upload(DEALS, 'deals.csv');
    assert.deepEqual([again.files[0].would.created, again.files[0].would.restored], [0, 1]);
    await api().delete(`/imports/${again.import_id}`);
  });
  await t.test(
    'a deal that two exports have as won counts until both are undone, and one that is won no longer is named',
    async () => {
      const before = await figures();
      const [header = '', won = ''] = DEALS.split('\n');
      const open = await commit(
        `${header}\n${won.replace('closedwon', 'qualifiedtobuy')}\n9104,Gate,closedwon,2026-04-03,Ines,10,EUR,,,\n`,
        'march.csv',
      );
      assert.deepEqual(counts(open.result), [1, 0, 0]);
      const first = await commit(DEALS, 'april.csv');
      const second = await commit(`${DEALS}9103,Door,closedlost,2026-04-05 09:15,Ines,,EUR,,,\n`, 'may.csv');
      assert.deepEqual(
        [counts(first.result), counts(second.result)],
        [
          [0, 1, 0],
          [0, 1, 0],
        ],
      );
      const both = await figures();
      await files.undo(first.import_id);
      assert.equal(await figures(), both);
      const lost = await files.upload(
        `${header}\n${won.replace('closedwon', 'closedlost')}\n9104,Gate,closedwon,2026-04-03,Ines,10,EUR,,,\n`,
        'june.csv',
      );
      assert.match(lost.files[0].would.not_taken.first[0].words, /^The deal 9101 is lost in this file, and came before as won/);
      await api().delete(`/imports/${lost.import_id}`);
      await files.undo(second.import_id);
      await files.undo(open.import_id);
      assert.equal(await figures(), before);
      const later = await files.upload(
        `${header}\n${won.replace('closedwon', 'closedlost')}\n9104,Gate,closedwon,2026-04-03,Ines,10,EUR,,,\n`,
        'july.csv',
      );
      assert.equal(later.files[0].would.not_taken.rows, 0);
      await api().delete(`/imports/${later.import_id}`);
    },
  );
  await t.test(
    'events go with the last import that lists them, visits too, and come back with a file that has them',
    async () => {
      const before = await figures();
      const visits = async (): Promise<number> => {
        const { body } = await api().get('/overview', { date_from: '2026-06-01', date_to: '2026-06-30' });
        return body.data.current.pageviews;
      };
      const first = await commit(EVENTS, 'events.ndjson');
      assert.deepEqual([first.kind, ...counts(first.result)], ['events', 2, 0, 0]);
      assert.equal(await revenue('2026-06-01', '2026-06-30'), 30);
      const second = await commit(EVENTS, 'again.ndjson');
      assert.deepEqual(counts(second.result), [0, 2, 0]);
      await files.undo(first.import_id);
      assert.equal(await revenue('2026-06-01', '2026-06-30'), 30);
      assert.equal(await visits(), 1);
      await files.undo(second.import_id);
      assert.equal(await figures(), before);
      assert.equal(await visits(), 0);
      const more = `${EVENTS}\n${call({ type: 'page', messageId: 'm3', anonymousId: 'v2', context: { page: { url: 'https://shop.example/b' } } })}`;
      const third = await commit(more, 'third.ndjson');
      assert.deepEqual([await revenue('2026-06-01', '2026-06-30'), await visits()], [30, 2]);
      await files.undo(third.import_id);
      assert.equal(await figures(), before);
    },
  );
  await t.test('files with the columns of the product are taken as well', async () => {
    // An upload is one of thirty requests of a minute.
    app.clock.advance(60_000);
    const own =
      'event_type,occurred_at,idempotency_key,value_amount,currency\npayment_received,2026-10-01T10:00:00Z,own-1,12.50,EUR\n';
    const done = await commit(own, 'own.csv');
    assert.deepEqual([done.kind, ...counts(done.result)], ['events', 1, 0, 0]);
    assert.equal(await revenue('2026-10-01', '2026-10-31'), 12.5);
    await files.undo(done.import_id);
    assert.equal(await revenue('2026-10-01', '2026-10-31'), 0);
    const spend = await commit(
      'platform,account_id,day,currency,campaign_name,spend\ngoogle,77,2026-10-01,EUR,Shopping,7\n',
      'own-spend.csv',
    );
    assert.deepEqual([spend.kind, spend.result.created], ['spend', 1]);
    await files.undo(spend.import_id);
    const { body } = await api().get('/spend', { date_from: '2026-10-01', date_to: '2026-10-01' });
    assert.deepEqual([body.data, body.meta.totals, body.meta.covered_days], [[], [], []]);
    const again = await commit(
      'platform,account_id,day,currency,campaign_name,spend\ngoogle,77,2026-10-01,EUR,Shopping,7\n',
      'own-spend.csv',
    );
    assert.equal(again.result.created, 1);
    await files.undo(again.import_id);
  });
  await t.test('customers stay, in words', async () => {
    const mapping = { reads: 'customers', columns: { Mail: 'email', Nr: 'external_id' } };
    const done = await commit('Mail,Nr\nann@example.org,7\nnobody,8\n', 'people.csv', { as: 'customers', mapping });
    assert.deepEqual([done.result.created + done.result.known, done.result.not_taken.rows], [1, 1]);
    assert.match(done.stays, /Customers cannot be removed in one step/);
    const undone = await api().post(`/imports/${done.import_id}/undo`);
    assert.deepEqual([undone.status, undone.body.error.code], [409, 'invalid_state']);
    const rejects = (await api().get(`/imports/${done.import_id}/rejects`)).body.data;
    assert.equal(rejects.file_name, 'people-rejects.csv');
    assert.match(rejects.content, /^file,line,reason,words,Mail,Nr\r\npeople\.csv,3,not_taken,.*email.*,nobody,8\r\n$/);
  });
});

// An upload is one of thirty requests of a minute.
test('getImportRejects', async () => {
  app.clock.advance(60_000);
  const shown = await files.upload(SHOP.replace('#3', '=cmd').replace('pending', '=cmd|calc'), '=orders.csv');
  const { content } = (await api().get(`/imports/${shown.import_id}/rejects`)).body.data;
  const [, row] = content.split('\r\n');
  assert.match(row, /^'=orders\.csv,4,unknown_status/);
});

test('listImports', async () => {
  const { body } = await api().get('/imports', { limit: 2 });
  assert.deepEqual([body.data.length, body.pagination.has_next], [2, true]);
  const next = await api().get('/imports', { limit: 2, cursor: body.pagination.cursor });
  assert.notEqual(next.body.data[0].import_id, body.data[0].import_id);
  assert.equal((await api().get('/imports', { cursor: 'x' })).body.error.code, 'invalid_parameter');
});

test('getImportFields', async () => {
  const { data } = (await api().get('/imports/fields')).body;
  assert.deepEqual(data.fields.find(({ reads }: AnyJson) => reads === 'spend').needed, ['day', 'spend', 'currency', 'campaign']);
  assert.ok(data.layouts.some(({ layout, kind }: AnyJson) => layout === 'hubspot.deals' && kind === 'deals'));
});

test('getImport', async () => {
  const shown = await files.upload(SHOP, 'orders.csv');
  assert.deepEqual(await files.get(shown.import_id), shown);
  assert.equal((await api().get('/imports/0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11')).status, 404);
  assert.equal((await app.request.get(`/api/v1/imports/${shown.import_id}`)).status, 401);
});

test('deleteImport', async () => {
  const shown = await files.upload(SHOP, 'orders.csv');
  assert.equal((await api().delete(`/imports/${shown.import_id}`)).body.data.deleted, true);
  assert.equal((await api().get(`/imports/${shown.import_id}`)).status, 404);
  assert.equal((await api().delete(`/imports/${shown.import_id}`)).status, 404);
  const done = await files.commit((await files.upload(SHOP, 'orders.csv')).import_id);
  assert.equal((await api().delete(`/imports/${done.import_id}`)).body.error.code, 'invalid_state');
});

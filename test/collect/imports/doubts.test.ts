// What a person or a spreadsheet program changes in an export: where it could be read in two ways it is asked about, and sums between the rows are no rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BERLIN, readingOf } from './reading.ts';

const stripe = (header: string, ...rows: string[]): string =>
  [`id,Created (UTC),Amount,Status,Description,${header}`, ...rows].join('\n');

const questionsOf = (read: Record<string, unknown>): { ask: string; words: string; choices: string[] }[] =>
  (read['questions'] ?? []) as { ask: string; words: string; choices: string[] }[];
const left = (read: Record<string, unknown>): [number, string][] =>
  ((read['left_out'] ?? []) as { line: number; reason: string }[]).map(({ line, reason }) => [line, reason]);

test('a column that decides figures is found under a name that can mean nothing else', async () => {
  const row = 'ch_1,2026-05-01 10:00,10.00,Paid,x,gbp';
  for (const name of ['Curr.', 'Currency code', 'Währung']) {
    const read = await readingOf(stripe(name, row));
    assert.deepEqual([read['total'], read['ask']], [{ GBP: '10' }, undefined], name);
  }
  const paypal = (status: string): string =>
    `Datum,Uhrzeit,Zeitzone,Typ,${status},Währung,Brutto,Transaktionscode\n01.05.2026,10:00:00,CEST,Handyzahlung,Ausstehend,EUR,"20,00",T1\n`;
  assert.deepEqual(left(await readingOf(paypal('Zahlungsstatus'))), [[2, 'pending']]);
  assert.deepEqual((await readingOf(paypal('Bearbeitungsstatus')))['ask'], ['column_status']);
});

test('a header that sounds like a column that is missing is asked about', async () => {
  const file = stripe('Currency,Refund total', 'ch_1,2026-05-01 10:00,10.00,Paid,x,gbp,4.00');
  const asked = await readingOf(file);
  assert.deepEqual(questionsOf(asked), [
    {
      ask: 'column_refunded',
      words: 'Files of Stripe: payments (unified) have a column "Amount Refunded", which this one lacks. Is it "Refund total"?',
      choices: ['Refund total', 'none'],
    },
  ]);
  const replied = (reply: string) => readingOf(file, { ...BERLIN, replies: { column_refunded: reply } });
  assert.deepEqual((await replied('Refund total'))['total'], { GBP: '6' });
  assert.deepEqual((await replied('none'))['total'], { GBP: '10' });
  assert.deepEqual((await replied('Nothing'))['ask'], ['column_refunded']);
  // The day of a refund is not its amount.
  assert.deepEqual((await readingOf(file.replace('Refund total', 'Date of refund')))['ask'], ['column_refunded_at']);
  assert.equal((await readingOf(file.replace('Refund total', 'Reason of refund')))['ask'], undefined);
  // What else a report says of campaigns is not their name.
  const report = await readingOf(
    'By Day,Ad group name,Ad group ID,Campaign budget,Cost,Currency\n2026-02-03,Women,1,20,4.00,GBP\n',
  );
  assert.ok(!String(report['ask']).includes('column_campaign'));
});

test('a second column of the same name as a missing one is no choice', async () => {
  const read = await readingOf(stripe('Currency code,Curr.', 'ch_1,2026-05-01 10:00,10.00,Paid,x,gbp,eur'));
  assert.deepEqual(read['ask'], ['mapping']);
});

test('days and months that can be exchanged are asked about, whatever the zone of the profile', async () => {
  const file = (...days: string[]): string =>
    stripe('Currency', ...days.map((day, at) => `ch_${at},${day} 10:00,10.00,Paid,x,gbp`));
  for (const zone of ['Europe/Berlin', 'America/New_York'])
    assert.deepEqual((await readingOf(file('03/04/2026'), { ...BERLIN, zone }))['ask'], ['date_order'], zone);
  const sales = (await readingOf(file('03.04.2026'), { ...BERLIN, zone: 'America/New_York' }))['sales'];
  assert.equal((sales as { at: string }[])[0]?.at, '2026-04-03T10:00:00Z');
});

test('a date in any column proves the order of dates', async () => {
  const header = 'Deal - Pipedrive System ID,Deal - Value,Deal - Currency of value,Deal - Status,Deal - Won time,Remark';
  const read = await readingOf(
    `${header}\n1,5,EUR,Won,10/3/2026 15:20:00,until 30/6\n2,5,EUR,Won,11/3/2026 09:00:00,30/6/2026\n`,
    {
      ...BERLIN,
      zone: 'America/New_York',
    },
  );
  assert.deepEqual(
    (read['deals'] as { day: string }[]).map(({ day }) => day),
    ['2026-03-10', '2026-03-11'],
  );
});

test('an order of dates under which months vary more than days is asked about', async () => {
  const square = (...days: string[]): string =>
    [
      'Date,Time,Time Zone,Total Collected,Transaction ID,Payment ID,Event Type,Transaction Status',
      ...days.map((day, at) => `${day},10:00:00,Pacific Time (US & Canada),$5.00,T${at},P${at},Payment,Complete`),
    ].join('\n');
  assert.deepEqual((await readingOf(square('7/3/2026', '9/3/2026', '10/3/2026'), { ...BERLIN, currency: 'USD' }))['ask'], [
    'date_order',
  ]);
  assert.equal((await readingOf(square('3/7/2026', '3/9/2026', '3/10/2026'), { ...BERLIN, currency: 'USD' }))['ask'], undefined);
});

const META = 'Day,Campaign name,Ad set name,Amount spent (EUR)';

test('days with dashes and the year last are days', async () => {
  const read = await readingOf(`${META}\n13-03-2026,Spring,Wide,1.50\n14-03-2026,Spring,Wide,2.00\n`);
  assert.deepEqual([read['total'], read['warn']], [{ EUR: '3.5' }, undefined]);
});

test('a row that is named like a sum and is the sum of the rows above is one, and a campaign with such a name is none', async () => {
  const rows = ['2026-03-01,Spring,Wide,1.50', '2026-03-01,Total looks,Wide,2.00', '2026-03-01,Total,,3.50'];
  const more = ['2026-03-02,Spring,Wide,4.00', '2026-03-02,Subtotal,,4.00', '2026-03-02,Grand total,,7.50'];
  const read = await readingOf([META, ...rows, ...more].join('\n'));
  assert.deepEqual([read['total'], left(read)], [{ EUR: '7.5' }, [4, 6, 7].map((line) => [line, 'total_row'])]);
  const named = await readingOf([META, ...rows.slice(0, 2), '2026-03-01,Total,Wide,9.00'].join('\n'));
  assert.deepEqual(named['total'], { EUR: '12.5' });
});

test('a row whose id is the name of a sum is no sale and no deal', async () => {
  const sale = 'ch_1,2026-05-01 10:00,10.00,Paid,x,gbp';
  for (const id of ['Sum', 'Subtotal', 'Zwischensumme', 'Total March 2026', 'Monthly total', 'Total général', '']) {
    const read = await readingOf(stripe('Currency', sale, `${id},2026-05-01 10:00,10.00,Paid,${id === '' ? 'Total' : ''},gbp`));
    assert.deepEqual([read['total'], left(read)], [{ GBP: '10' }, [[3, 'total_row']]], id);
  }
  const kept = await readingOf(stripe('Currency', sale, 'Total-9,2026-05-01 10:00,10.00,Paid,Total care,gbp'));
  assert.deepEqual(kept['total'], { GBP: '20' });
  const deals = await readingOf('Record ID,Deal Name,Deal Stage,Amount\n9,Roof,Closed Won,5\nOverall total,,,5\n');
  assert.equal((deals['deals'] as unknown[]).length, 1);
});

test('a sum whose row keeps what all rows have is none of them', async () => {
  const row = (id: string, description: string, amount: string): string =>
    `${id},2026-05-01 10:00,${amount},Paid,${description},gbp`;
  const rows = [
    row('ch_1', 'Cup', '4.00'),
    row('ch_2', 'Total', '4.00'),
    row('ch_3', 'Hat', '1.50'),
    row('ch_3', 'Total', '9.50'),
  ];
  const read = await readingOf(stripe('Currency', ...rows));
  // One row before is no sum: the second is of a thing with such a name.
  assert.deepEqual([read['total'], left(read)], [{ GBP: '9.5' }, [[5, 'total_row']]]);
});

test('a bank line without an id that is the sum of those above is none', async () => {
  const header = 'Booking Date,Value Date,Partner Name,Partner Iban,Type,Payment Reference,Account Name,Amount (EUR)';
  const line = (name: string, amount: string): string => `2026-01-05,2026-01-05,${name},DE1,Credit Transfer,x,Main,${amount}`;
  const read = await readingOf([header, line('Ann', '10.50'), line('Total Energies', '4.00'), line('Total', '14.50')].join('\n'));
  assert.deepEqual([read['total'], left(read)], [{ EUR: '14.5' }, [[4, 'total_row']]]);
  // A payer of that name is none, whether its bank has ids or not.
  const payer = await readingOf([header, line('Ann', '10.50'), line('TOTAL', '4.00')].join('\n'));
  assert.deepEqual(payer['total'], { EUR: '14.5' });
  const wise = 'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name';
  const ids = await readingOf(
    `${wise}\n,13-05-2026,4.00,EUR,Received money from Total,x,4.00,Total\nT-1,14-05-2026,1.00,EUR,Received money from Bo,y,5.00,Bo\n`,
  );
  assert.deepEqual(ids['total'], { EUR: '5' });
});

test('parts of one sale are one, however their time is written', async () => {
  const header =
    'settlement-id,deposit-date,total-amount,currency,transaction-type,order-id,amount-type,amount-description,amount,posted-date,posted-date-time';
  const part = (type: string, amount: string, at: string): string =>
    `55,,,USD,Order,114-1,${type},Principal,${amount},2026-04-13,${at}`;
  const read = await readingOf(
    [header, part('ItemPrice', '80.00', '2026-04-13 10:00:00 UTC'), part('Promotion', '-5.00', '13.04.2026 10:00:00 UTC')].join(
      '\n',
    ),
  );
  assert.deepEqual([read['total'], left(read)], [{ USD: '75' }, []]);
});

test('amounts of the form 1.060 alone are asked about in English files too', async () => {
  const header = 'Date,Type,Title,Info,Currency,Amount,Fees & Taxes,Net,Tax Details';
  const read = await readingOf(`${header}\n"31 July, 2026",Sale,Payment for Order #44,,GBP,£1.060,--,£1.060,--\n`);
  assert.deepEqual(read['ask'], ['decimal_sign']);
  // Of three decimals, it is no question.
  const dinars = await readingOf(stripe('Currency', 'ch_1,2026-05-01 10:00,1.060,Paid,x,kwd'));
  assert.deepEqual([dinars['ask'], dinars['total']], [undefined, { KWD: '1.06' }]);
});

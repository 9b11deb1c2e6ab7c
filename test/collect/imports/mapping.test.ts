// A person says what the columns of an unknown sheet mean: nothing that decides money is found by its values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidatesOf, layoutOfMapping, type Mapping, WrongMapping } from '../../../src/collect/imports/index.ts';
import { BERLIN, judged, readingOf } from './reading.ts';

const SHEET =
  'Nr;Datum;Summe;Stand;Kunde\n1001;03.02.2026;1.200,50;bezahlt;ann@example.org\n1002;04.02.2026;80,00;offen;bo@example.org\n1003;05.02.2026;20,00;erstattet;cy@example.org\n';
const MAPPING: Mapping = {
  reads: 'payments',
  columns: { Nr: 'reference', Datum: 'time', Summe: 'amount', Stand: 'status', Kunde: 'email' },
  without: ['currency'],
};

const read = (sheet: string, mapping: Mapping) => readingOf(sheet, BERLIN, 'sheet.csv', undefined, [layoutOfMapping(mapping)]);

test('an unknown sheet is asked about, with its headers', async () => {
  const asked = await readingOf(SHEET);
  assert.deepEqual(asked['ask'], ['mapping']);
  assert.deepEqual((asked['questions'] as { choices: string[] }[])[0]?.choices, ['Nr', 'Datum', 'Summe', 'Stand', 'Kunde']);
});

test('a chosen mapping reads the sheet, with common words for states', async () => {
  const { sales, refunds, left_out, total } = judged(await read(SHEET, MAPPING));
  const person = (email: string) => ({ email });
  assert.deepEqual(sales, [
    { line: 2, amount: '1200.5', currency: 'EUR', day: '2026-02-03', reference: '1001', person: person('ann@example.org') },
    { line: 4, amount: '20', currency: 'EUR', day: '2026-02-05', reference: '1003', person: person('cy@example.org') },
  ]);
  assert.deepEqual(refunds, [{ line: 4, amount: '20', currency: 'EUR', reference: null, of: '1003' }]);
  assert.deepEqual(left_out, [{ line: 3, reason: 'pending' }]);
  assert.deepEqual(total, { EUR: '1200.5' });
});

test('a mapping that would be wrong is refused in one sentence', async (t) => {
  const columns = MAPPING.columns;
  const cases: Record<string, [mapping: Mapping, sentence: RegExp]> = {
    'two columns are the amount': [
      { ...MAPPING, columns: { ...columns, Kunde: 'amount' } },
      /^Both "Summe" and "Kunde" are the amount: choose one of them\.$/,
    ],
    'nothing is the state': [
      { ...MAPPING, columns: { Nr: 'reference', Datum: 'time', Summe: 'amount' } },
      /^Choose the column of: status\.$/,
    ],
    'the amount is declined': [
      { ...MAPPING, columns: { Nr: 'reference', Datum: 'time', Stand: 'status' }, without: ['currency', 'amount'] },
      /^A file of payments needs "amount": choose a column\.$/,
    ],
    'a field that does not exist': [
      { ...MAPPING, columns: { ...columns, Kunde: 'colour' } },
      /^"colour" is no field of payments; there are amount,/,
    ],
  };
  for (const [name, [mapping, message]] of Object.entries(cases))
    await t.test(name, () =>
      assert.throws(
        () => layoutOfMapping(mapping),
        (error: Error) => error instanceof WrongMapping && message.test(error.message),
      ),
    );
});

test('whole numbers that rise from row to row are ids, never money', async () => {
  const taken = await read(SHEET, {
    ...MAPPING,
    columns: { Summe: 'reference', Datum: 'time', Nr: 'amount', Stand: 'status' },
  });
  assert.equal(taken['refuse'], 'amount_is_id');
  assert.match(String(taken['say']), /^The values of "Nr" are whole numbers that rise from row to row/);
  assert.equal(taken['sales'], undefined);
});

test('a state that says refunded is a refund where no row of its own is', async () => {
  const paypal =
    'Date,Time,TimeZone,Type,Status,Currency,Gross,Transaction ID,Reference Txn ID\n25/06/2026,10:00:00,CEST,Website Payment,Refunded,EUR,80.00,T1,\n26/06/2026,10:00:00,CEST,Payment Refund,Completed,EUR,-80.00,T2,T1\n';
  assert.deepEqual((await readingOf(paypal))['total'], { EUR: '0' });
  const partly = await read(SHEET.replace('bezahlt', 'teilweise erstattet'), MAPPING);
  assert.deepEqual(partly['ask'], ['amount']);
});

test('words of a column that nobody chose say that not every row is a sale: it is asked about', async (t) => {
  const TERMINAL =
    'Fecha;Tipo operación;Pedido;Resultado;Importe\n13/05/2026;Venta;1001;Aprobada;49,90\n14/05/2026;Venta;1002;Denegada 190;80,00\n15/05/2026;Devolución;1001;Aprobada;10,00\n';
  const mapping: Mapping = {
    reads: 'payments',
    columns: { Fecha: 'time', Importe: 'amount', Pedido: 'reference' },
    without: ['currency', 'status'],
  };
  const withReplies = (replies: Record<string, string>) =>
    readingOf(TERMINAL, { ...BERLIN, replies }, 'terminal.csv', undefined, [layoutOfMapping(mapping)]);
  const words = (read: Record<string, unknown>) => (read['questions'] as { words: string }[]).map((each) => each.words);
  await t.test('both columns, each with the word that says it', async () => {
    const read = await withReplies({});
    assert.deepEqual(read['ask'], ['column_status', 'column_type']);
    assert.deepEqual(words(read), [
      'The column "Resultado" has "Denegada 190", which says that not every row is paid. Is it the state?',
      'The column "Tipo operación" has "Devolución", which says that not every row is a sale. Is it the type?',
    ]);
  });
  await t.test('a reply makes it the state and the type', async () => {
    const read = await withReplies({ column_status: 'Resultado', column_type: 'Tipo operación' });
    assert.deepEqual(read['ask'], ['status'], 'a word with a code is asked about');
    assert.deepEqual(read['total'], { EUR: '39.9' });
  });
  await t.test('none is a reply, too', async () => {
    const read = await withReplies({ column_status: 'none', column_type: 'none' });
    assert.equal(read['ask'], undefined);
    assert.deepEqual(read['total'], { EUR: '139.9' });
  });
  await t.test('a column of other words is not asked about', async () => {
    const sheet = 'Datum;Nr;Summe;Artikel\n03.02.2026;1;10,00;Return to Oz\n04.02.2026;2;5,00;Offene Rechnung\n';
    const { ask, total } = judged(
      await read(sheet, { ...mapping, columns: { Datum: 'time', Nr: 'reference', Summe: 'amount' } }),
    );
    assert.deepEqual([ask, total], [undefined, { EUR: '15' }]);
  });
});

const plain = (columns: Record<string, string>, without: string[], reads: Mapping['reads'] = 'payments'): Mapping => ({
  reads,
  columns,
  without,
});
const withReplies = (sheet: string, mapping: Mapping, replies: Record<string, string>) =>
  readingOf(sheet, { ...BERLIN, replies }, 'sheet.csv', undefined, [layoutOfMapping(mapping)]);
const asksOf = (read: Record<string, unknown>): unknown =>
  (read['questions'] as { words: string }[] | undefined)?.map(({ words }) => words);

test('the header of an amount names its currency', async (t) => {
  const amounts = { 'Amount (CHF)': 'CHF', 'Betrag [usd]': 'USD', 'Total (£)': 'GBP', 'Net SEK': 'SEK', total_usd: 'USD' };
  for (const [header, currency] of Object.entries(amounts))
    await t.test(header, async () => {
      const mapping = plain({ Order: 'reference', Date: 'time', [header]: 'amount' }, ['currency', 'status']);
      const { sales } = await read(`Order,Date,${header}\nA-1,2026-05-04,100.00\nA-2,2026-05-04,7.50\n`, mapping);
      assert.deepEqual(new Set((sales as { currency: string }[]).map((sale) => sale.currency)), new Set([currency]));
    });
  for (const header of ['Price all', 'AMOUNT TOP', 'Total net', 'Sum (incl. VAT)'])
    await t.test(`${header}: no currency`, async () => {
      const mapping = plain({ Order: 'reference', Date: 'time', [header]: 'amount' }, ['currency', 'status']);
      const { total } = await read(`Order,Date,${header}\nA-1,2026-05-04,100.00\nA-2,2026-05-04,7.50\n`, mapping);
      assert.deepEqual(total, { EUR: '107.5' });
    });
  await t.test('of spend too', async () => {
    const mapping = plain({ Dag: 'day', Kampanj: 'campaign', 'Kostnad (SEK)': 'spend' }, ['currency'], 'spend');
    const { total } = await read('Dag,Kampanj,Kostnad (SEK)\n2026-05-04,A,10.50\n2026-05-05,A,3.00\n', mapping);
    assert.deepEqual(total, { SEK: '13.5' });
  });
});

test('a column that is named like a state or like refunds is asked about, whatever its words', async (t) => {
  const paid = 'Order,Date,Amount,Paid?\nA-1,2026-05-04,100.00,yes\nA-2,2026-05-04,300.00,no\n';
  const mapping = plain({ Order: 'reference', Date: 'time', Amount: 'amount' }, ['currency', 'status']);
  await t.test('Paid?', async () => {
    assert.deepEqual(asksOf(await read(paid, mapping)), [
      'The column "Paid?" has "yes", "no", and is named like a state; without one every row is paid. Is it the state?',
    ]);
    const none = await withReplies(paid, mapping, { column_status: 'none' });
    assert.deepEqual([asksOf(none), none['total']], [undefined, { EUR: '400' }]);
  });
  await t.test('what its words mean is said word by word', async () => {
    const asked = await withReplies(paid, mapping, { column_status: 'Paid?', 'status:yes': 'paid' });
    assert.match(String(asksOf(asked)), /mean: "no" \(1\)\?/);
    const replies = { column_status: 'Paid?', 'status:yes': 'paid', 'status:no': 'pending' };
    const { questions, total, left_out } = await withReplies(paid, mapping, replies);
    assert.deepEqual([questions, total, left_out], [undefined, { EUR: '100' }, [{ line: 3, reason: 'pending' }]]);
    const odd = await withReplies(paid, mapping, { ...replies, 'status:no': 'perhaps' });
    assert.match(String(asksOf(odd)), /"no" \(1\)/, 'an answer that is none is asked again');
  });
  await t.test('stages of deals that are taken for payments', async () => {
    const deals = 'Order,Date,Amount,Stage\nA-1,2026-05-04,100.00,Closed Won\nA-2,2026-05-04,300.00,Negotiation\n';
    assert.match(String(asksOf(await read(deals, mapping))), /^The column "Stage" has "Closed Won", "Negotiation"/);
  });
  await t.test('refunds', async () => {
    const sheet =
      'Order,Date,Amount,Amount Refunded,Refunded at\nA-1,2026-05-04,100.00,15.00,2026-05-06\nA-2,2026-05-04,10.00,0.00,\n';
    assert.deepEqual(asksOf(await read(sheet, mapping)), [
      'The column "Amount Refunded" has "15.00", and is named like refunds. Is it what was refunded of the amount?',
    ]);
    const { refunds } = await withReplies(sheet, mapping, { column_refunded: 'Amount Refunded' });
    assert.deepEqual(
      (refunds as { amount: string; of: string }[]).map(({ amount, of }) => [amount, of]),
      [['15', 'A-1']],
    );
  });
  await t.test('one word in all rows, free texts and ids say nothing', async () => {
    const sheet = 'Order,Date,Amount,Status,Status note\nA-1,2026-05-04,100.00,done,1 of 2\nA-2,2026-05-04,10.00,done,2 of 2\n';
    assert.deepEqual(asksOf(await read(sheet, mapping)), undefined);
  });
});

test('a row without the number that all others have, of the sum of them, is a total', async () => {
  const mapping = plain({ Order: 'reference', Date: 'time', Amount: 'amount' }, ['currency', 'status']);
  const rows = 'Order,Date,Amount\nA-1,2026-05-04,100.00\nA-2,2026-05-05,50.00\n';
  const { total, left_out } = await read(`${rows},2026-05-31,150.00\n`, mapping);
  assert.deepEqual([total, left_out], [{ EUR: '150' }, [{ line: 4, reason: 'total_row' }]]);
  const other = await read(`${rows},2026-05-31,149.00\n`, mapping);
  assert.deepEqual(other['total'], { EUR: '299' }, 'of another amount it is a sale');
});

test('headers say what an unknown sheet is of', () => {
  const of = (headers: string[]) => candidatesOf(headers).reads;
  assert.equal(of(['Opportunity ID', 'Stage', 'Amount', 'Close Date']), 'deals');
  assert.equal(of(['Dag', 'Kampanj', 'Valutakod', 'Kostnad']), 'spend');
  assert.deepEqual(
    candidatesOf(['Dag', 'Kampanj', 'Valutakod', 'Kostnad']).fields.find(({ field }) => field === 'currency')?.columns,
    ['Valutakod'],
  );
  assert.equal(of(['Order', 'Date', 'Amount', 'Status']), 'payments');
});

// Files as people have them: edited in a spreadsheet, of tools that no layout knows, with titles, sums and headers of two lines. None is read wrong in silence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ImportContext, layoutOfMapping, type Mapping } from '../../../src/collect/imports/index.ts';
import { BERLIN, readingOf } from './reading.ts';

const choicesOf = (read: Record<string, unknown>): string[] | undefined =>
  (read['questions'] as { choices?: string[] }[] | undefined)?.[0]?.choices;
const left = (read: Record<string, unknown>): [number, string][] =>
  ((read['left_out'] ?? []) as { line: number; reason: string }[]).map(({ line, reason }) => [line, reason]);
const mapped = (file: string, mapping: Mapping, context: ImportContext = BERLIN) =>
  readingOf(file, context, 'sheet.csv', undefined, [layoutOfMapping(mapping)]);

test("a shop's export that was edited in a German spreadsheet", async () => {
  const header =
    'Name;Email;Financial Status;Paid at;Currency;Total;Created at;Lineitem name;Payment Method;Refunded Amount;Outstanding Balance;Notiz';
  const read = await readingOf(
    [
      header,
      '#1001;ann@example.org;paid;03.04.2026 10:15;EUR;1.200,00;03.04.2026 10:14;Sofa;Shopify Payments;0,00;0,00;geprüft',
      '#1001;ann@example.org;;;;;03.04.2026 10:14;Kissen;;;;',
      '#1002;bo@example.org;partially_refunded;05.04.2026 09:00;EUR;80,00;05.04.2026 09:00;Lampe;PayPal;30,00;0,00;',
      '#1003;cy@example.org;pending;;EUR;45,00;06.04.2026 12:00;Vase;Vorkasse;0,00;45,00;wartet',
      ';;;;;1.325,00;;;;;;',
    ].join('\n'),
    { ...BERLIN, zone: 'America/New_York' },
  );
  assert.deepEqual([read['ask'], read['total']], [undefined, { EUR: '1250' }]);
  assert.deepEqual(
    (read['sales'] as { at: string }[]).map(({ at }) => at),
    ['2026-04-03T14:15:00Z', '2026-04-05T13:00:00Z'],
  );
  assert.deepEqual(left(read), [
    [3, 'order_line'],
    [5, 'pending'],
  ]);
});

test('an accountant’s sheet with a sum of each month', async () => {
  const sheet = [
    'Umsatzaufstellung 2026;;;;',
    'Datum;Beleg-Nr.;Kunde;Netto;Brutto',
    '05.01.2026;RE-1;Ann;100,00;119,00',
    '18.01.2026;RE-2;Bo;1.000,00;1.190,00',
    'Summe Januar 2026;;;1.100,00;1.309,00',
    '02.02.2026;RE-3;Cy;50,00;59,50',
    'Gesamtsumme;;;1.150,00;1.368,50',
  ].join('\n');
  assert.deepEqual(choicesOf(await readingOf(sheet)), ['Datum', 'Beleg-Nr.', 'Kunde', 'Netto', 'Brutto']);
  const columns = { Datum: 'time', Brutto: 'amount' };
  for (const mapping of [
    { reads: 'payments', columns: { ...columns, 'Beleg-Nr.': 'reference' }, without: ['currency', 'status'] },
    { reads: 'payments', columns, without: ['currency', 'status', 'reference'] },
  ] satisfies Mapping[])
    assert.deepEqual((await mapped(sheet, mapping))['total'], { EUR: '1368.5' });
});

test('stages of deals in the language of the user', async () => {
  const deals = (stage: string): Promise<Record<string, unknown>> =>
    readingOf(`Record ID,Deal Name,Deal Stage,Close Date,Amount,Currency\n501,Kitchen,${stage},2026-03-04 10:00,4500.00,EUR\n`);
  for (const stage of ['Closed Won', 'Fermée gagnée', 'Gewonnen', 'Cierre ganado', 'Chiuso vinto'])
    assert.equal(((await deals(stage))['deals'] as { state: string }[])[0]?.state, 'won', stage);
  assert.equal(((await deals('Fermé perdu'))['deals'] as { state: string }[])[0]?.state, 'lost');
  assert.equal(((await deals('Proposal sent'))['deals'] as { state: string }[])[0]?.state, 'open');
  const asked = await deals('Won - waits for the contract');
  assert.deepEqual([asked['ask'], choicesOf(asked)], [['status'], ['Won - waits for the contract']]);
});

test('a bank that no layout knows, with many lines before the table', async () => {
  const before = [
    'Umsatzanzeige;Stand: 02.04.2026',
    '',
    'IBAN;DE00',
    'Konto;Giro',
    'Bank;Beispielbank',
    'Kunde;Laden',
    'Zeitraum;März',
    '',
  ];
  const file = [
    ...before,
    'Buchung;Auftraggeber;Zweck;Saldo;Betrag',
    '30.03.2026;Ann;RE-1;900,00;119,00',
    '28.03.2026;Haus;Miete;781,00;-800,00',
  ];
  assert.deepEqual(choicesOf(await readingOf(file.join('\n'))), ['Buchung', 'Auftraggeber', 'Zweck', 'Saldo', 'Betrag']);
});

test('a report whose header has two lines', async () => {
  const report = [
    'Campaign report',
    ',,Cost,Cost,Impr.',
    'Campaign,Day,Total,Per result,',
    'Spring,2026-03-01,12.50,3.10,1000',
  ].join('\n');
  assert.deepEqual(choicesOf(await readingOf(report)), ['Campaign', 'Day', 'Total', 'Per result', '']);
  const meta = [
    ',,Kosten,Leistung',
    'Tag,Kampagnenname,Ausgegebener Betrag (EUR),Link-Klicks',
    ',,in EUR,Anzahl',
    '2026-03-01,Frühling,"12,50",20',
  ].join('\n');
  assert.deepEqual((await readingOf(meta))['total'], { EUR: '12.5' });
});

test('amounts that a title or a header says are in thousands are asked about', async () => {
  const files = {
    'All amounts in thousands of EUR\nDay,Campaign name,Ad set name,Amount spent (EUR)\n2026-03-01,Brand,All,1.25\n': 'thousands',
    'Kosten in Tsd. EUR\nTag;Kampagne;Währungscode;Kosten\n2026-03-01;Brand;EUR;1,25\n': 'thousands',
    'Media plan (M€)\nDay,Campaign name,Ad set name,Amount spent (EUR)\n2026-03-01,Brand,All,1.25\n': 'millions',
  };
  for (const [file, scale] of Object.entries(files)) {
    const asked = await readingOf(file);
    assert.deepEqual([asked['ask'], choicesOf(asked)], [['amount_scale'], [scale, 'units']], file);
    const replied = async (reply: string) => (await readingOf(file, { ...BERLIN, replies: { amount_scale: reply } }))['total'];
    assert.deepEqual(await replied('units'), { EUR: '1.25' });
    assert.deepEqual(await replied(scale), { EUR: scale === 'thousands' ? '1250' : '1250000' });
  }
  const plan = 'Plan\nDatum;Kampagne;Plan;Ist (T€)\n01.03.2026;Brand;1,5;1,2\n';
  const mapping: Mapping = {
    reads: 'spend',
    columns: { Datum: 'day', Kampagne: 'campaign', 'Ist (T€)': 'spend' },
    without: ['currency'],
  };
  assert.deepEqual((await mapped(plan, mapping))['ask'], ['amount_scale']);
  const other = 'Reach in thousands of shops\nDay,Campaign name,Ad set name,Amount spent (EUR)\n2026-03-01,Brand,All,1.25\n';
  assert.deepEqual((await readingOf(other))['ask'], ['amount_scale']);
  assert.equal((await readingOf(other.replace('in thousands of', 'of a thousand')))['ask'], undefined);
});

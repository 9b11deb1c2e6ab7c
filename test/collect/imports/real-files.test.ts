// Files as people have them: edited in a spreadsheet, of tools that no layout knows, with titles, sums and headers of two lines. None is read wrong in silence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidatesOf, type ImportContext, layoutOfMapping, type Mapping } from '../../../src/collect/imports/index.ts';
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

/** The mapping that is proposed, as a person would accept it. */
function proposal(headers: readonly string[]): Mapping {
  const { reads, fields } = candidatesOf(headers);
  const columns = Object.fromEntries(
    fields.flatMap(({ field, columns: [first] }) => (first === undefined ? [] : [[first, field]])),
  );
  const without = fields.filter(({ columns: [first], mayLack }) => first === undefined && mayLack).map(({ field }) => field);
  return { reads, columns, without };
}

test("bookkeepers' lists in seven languages are read right by the proposal, or asked about", async (t) => {
  const lists: Record<
    string,
    [list: string, right: { ask?: string[]; total?: Record<string, string>; left: [number, string][] }]
  > = {
    German: [
      'Umsatzliste Mai 2026;;;;;;\n;;;;;;\nBelegdatum;Belegnr.;Kunde;Netto;USt;Brutto;Zahlstatus\n02.05.2026;RE-118;Müller;1.000,00;190,00;1.190,00;bezahlt\n07.05.2026;RE-119;Schmidt;84,03;15,97;100,00;offen\n13.05.2026;RE-120;Öz;42,02;7,98;50,00;bezahlt\nZwischensumme;;;1.126,05;213,95;1.340,00;\n21.05.2026;GS-4;Müller;-100,00;-19,00;-119,00;bezahlt\n',
      {
        ask: ['negative'],
        total: { EUR: '1240' },
        left: [
          [5, 'pending'],
          [7, 'total_row'],
          [8, 'outgoing'],
        ],
      },
    ],
    Dutch: [
      'Bestelnummer;Besteldatum;Klant;Aantal;Totaalbedrag incl. btw;Valuta;Status\nA1;04-05-2026;Jansen;1;€ 1.059,95;EUR;Betaald\nA2;05-05-2026;De Vries;2;€ 24,90;EUR;Geannuleerd\nA3;31-05-2026;Bakker;1;€ 12,00;EUR;Terugbetaald\n',
      { total: { EUR: '1059.95' }, left: [[3, 'cancelled']] },
    ],
    Italian: [
      'Data;Numero;Cliente;Imponibile;IVA;Totale;Stato pagamento\n02/05/2026;1/A;Rossi;"1.000,00";"220,00";"1.220,00";Pagata\n15/05/2026;2/A;Bianchi;"81,97";"18,03";"100,00";Da pagare\n',
      { total: { EUR: '1220' }, left: [[3, 'pending']] },
    ],
    Polish: [
      'Data zamówienia;Numer zamówienia;Kupujący;Kwota;Waluta;Status płatności\n2026-05-02 10:00:00;Z/11;Kowalska;1 234,50;PLN;Opłacone\n2026-05-03 11:00:00;Z/12;Nowak;89,99;PLN;Nieopłacone\n2026-05-04 12:00:00;Z/13;Wójcik;20,00;PLN;Anulowane\n',
      {
        total: { PLN: '1234.5' },
        left: [
          [3, 'pending'],
          [4, 'cancelled'],
        ],
      },
    ],
    Japanese: [
      '注文番号,注文日,お客様名,合計金額,支払い状況\n1001,2026/05/02,佐藤,"12,800",支払い済み\n1002,2026/05/03,鈴木,"3,500",未払い\n1003,2026/05/04,高橋,"9,900",返金済み\n',
      { total: { JPY: '12800' }, left: [[3, 'pending']] },
    ],
    Portuguese: [
      '"Número do Pedido";"Data";"Status do Pagamento";"Moeda";"Subtotal";"Total"\n"101";"02/05/2026";"Zorblatt";"BRL";"100,00";"115,00"\n"102";"13/05/2026";"Pendente";"BRL";"50,00";"60,00"\n',
      {
        ask: ['status'],
        left: [
          [2, 'unknown_status'],
          [3, 'pending'],
        ],
      },
    ],
    English: [
      'Example Shop LLC\nSales by Customer Detail\n\nDate,Transaction Type,Num,Customer,Amount,Balance\n05/02/2026,Invoice,1037,Amy,"$1,200.00","$1,200.00"\nTotal for May,,,,"$1,200.00",\n05/20/2026,Credit Memo,1039,Amy,($75.00),"$1,125.00"\n',
      {
        ask: ['column_type', 'currency'],
        total: { EUR: '1200' },
        left: [
          [6, 'total_row'],
          [7, 'outgoing'],
        ],
      },
    ],
  };
  for (const [language, [list, right]] of Object.entries(lists))
    await t.test(language, async () => {
      const headers = choicesOf(await readingOf(list)) ?? [];
      const currency = language === 'Japanese' ? 'JPY' : 'EUR';
      const read = await mapped(list, proposal(headers), { ...BERLIN, currency });
      assert.deepEqual([read['ask'], read['total'], left(read)], [right.ask, right.total, right.left]);
    });
});

test('a negative row is a refund of the sale that it names, and asked about where it names none', async (t) => {
  const columns = { Nr: 'reference', Datum: 'time', Betrag: 'amount' };
  const mapping = (more: object = {}): Mapping => ({
    reads: 'payments',
    columns: { ...columns, ...more },
    without: ['currency', 'status'],
  });
  const rows = (...lines: string[]): string => ['Nr;Datum;Betrag;Zu', ...lines, ''].join('\n');
  const SALES = ['R1;02.05.2026;100,00;', 'R2;03.05.2026;50,00;'];
  const negatives = (read: Record<string, unknown>) =>
    (read['questions'] as { words: string }[] | undefined)?.map(({ words }) => words);

  await t.test('by the column of the refunded sale', async () => {
    const read = await mapped(rows(...SALES, 'G1;04.05.2026;-30,00;R1'), mapping({ Zu: 'of' }));
    assert.deepEqual([read['ask'], read['total']], [undefined, { EUR: '120' }]);
    assert.equal((read['refunds'] as { of: string }[])[0]?.of, 'R1');
  });
  await t.test('by having the number of a sale of the file, which may come later', async () => {
    for (const lines of [
      [...SALES, 'R2;04.05.2026;(50,00);'],
      ['R2;04.05.2026;-50,00;', ...SALES],
    ]) {
      const read = await mapped(rows(...lines), mapping());
      assert.deepEqual([read['ask'], read['total']], [undefined, { EUR: '100' }]);
    }
  });
  await t.test('otherwise the question has the row', async () => {
    const file = rows(...SALES, 'G1;04.05.2026;-30,00;');
    const asked = await mapped(file, mapping());
    assert.deepEqual([asked['ask'], asked['total'], left(asked)], [['negative'], { EUR: '150' }, [[4, 'outgoing']]]);
    assert.match(
      negatives(asked)?.[0] ?? '',
      /^1 row has a negative amount and names no sale of the file, the first in line 4 \(-30 EUR\)\./,
    );
    const refund = await mapped(file, mapping(), { ...BERLIN, replies: { negative: 'refund' } });
    assert.deepEqual([refund['ask'], refund['total']], [undefined, { EUR: '120' }]);
  });
  await t.test('where no row can name a sale, a refund is no choice, and the question says why', async () => {
    const { Nr, ...unnumbered } = columns;
    const lists: [rows: string, mapping: Mapping, why: RegExp][] = [
      [
        rows(...SALES, 'G1;04.05.2026;-30,00;'),
        { reads: 'payments', columns: unnumbered, without: ['currency', 'status', 'reference'] },
        /No column of the file has the numbers of sales, so no refund can be taken off its sale, and none is imported\./,
      ],
      [rows(...SALES, ';04.05.2026;-30,00;'), mapping(), /It has no number either, so/],
    ];
    for (const [file, chosen, why] of lists)
      for (const negative of [undefined, 'refund']) {
        const read = await mapped(file, chosen, { ...BERLIN, ...(negative === undefined ? {} : { replies: { negative } }) });
        const [question] = read['questions'] as { words: string; choices: string[] }[];
        assert.deepEqual([read['ask'], question?.choices], [['negative'], ['leave_out']]);
        assert.match(question?.words ?? '', why);
      }
    const both = rows(...SALES, 'G1;04.05.2026;-30,00;', ';05.05.2026;-7,00;');
    const read = await mapped(both, mapping(), { ...BERLIN, replies: { negative: 'refund' } });
    assert.deepEqual([read['ask'], read['total'], left(read)], [undefined, { EUR: '120' }, [[5, 'outgoing']]]);
  });
});

test('what a sheet leaves open is asked before it is money', async (t) => {
  const columns = (more: Record<string, string>): Mapping => ({
    reads: 'payments',
    columns: { Id: 'reference', 'Created at': 'time', Total: 'amount', Currency: 'currency', ...more },
    without: [],
  });
  await t.test('whole numbers alone may be cents', async () => {
    const sheet = (...totals: string[]): string =>
      [
        'Id,Created at,Total,Currency,Status',
        ...totals.map((total, at) => `${at + 1},2026-05-0${at + 1},${total},paid`),
        '',
      ].join('\n');
    const cents = sheet('4900,EUR', '1190,EUR', '0,EUR');
    const asked = await mapped(cents, columns({ Status: 'status' }));
    assert.deepEqual([asked['ask'], asked['total']], [['amount_unit'], undefined]);
    for (const [amount_unit, total] of [
      ['minor', '60.9'],
      ['major', '6090'],
    ] as const) {
      const read = await mapped(cents, columns({ Status: 'status' }), { ...BERLIN, replies: { amount_unit } });
      assert.deepEqual([read['ask'], read['total']], [undefined, { EUR: total }]);
    }
    // One amount that cannot be cents decides: with decimals, of two figures, or of a currency without any.
    for (const [other, total] of [
      ['1190.50,EUR', { EUR: '6090.5' }],
      ['49,EUR', { EUR: '4949' }],
      ['1190,JPY', { EUR: '4900', JPY: '1190' }],
    ] as const) {
      const read = await mapped(sheet('4900,EUR', other), columns({ Status: 'status' }));
      assert.deepEqual([read['ask'], read['total']], [undefined, total]);
    }
  });
  await t.test('a second column of states that says otherwise', async () => {
    const sheet =
      'Id,Created at,Total,Currency,Order status,Payment status\n1,2026-05-01,119.80,EUR,completed,paid\n2,2026-05-02,45.50,EUR,completed,refunded\n3,2026-05-03,80.00,EUR,cancelled,pending\n';
    assert.deepEqual(
      candidatesOf(sheet.split('\n')[0]?.split(',') ?? []).fields.find(({ field }) => field === 'status')?.columns,
      ['Payment status', 'Order status'],
    );
    const byOrder = columns({ 'Order status': 'status' });
    const asked = await mapped(sheet, byOrder);
    const [question] = asked['questions'] as { words: string; choices: string[] }[];
    assert.deepEqual([asked['ask'], question?.choices], [['column_status'], ['Payment status', 'none']]);
    assert.match(
      question?.words ?? '',
      /^The column "Payment status" has "refunded" in line 3, where "Order status" has "completed"\./,
    );
    const totals: Record<string, string> = { 'Payment status': '119.8', none: '165.3' };
    for (const [column_status, total] of Object.entries(totals)) {
      const read = await mapped(sheet, byOrder, { ...BERLIN, replies: { column_status } });
      assert.deepEqual([read['ask'], read['total']], [undefined, { EUR: total }]);
    }
  });
});

// Statements as they come: the exports of providers by their published columns, plain sheets in three languages, every way to write
// an amount, a day and a text; and files made to hurt.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Scanned, scanStatement } from '../../../../src/collect/payments/statements/scan.ts';
import { sourceOfBytes } from '../../../../src/collect/payments/statements/source.ts';
import { readBeside, type ScannedStatement, scanBeside } from '../../../../src/collect/payments/statements/statement-thread.ts';
import { type Cell, sheetXml, workbook, zip } from '../workbook.ts';

const now = Date.parse('2026-12-31T12:00:00Z');
const CHILE = { currency: 'CLP', timezone: 'America/Santiago', now };
const scan = (text: string | Buffer, context: Partial<typeof CHILE> = {}): Promise<Scanned> =>
  scanStatement(sourceOfBytes(Buffer.from(text as string)), { ...CHILE, ...context });

/** In the thread, as an uploaded file is read. */
async function scanUploaded(text: string | Buffer, mostMs?: number): Promise<ScannedStatement> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-scan-'));
  writeFileSync(join(folder, 'file'), text);
  const file = await open(join(folder, 'file'));
  try {
    return await scanBeside({ fd: file.fd, bytes: (await file.stat()).size }, CHILE, mostMs);
  } finally {
    await file.close();
    rmSync(folder, { recursive: true });
  }
}
const verdicts = ({ preview }: Scanned): string[] => preview.map(({ verdict }) => verdict);
const brings = ({ preview }: Scanned): string[] =>
  preview.flatMap(({ drafts }) =>
    drafts.map(
      ({ key, refundOf, amount, currency }) => `${refundOf === undefined ? '' : `-${refundOf} `}${key} ${amount} ${currency}`,
    ),
  );
const times = ({ preview }: Scanned): string[] =>
  preview.flatMap(({ drafts }) => drafts.map(({ at }) => new Date(at / 1000).toISOString()));

test('exports are recognised by their headers', async (t) => {
  await t.test('Stripe: failed charges are nothing, what was refunded is refunded', async () => {
    const read = await scan(
      `id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Status,Customer ID,Customer Email
ch_1,2026-03-14 09:26:53,129.90,0.00,eur,TRUE,Paid,cus_1,ana@example.com
ch_2,2026-03-14 09:27:00,20.00,0.00,eur,FALSE,Failed,cus_1,ana@example.com
ch_3,2026-03-14 09:28:00,20.00,5.00,eur,TRUE,Paid,,
ch_4,2026-03-14 09:29:00,10.00,10.00,eur,TRUE,Refunded,,`,
    );
    assert.equal(read.plan.format.format, 'stripe');
    assert.deepEqual(verdicts(read), ['sale', 'failed', 'sale', 'sale']);
    assert.deepEqual(brings(read), [
      'ch_1 129.9 EUR',
      'ch_3 20 EUR',
      '-ch_3 ch_3:refunded:5 5 EUR',
      'ch_4 10 EUR',
      '-ch_4 ch_4:refunded:10 10 EUR',
    ]);
    assert.equal(times(read)[0], '2026-03-14T09:26:53.000Z');
    assert.deepEqual(Object.keys(read.preview[0]?.drafts[0]?.person ?? {}), ['email', 'external_id']);
  });

  await t.test('Stripe: of the balance, fees and payouts are nothing; a refund names its charge', async () => {
    const read = await scan(
      `balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,charge_id,customer_email
txn_1,2026-03-14 09:26:53,usd,129.90,4.07,125.83,charge,ch_1,ch_1,ana@example.com
txn_2,2026-03-15 09:26:53,usd,-29.90,0.00,-29.90,refund,re_1,ch_1,ana@example.com
txn_3,2026-03-16 09:26:53,usd,-95.93,0.00,-95.93,payout,po_1,,`,
    );
    assert.equal(read.plan.format.format, 'stripe_balance_report');
    assert.deepEqual(brings(read), ['ch_1 129.9 USD', '-ch_1 re_1 29.9 USD']);
    assert.equal(verdicts(read)[2], 'other');
  });

  await t.test('PayPal: zones by letters, payouts out, holds pending', async () => {
    const read = await scan(
      `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Reference Txn ID","Balance Impact"
"03/14/2026","10:40:56","PDT","Ana Rojas","Express Checkout Payment","Completed","USD","1,234.50","-7.00","1,227.50","ana@example.com","me@shop.example","9AS","","Credit"
"03/15/2026","10:40:56","America/Los_Angeles","Ana Rojas","Payment Refund","Completed","USD","-100.00","7.00","-93.00","me@shop.example","ana@example.com","8REF","9AS","Debit"
"03/16/2026","10:40:56","PDT","","General Withdrawal","Completed","USD","-100.00","0","-100","","","W1","","Debit"
"03/16/2026","10:40:56","PDT","Bob","Website Payment","Pending","USD","10.00","0","10","b@example.com","","P1","","Credit"
"03/16/2026","10:40:56","PDT","Vendor","General Payment","Completed","USD","-40.00","0","-40","me@shop.example","","G1","","Debit"`,
    );
    assert.equal(read.plan.format.format, 'paypal');
    assert.deepEqual(verdicts(read), ['sale', 'refund', 'other', 'pending', 'other']);
    assert.deepEqual(brings(read), ['9AS 1234.5 USD', '-9AS 8REF 100 USD']);
    assert.deepEqual(times(read), ['2026-03-14T17:40:56.000Z', '2026-03-15T17:40:56.000Z']);
    // The address on a refund is the shop's own.
    assert.deepEqual(Object.keys(read.preview[1]?.drafts[0]?.person ?? {}), []);
  });

  await t.test('Shopify: an order on two lines counts once', async () => {
    const read = await scan(
      `Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Total,Lineitem name,Refunded Amount,Billing Name,Phone
#1001,a@example.com,paid,2026-03-01 10:15:00 -0500,fulfilled,USD,100.00,113.25,Mug,0.00,Ana Rojas,'+56912345678
#1001,,,,,,,,Tee,,,
#1002,b@example.com,partially_refunded,2026-03-02 10:15:00 -0500,,USD,50.00,50.00,Tee,10.00,,
#1003,c@example.com,voided,,,USD,20.00,20.00,Tee,,,
#1004,d@example.com,pending,,,USD,20.00,20.00,Tee,,,`,
    );
    assert.equal(read.plan.format.format, 'shopify');
    assert.deepEqual(verdicts(read), ['sale', 'line', 'sale', 'failed', 'pending']);
    assert.deepEqual(read.totals, [{ currency: 'USD', amount: '153.25' }]);
    assert.deepEqual(Object.keys(read.preview[0]?.drafts[0]?.person ?? {}), ['email', 'phone', 'first_name', 'last_name']);
  });

  await t.test('Mercado Pago: a refund under the payment’s own number is told from another', async () => {
    const movements = await scan(
      `SOURCE_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_DATE;TRANSACTION_CURRENCY;SETTLEMENT_NET_AMOUNT
3001;SETTLEMENT;12000.00;2026-03-07T12:00:00.000-03:00;ARS;11500.00
3001;REFUND;-2000.00;2026-03-08T12:00:00.000-03:00;ARS;-2000.00
3001;REFUND;-2000.00;2026-03-08T12:00:00.000-03:00;ARS;-2000.00
3002;WITHDRAWAL;-2000.00;2026-03-08T12:00:00.000-03:00;ARS;-2000.00`,
    );
    assert.equal(movements.plan.format.format, 'mercado_pago');
    assert.deepEqual(movements.totals, [{ currency: 'ARS', amount: '8000' }]);
    assert.equal(new Set(brings(movements)).size, 3);
    const sales = await scan(
      `Fecha de compra (date_created);Fecha de acreditación (date_approved);E-mail de la contraparte (counterpart_email);Número de operación de Mercado Pago (operation_id);Estado de la operación (status);Valor del producto (transaction_amount);Monto devuelto (amount_refunded)
14/03/2026 10:00:00;14/03/2026 10:00:05;a@example.com;77;approved;1500,50;0
14/03/2026 10:00:00;;a@example.com;78;rejected;1500,50;0`,
    );
    assert.equal(sales.plan.format.format, 'mercado_pago_sales');
    assert.deepEqual(brings(sales), ['77 1500.5 CLP']);
    assert.deepEqual(times(sales), ['2026-03-14T13:00:05.000Z']);
  });

  await t.test('Hotmart, old and new, in Latin-1', async () => {
    const read = await scan(
      Buffer.from(
        `Código da transação;Status da transação;Data da transação;Confirmação do pagamento;Produto;Moeda de compra;Valor de compra com impostos;Comprador(a);Email do(a) Comprador(a);Telefone
HP1;Aprovado;14/03/2026 10:00:00;14/03/2026 10:01:00;Curso;BRL;1.297,00;Ana Silva;ana@example.com;+5511987654321
HP2;Cancelado;14/03/2026 10:00:00;(none);Curso;BRL;297,00;Bia;bia@example.com;(none)
HP3;Reembolsado;14/03/2026 10:00:00;14/03/2026 10:01:00;Curso;BRL;297,00;Bia;bia@example.com;(none)
HP4;Aguardando pagamento;14/03/2026 10:00:00;(none);Curso;BRL;297,00;Bia;bia@example.com;(none)`,
        'latin1',
      ),
    );
    assert.equal(read.plan.format.format, 'hotmart');
    assert.equal(read.written.encoding, 'windows-1252');
    assert.deepEqual(verdicts(read), ['sale', 'failed', 'sale', 'pending']);
    assert.deepEqual(read.totals, [{ currency: 'BRL', amount: '1297' }]);
    const old = await scan(
      'Nome do Produto;Transação;Moeda;Preço do Produto;Moeda;Data de Venda;Data de Confirmação;Status;Nome;Email;DDD;Telefone;Preço Total\nCurso;HP9;BRL;100,00;BRL;13/03/2026 09:00:00;14/03/2026 10:00:00;Completo;Ana;ana@example.com;11;987654321;1.100,00',
    );
    assert.equal(old.plan.format.format, 'hotmart');
    assert.deepEqual(brings(old), ['HP9 1100 BRL']);
  });
});

test('plain sheets', async (t) => {
  await t.test('in Spanish, with titles above, fifteen thousand is 15.000', async () => {
    const read = await scan(
      `Ventas de marzo;;;;
;;;;
Fecha;Pedido;Correo;Monto;Estado
14/03/2026;A-1;ana@example.com;15.000;Pagado
15/03/2026;A-2;bea@example.com;$ 9.990;Pendiente
16/03/2026;A-3;c@example.com;1.000;Rechazado
17/03/2026;A-1;ana@example.com;-15.000;Reembolso
18/03/2026;A-4;ana@example.com;5.000;Quizás
19/03/2026;A-5;ana@example.com;5.000;Pagado
19/03/2026;A-5;ana@example.com;5.000;Pagado
19/03/2026;A-5;ana@example.com;7.000;Pagado`,
    );
    assert.equal(read.headerRow, 2);
    assert.deepEqual(verdicts(read), ['sale', 'pending', 'failed', 'refund', 'unreadable', 'sale', 'line', 'unreadable']);
    assert.equal(read.preview[0]?.drafts[0]?.amount, '15000');
    assert.equal(read.preview[3]?.drafts[0]?.refundOf, 'A-1');
    assert.deepEqual(read.totals, [{ currency: 'CLP', amount: '5000' }]);
    assert.deepEqual(
      read.problems.map(({ words }) => words),
      [
        'The status "Quizás" is not known: it may be paid or not.',
        'Row 8 has the same reference, A-5, with another amount: the total of the order is ambiguous.',
      ],
    );
  });

  await t.test('a refund on a row of its own with an amount above 0 is no sale, nor a line of one', async () => {
    const read = await scan(
      `date,reference,amount,currency,status,refund_of,type
2026-03-14,A-1,100,EUR,paid,,
2026-03-15,R-1,30,EUR,refunded,A-1,
2026-03-15,R-2,20,EUR,paid,A-1,
2026-03-15,A-2,50,EUR,paid,A-1,Payment
2026-03-16,A-2,50,EUR,Refunded,,
2026-03-16,A-3,10,EUR,Refunded,,
2026-03-16,A-3,10,EUR,Refunded,,
2026-03-14,A-3,10,EUR,Paid,,`,
    );
    assert.deepEqual(verdicts(read), ['sale', 'refund', 'unreadable', 'sale', 'refund', 'sale', 'line', 'line']);
    assert.deepEqual([read.preview[1]?.drafts[0]?.key, read.preview[1]?.drafts[0]?.refundOf], ['R-1', 'A-1']);
    assert.equal(read.preview[4]?.drafts[0]?.refundOf, 'A-2');
    assert.deepEqual(read.totals, [{ currency: 'EUR', amount: '70' }]);
  });

  await t.test('in Portuguese and in English, comma and point', async () => {
    const pt = await scan('Data;Pedido;Valor;E-mail\n14/03/2026;1;R$ 1.234,56;a@example.com', {
      currency: 'BRL',
      timezone: 'America/Sao_Paulo',
    });
    assert.deepEqual(brings(pt), ['1 1234.56 BRL']);
    const en = await scan('Date,Order number,Total,Customer email\n03/14/2026 5:06 PM,1,"$1,234.56",a@example.com', {
      currency: 'USD',
      timezone: 'America/New_York',
    });
    assert.deepEqual([...brings(en), ...times(en)], ['1 1234.56 USD', '2026-03-14T21:06:00.000Z']);
    assert.deepEqual([en.written.decimal, en.written.dateOrder, en.written.isDateOrderFound], ['.', 'mdy', true]);
  });

  await t.test('what would have to be guessed is left out', async () => {
    const read = await scan(
      'Date,Order,Amount\n2026-03-14,1,12.50\n2026-03-14,2,15.000\n2026-02-31,3,10.00\n2026-03-14,,10.00\n,5,10.00',
      {
        currency: 'USD',
        timezone: 'UTC',
      },
    );
    assert.deepEqual(verdicts(read), ['sale', 'unreadable', 'unreadable', 'unreadable', 'unreadable']);
    const dinars = await scan('Date,Order,Amount\n2026-03-14,1,15.000\n', { currency: 'KWD', timezone: 'UTC' });
    assert.deepEqual(brings(dinars), ['1 15 KWD']);
  });

  await t.test('without references a row is known by what it says, and equals stay apart', async () => {
    const text = 'Date,Amount,Email\n2026-03-14,10,a@example.com\n2026-03-14,10,a@example.com\n2026-03-14,11,a@example.com';
    const [first, again] = [brings(await scan(text)), brings(await scan(text))];
    assert.equal(new Set(first).size, 3);
    assert.deepEqual(first, again);
  });
});

test('text in every encoding and with every delimiter', async () => {
  const text = 'Fecha\tPedido\tMonto\tNombre\n2026-03-14\tA1\t12,50\tJosé Ñandú\n';
  const marked = (bytes: number[], body: Buffer): Buffer => Buffer.concat([Buffer.from(bytes), body]);
  const big = Buffer.from(text, 'utf16le').swap16();
  const written: [Buffer, string][] = [
    [Buffer.from(text), 'utf-8'],
    [marked([0xef, 0xbb, 0xbf], Buffer.from(text)), 'utf-8-bom'],
    [marked([0xff, 0xfe], Buffer.from(text, 'utf16le')), 'utf-16le'],
    [Buffer.from(text, 'utf16le'), 'utf-16le'],
    [marked([0xfe, 0xff], big), 'utf-16be'],
    [Buffer.from(text, 'latin1'), 'windows-1252'],
  ];
  for (const [bytes, encoding] of written) {
    const kept: Buffer[] = [];
    const read = await scanStatement(sourceOfBytes(bytes), CHILE, (piece) => void kept.push(piece));
    assert.equal(read.written.encoding, encoding);
    assert.equal(read.written.form, 'tsv');
    assert.deepEqual(brings(read), ['A1 12.5 CLP'], encoding);
    assert.match(Buffer.concat(kept).toString('utf8'), /José Ñandú/);
  }
  for (const delimiter of [',', ';', '|']) {
    const read = await scan(`Date${delimiter}Order${delimiter}Amount\n2026-03-14${delimiter}A1${delimiter}"12.50"\n`);
    assert.deepEqual([read.written.delimiter, ...brings(read)], [delimiter, 'A1 12.5 CLP']);
  }
});

test('a time that the clocks of the zone skip or show twice stays on its day', async () => {
  const rows = ['2026-09-06 00:30', '2026-09-05', '2026-04-04 23:30', '2026-04-05 00:00'].map((at, i) => `${at},A-${i},5\n`);
  const read = await scan(`Date,Order,Amount\n${rows.join('')}`);
  assert.deepEqual(times(read), [
    '2026-09-06T04:30:00.000Z',
    '2026-09-06T03:59:59.000Z',
    '2026-04-05T02:30:00.000Z',
    '2026-04-05T04:00:00.000Z',
  ]);
});

test('spreadsheets: numbers are exact, dates are the sheet’s own clock, formulas are what they were worth', async () => {
  const rows = [
    ['Fecha', 'Pedido', 'Monto', 'Nombre', 'Estado'],
    [{ day: 46095 }, 'A-1', 15000, '=HYPERLINK("http://evil.example")', 'Pagado'],
    [{ day: 46095.5 }, 'A-2', 19.899999999999999, { formula: 'A1', value: 'Ana' }, 'Pagado'],
    ['14/03/2026', 'A-3', '1.500', 'Bea', 'Pagado'],
  ];
  const read = await scan(workbook(sheetXml(rows)));
  assert.equal(read.written.form, 'xlsx');
  assert.deepEqual(brings(read), ['A-1 15000 CLP', 'A-2 19.9 CLP', 'A-3 1500 CLP']);
  assert.deepEqual(times(read), ['2026-03-15T02:59:59.000Z', '2026-03-14T15:00:00.000Z', '2026-03-15T02:59:59.000Z']);
});

test('spreadsheets: what a formula came to is read as it is shown, to the second and to fifteen digits', async () => {
  const second = (clock: string): number => 46095 + Date.parse(`1970-01-01T${clock}Z`) / 86_400_000;
  const clocks = ['09:26:53', '00:00:01', '13:59:59', '23:59:59'];
  const rows = clocks.map((clock, i) => [{ day: second(clock) }, `S-${i}`, 3 * 1.1 + i]);
  const read = await scan(workbook(sheetXml([['Date', 'Order', 'Amount'], ...rows])), { currency: 'USD', timezone: 'UTC' });
  assert.deepEqual(brings(read), ['S-0 3.3 USD', 'S-1 4.3 USD', 'S-2 5.3 USD', 'S-3 6.3 USD']);
  assert.deepEqual(
    times(read),
    clocks.map((clock) => `2026-03-14T${clock}.000Z`),
  );
});

test('what a cell has no value for, and what is still to come, is no payment', async () => {
  const rows = [
    ['Fecha', 'Pedido', 'Monto', 'Estado'],
    ['14/03/2026', 'E-1', { xml: '<c r="C2" t="e"><v>#DIV/0!</v></c>' }, 'Pagado'],
    ['31/12/2026', 'E-2', 5, 'Pagado'],
    ['02/01/2027', 'E-3', 5, 'Pagado'],
  ];
  const read = await scan(workbook(sheetXml(rows)));
  assert.deepEqual(brings(read), ['E-2 5 CLP'], 'today is over late');
  assert.deepEqual(
    read.problems.map(({ words }) => words),
    ['The amount is the error #DIV/0!.', 'The date "02/01/2027" is still to come.'],
  );
});

test('spreadsheets: ids keep their digits, and what has lost some is refused and told', async () => {
  const header = ['Date', 'Order', 'Amount'];
  const rows = (ids: string[]) => ids.map((id): Cell[] => ['2026-03-14', { xml: `<c><v>${id}</v></c>` }, 5]);
  const of = (ids: string[]): Promise<Scanned> => scan(workbook(sheetXml([header, ...rows(ids)])), { currency: 'USD' });
  const many = await of(Array.from({ length: 3_000 }, (_, i) => String(4_000_000_000_000_011n + BigInt(i))));
  assert.deepEqual([many.counts.sale, many.counts.rows, many.notes], [3_000, 3_000, []]);
  assert.deepEqual(brings(many)[1], '4000000000000012 5 USD');
  const beyond = await of(['12345678901234567', '12345678901234568', '9007199254740992', '1.2345678901234567E+17']);
  assert.deepEqual([beyond.counts.sale, beyond.counts.unreadable, brings(beyond)], [1, 3, ['9007199254740992 5 USD']]);
  assert.match(
    beyond.problems[0]?.words ?? '',
    /^The reference "12345678901234567" is a number with more digits than it can store/,
  );
  assert.match(beyond.notes[0] ?? '', /^3 numbers of "Order" have more digits than a spreadsheet keeps/);
  const short = await of(['4000000000000010', '4000000000000010', '4000000000000020', '7']);
  assert.deepEqual([short.counts.sale, short.counts.line, short.counts.unreadable], [1, 0, 3]);
  assert.match(short.problems[0]?.words ?? '', /has lost its last digits in a spreadsheet/);
  const saved = await scan('Date,Order,Amount\n2026-03-14,1.20211E+17,5\n2026-03-14,"1,20211E+17",6\n2026-03-14,12E5,7\n', {
    currency: 'USD',
  });
  assert.deepEqual([saved.counts.unreadable, brings(saved)], [2, ['12E5 7 USD']], 'as a spreadsheet saved it as CSV');
});

test('spreadsheets: numbers of a column named like a date are offered as days', async () => {
  const sheet = (header: string, ...days: number[]): Buffer =>
    workbook(sheetXml([[header, 'Order', 'Amount'], ...days.map((day, i): Cell[] => [day, `A-${i}`, 40_000])]));
  const read = await scan(sheet('Fecha', 46_352, 46_353.4375));
  assert.deepEqual(times(read), ['2026-11-27T02:59:59.000Z', '2026-11-27T13:30:00.000Z']);
  assert.deepEqual([read.columns[0]?.field, read.columns[0]?.confidence], ['paid_at', 0.6]);
  assert.match(
    read.notes[0] ?? '',
    /^The numbers of "Fecha" are read as days of a spreadsheet's calendar: 46352 is 2026-11-26\.$/,
  );
  assert.deepEqual(brings(read), ['A-0 40000 CLP', 'A-1 40000 CLP']);
  for (const other of [sheet('Fecha', 46_352, 20_261_127), sheet('Fecha', 36_525), sheet('Importe neto', 46_352)]) {
    const { columns, notes } = await scan(other);
    assert.deepEqual([columns[0]?.field === 'paid_at', notes], [false, []]);
  }
});

test('spreadsheets: an error is no empty cell, and leaves off what it is of', async () => {
  const error = (value: string): Cell => ({ xml: `<c t="e"><v>${value}</v></c>` });
  const header = ['Date', 'Order', 'Amount', 'Status', 'Email', 'Name'];
  const rows: Cell[][] = [
    ['2026-03-14', 'A-1', error('#N/A'), 'paid', 'a@example.com', 'Ana'],
    ['2026-03-14', error('#REF!'), 5, 'paid', 'a@example.com', 'Ana'],
    [error('#VALUE!'), 'A-3', 5, 'paid', 'a@example.com', 'Ana'],
    ['2026-03-14', 'A-4', 5, error('#NAME?'), 'a@example.com', 'Ana'],
    ['2026-03-14', 'A-5', 5, 'paid', error('#N/A'), error('#N/A')],
    ['2026-03-14', 'A-6', { xml: '<c><f>1+1</f></c>' }, 'paid', '', ''],
  ];
  const read = await scan(workbook(sheetXml([header, ...rows])), { currency: 'USD' });
  assert.deepEqual(brings(read), ['A-5 5 USD']);
  assert.deepEqual(
    read.preview.flatMap(({ drafts }) => drafts.map(({ person }) => person)),
    [{}],
  );
  assert.deepEqual(
    read.problems.map(({ words }) => words),
    [
      'The amount is the error #N/A.',
      'The reference is the error #REF!.',
      'The date is the error #VALUE!.',
      'The status is the error #NAME?.',
      'The amount is a formula whose result the file does not contain: open the file in a spreadsheet program and save it.',
    ],
  );
  assert.ok(read.notes.includes('1 cell of "Email" shows an error (#N/A).'), read.notes.join(' '));
  const text = await scan('Fecha;Pedido;Monto\n14/03/2026;A-1;#N/D\n14/03/2026;#¡REF!;5\n14/03/2026;#1001;5\n', {
    currency: 'USD',
  });
  assert.deepEqual([text.counts.unreadable, brings(text)], [2, ['#1001 5 USD']], 'errors that a spreadsheet saved as text');
});

test('an order is known again however far above its first line stands, and its amount with it', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `2026-03-14 10:00:00,A-${i},${i + 1}.50\n`);
  const again = ['A-0,1.50', 'A-19999,20000.50', 'A-7,8.49', 'A-7,8.50'].map((cells) => `2026-03-14 10:00:00,${cells}\n`);
  const { counts, problems } = await scan(`Date,Order,Amount\n${lines.join('')}${again.join('')}`);
  assert.deepEqual([counts.sale, counts.line, counts.unreadable], [20_000, 3, 1]);
  assert.match(problems[0]?.words ?? '', /^Row 9 has the same reference, A-7, with another amount/);
  const plain = await scan(`Date,Amount\n${'2026-03-14,5\n'.repeat(3_000)}`, { currency: 'USD', timezone: 'UTC' });
  assert.equal(plain.counts.sale, 3_000);
});

test('a kept statement is handed over a few hundred rows at a time, and taken in as these are asked for', async () => {
  const lines = Array.from({ length: 200_000 }, (_, i) => `2026-03-14,A-${i},12.50\n`);
  const text = `Date,Order,Amount\n${lines.join('')}`;
  const { plan, headerRow, delimiter } = await scan(text);
  const kept = gzipSync(text, { level: 1 });
  let value = 0;
  const pieces = function* (): Generator<Uint8Array> {
    for (let at = 0; at < kept.length; at += 16_384, value += 1) yield kept.subarray(at, at + 16_384);
  };
  let [rows, most, givenAtFirst] = [0, 0, 0];
  for await (const batch of readBeside({ plan, headerRow, delimiter }, pieces())) {
    givenAtFirst ||= value;
    rows += batch.length;
    most = Math.max(most, batch.length);
  }
  assert.deepEqual([rows, most], [200_000, 500]);
  assert.ok(givenAtFirst < value / 2, `${givenAtFirst} of ${value} pieces were taken before the first rows were`);
});

test('hostile files end in words', async (t) => {
  const cells = (count: number): string => `a${','.repeat(count)}`;
  const entity = sheetXml([['Fecha']]).replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet');
  const cases: [string, Buffer | string, RegExp][] = [
    ['nothing', '', /empty/],
    [
      'a web page that a bank calls a spreadsheet',
      '\ufeff\n<html><body><table><tr><td>Fecha</td></tr></table>',
      /web page or XML/,
    ],
    ['a document type', '<!DOCTYPE html><html></html>', /web page or XML/],
    ['JSON', '{"data": [{"date": "2026-03-01", "amount": 1}]}', /is JSON/],
    ['a file packed with gzip', gzipSync('date,reference,amount\n2026-03-01,a,1\n'), /packed with gzip. Unpack it/],
    ['half of one', gzipSync(Buffer.alloc(5_000, 'date,')).subarray(0, 30), /packed with gzip/],
    ['blank lines', '\n\n\n', /empty/],
    ['a header alone', 'Date,Order,Amount\n', /no row below/],
    ['a picture', randomBytes(2_000), /neither CSV/],
    ['a PDF', '%PDF-1.7 …', /PDF/],
    [
      'an old or locked spreadsheet',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]),
      /old or a locked/,
    ],
    ['a million columns', cells(1_000_000), /columns|longer than/],
    ['a thousand columns', `${cells(999)}\n`, /1000 columns/],
    ['one endless line', `Date,Order,Amount\n${'x'.repeat(400_000)}`, /longer than/],
    ['a quote that never closes', 'Date,Order,Amount\n2026-03-14,"A1,12\n', /quote is opened/],
    ['a million rows', `Date,Order,Amount\n${'1,2,3\n'.repeat(300_000)}`, /more than 250000 rows/],
    ['another zip', zip([{ name: 'a.txt', text: 'x' }]), /no spreadsheet/],
    ['a spreadsheet cut off', workbook(sheetXml([['Fecha'], ['x']])).subarray(0, 700), /damaged/],
    ['a bomb that says so', workbook(sheetXml([['x']]), 4_000_000_000), /200 MB/],
    ['a bomb of nothing but spaces', workbook(Buffer.alloc(100_000_000, 0x20)), /more than 500 times its size/],
    ['a bomb that lies', workbook(Buffer.alloc(5_000_000, 0x20), 100), /more than its stated size/],
    ['entities', workbook(entity), /defines entities/],
    ['XML without end', workbook(`${sheetXml([['x']]).replace('</sheetData>', '<a>'.repeat(300_000))}`), /damaged|no row/],
  ];
  for (const [name, bytes, words] of cases)
    await t.test(name, async () => {
      // In the thread, what would end the whole process ends the file alone.
      const isXml = name.startsWith('XML');
      await assert.rejects(isXml ? scanUploaded(bytes) : scan(bytes), words);
    });
  const far = (cell: string, row = ''): Buffer =>
    workbook(sheetXml([['Fecha', 'Pedido', 'Monto']]).replace('</sheetData>', `${row}${cell}${row && '</row>'}</sheetData>`));
  const full = (place: string): string => `<c r="${place}"><v>1</v></c>`;
  const places: [string, Buffer, RegExp][] = [
    ['a cell far away', workbook(sheetXml([['Fecha', { xml: full('XFD1048576') }]])), /more than 250000 rows/],
    ['the last cell of all', far(full('XFD1048576'), '<row r="1048576">'), /more than 250000 rows/],
    ['a cell far to the right', workbook(sheetXml([['Fecha', { xml: full('XFD1') }]])), /16384 columns/],
    ['a cell far down', far(full('A1048576'), '<row r="1048576">'), /more than 250000 rows/],
    ['a row that no sheet has', far('', '<row r="99999999">'), /no sheet has/],
    ['a row whose number is a power', far('', '<row r="1e9">'), /no sheet has/],
    ['a place in small letters', far(full('xfd2'), '<row r="2">'), /no sheet has/],
    ['a place of an entity', far(full('&#88;FD2'), '<row r="2">'), /16384 columns/],
    ['a million columns', far(full('BGQCV1'), '<row r="1">'), /1048576 columns/],
    ['a place of two corners', far(full('SF250000'), '<row r="250000">'), /spans 250000 rows and 500 columns/],
    ['a place behind a quote that a comment opens', far(`<!-- <c " -->${full('XFD2')}`, '<row r="2">'), /16384 columns/],
    ['a place that seems to be empty', far('<c r="XFD2" x="/>"><v>1</v></c>', '<row r="2">'), /16384 columns/],
    ['no sheet at all', zip([{ name: 'xl/workbook.xml', text: '<workbook/>' }]), /has no sheet/],
  ];
  for (const [name, bytes, words] of places) await t.test(name, () => assert.rejects(scanUploaded(bytes, 20_000), words));
  await t.test(
    'what only seems far away is read: a dimension that lies, formats of empty cells, texts that nobody names',
    async () => {
      const sheet = sheetXml([
        ['Fecha', 'Pedido', 'Monto'],
        ['14/03/2026', 'A-1', 5],
      ])
        .replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>')
        .replace('</sheetData>', '<row r="1048576"><c r="A1048576" s="1"/><c r="XFD1048576" s="1" /></row></sheetData>');
      const read = await scanUploaded(workbook(sheet, undefined, Array(200_000).fill('x')));
      assert.deepEqual(brings(read), ['A-1 5 CLP']);
    },
  );
  await t.test('texts that patterns stumble over are no slower than others', async () => {
    const gap = ' '.repeat(100_000);
    const slow = [
      `${gap}x`,
      `-${gap}x`,
      `$${gap}-${gap.slice(0, 20_000)}x`,
      `1/2/2026${gap}\n`,
      `a@${'.'.repeat(100_000)}@`,
      `(${gap}x`,
      '('.repeat(100_000),
    ];
    for (const result of slow) {
      const cell = `"${result}"`;
      const rows = `${[cell, 'A-1', '', '', ''].join(',')}\n${['', 'A-2', cell, '', ''].join(',')}\n${['', 'A-3', '1', cell, cell].join(',')}\n`;
      const good = '2026-03-14,A-0,5.00,a@example.com,paid\n'.repeat(100);
      const text = `Date,Order,Amount,Email,Status\n${good}${rows.repeat(5)}`;
      const read = await scanUploaded(text, 20_000);
      assert.equal(read.counts.unreadable, 15, result.slice(0, 20));
      const header = await scanUploaded(`Date,${cell},Amount\n2026-03-14,A-1,12.50\n`, 20_000);
      assert.equal(header.counts.sale, 1);
    }
  });
  await t.test('a text that stands in many cells of a spreadsheet is not written out without end', async () => {
    const shared = 'x'.repeat(4_000);
    const xml = sheetXml([['Date', 'Order', 'Amount'], ...Array(600).fill(Array(100).fill({ shared: 0 }))]);
    await assert.rejects(scanUploaded(workbook(xml, undefined, [shared])), /200 MB|memory/);
  });
  await t.test('one that takes too long is given up', async () => {
    await assert.rejects(scanUploaded(`Date,Order,Amount\n${'2026-03-14,2,3\n'.repeat(100_000)}`, 5), /too long/);
  });
});

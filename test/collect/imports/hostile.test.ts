// Files that are damaged, hostile or ambiguous: each gets a clear sentence, a question, or the reason on its line, and none is read wrong in silence.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { layoutOfMapping, readReadings } from '../../../src/collect/imports/index.ts';
import { sourceOfFile } from '../../../src/collect/imports/open/source.ts';
import { sheetXml, workbook, zip } from '../payments/workbook.ts';
import { encodedIn } from './encoded.ts';
import { BERLIN, readingOf } from './reading.ts';

const HEADER = 'id,Created (UTC),Amount,Currency,Status,Description';
const ROW = 'ch_1,2026-05-01 10:00,120.00,eur,Paid,Order';
const stripe = (...rows: string[]): string => `${[HEADER, ...rows].join('\n')}\n`;

interface Left {
  line: number;
  reason: string;
  words?: string;
}
const leftOut = (read: Record<string, unknown>): Left[] => (read['left_out'] ?? []) as Left[];
const questions = (read: Record<string, unknown>): { ask: string; words: string; choices?: string[] }[] =>
  (read['questions'] ?? []) as { ask: string; words: string }[];

test('a file that cannot be read is refused in one sentence', async (t) => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x61));
  const packed = gzipSync(Buffer.from(stripe(ROW).repeat(2_000)));
  const cases: Record<string, [content: string | Buffer, sentence: RegExp]> = {
    'a gzip bomb': [bomb, /^The file unpacks to more than 500 times its size\. It was not read\.$/],
    'a gzip that breaks off': [
      packed.subarray(0, packed.length - 200),
      /^The file is gzipped and cannot be unpacked to its end: .+\.$/,
    ],
    'a zip bomb': [
      zip([{ name: 'orders.csv', text: Buffer.alloc(64 * 1024 * 1024, 0x61) }]),
      /^A part of the archive unpacks to more than 500 times its size\. It is not read\.$/,
    ],
    'a zip that says a smaller size': [
      zip([{ name: 'orders.csv', text: stripe(ROW), claims: 10 }]),
      /unpacks to more than its stated size\. It was not read\.$/,
    ],
    'a zip in a zip': [
      zip([{ name: 'a.zip', text: zip([{ name: 'a.csv', text: stripe(ROW) }]) }]),
      /inside another archive\. Unpack it/,
    ],
    'an empty file': ['', /^The file is empty\.$/],
    '2^20 columns': [`${','.repeat(2 ** 20)}\n${ROW}\n`, /^Line 1 has 1048577 columns; a file has at most 1000\.$/],
    '2,000 columns': [`${'x,'.repeat(2_000)}\n`, /^Line 1 has 2001 columns; a file has at most 1000\.$/],
    'two encodings': [
      Buffer.concat([
        Buffer.from(stripe(ROW.replace('Order', 'Größe'))),
        Buffer.from('ch_2,2026-05-02 10:00,1.00,eur,Paid,Gr\xf6\xdfe\n', 'latin1'),
      ]),
      /^Some lines of the file are UTF-8 and others Windows-1252/,
    ],
    'a PDF': ['%PDF-1.7\n', /^The file is a PDF/],
    'a web page': ['<!doctype html><table><tr><td>1</td></tr></table>', /^The file is a web page or XML/],
    'no text': [Buffer.from([1, 2, 3, 4, 5]), /it is no text\.$/],
    'XML that defines entities': [
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>',
      /^The XML defines entities/,
    ],
    'XML that breaks off': [
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Ntry>',
      /^The XML of the bank statement breaks off/,
    ],
  };
  for (const [name, [content, sentence]] of Object.entries(cases))
    await t.test(name, () => assert.rejects(readingOf(content), { message: sentence }));
});

test('files of bookkeeping and of payment orders are refused by name, and none is read as a sheet', async (t) => {
  const texts: Record<string, [content: string, sentence: RegExp]> = {
    'SAF-T': [
      '<?xml version="1.0"?><n1:AuditFile xmlns:n1="urn:StandardAuditFile-Taxation-Financial:NO"/>',
      /audit file of a bookkeeping program \(SAF-T\): entries of accounts/,
    ],
    SIE: ['#FLAGGA 0\n#PROGRAM "Bok" 1.0\n#VER A 1 20260503 ""\n', /\(SIE\): entries of accounts/],
    IIF: ['!TRNS\tTRNSTYPE\tDATE\tACCNT\tAMOUNT\nTRNS\tINVOICE\t5/3/26\tSales\t100\n', /QuickBooks \(IIF\)/],
    GDPdU: ['<?xml version="1.0"?>\n<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd"><DataSet/>', /\(GDPdU\)/],
    QIF: ["!Type:Bank\nD5/3'26\nT119.80\nPAnna\n^\n", /^The file is QIF, which names no currency/],
    'orders to a bank': [
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"/>',
      /^The file has orders to a bank \(pain\)/,
    ],
    'notices of a bank': [
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"/>',
      /\(CAMT\.054\).*Export the statement/,
    ],
    'an electronic invoice': [
      '<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
      /^The file is one electronic invoice/,
    ],
  };
  for (const [name, [content, sentence]] of Object.entries(texts))
    await t.test(name, () => assert.rejects(readingOf(content), { message: sentence }));
  const line = '119,00;S;EUR;;;;10001;8400;;0305;RE-101;;;Kunde Müller';
  const columns =
    'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext';
  const head = (category: string, name: string): string => `"EXTF";700;${category};"${name}";13;20260602091500000;;"RE";"";""`;
  const BATCH =
    /^The file is a booking batch of DATEV \(Buchungsstapel\): entries of accounts, .* and not payments\. Nothing is imported\./;
  const batch = [head('21', 'Buchungsstapel'), columns, line].join('\n');
  const tables: Record<string, [content: string | Buffer, sentence: RegExp]> = {
    'a batch of DATEV': [encodedIn('windows-1252', batch), BATCH],
    'without its first line': [[columns, line].join('\n'), BATCH],
    'saved as a spreadsheet': [workbook(sheetXml(batch.split('\n').map((each) => each.split(';')))), BATCH],
    'customers of DATEV': [
      `${head('16', 'Debitoren/Kreditoren')}\nKonto;Name\n10001;Meier\n`,
      /a file of DATEV \(Debitoren\/Kreditoren\)/,
    ],
    FEC: [
      'JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|Debit|Credit\nVE|Ventes|1|20260503|411000|119,80|0,00\n',
      /\(FEC\)/,
    ],
  };
  for (const [name, [content, sentence]] of Object.entries(tables))
    await t.test(name, async () => {
      const read = await readingOf(content);
      assert.deepEqual([read['refuse'], read['sales']], ['bookkeeping', undefined]);
      assert.match(String(read['say']), sentence);
    });
  await t.test('a mapping does not make sales of entries', async () => {
    const mapping = layoutOfMapping({
      reads: 'payments',
      columns: { 'Umsatz (ohne Soll/Haben-Kz)': 'amount', Belegdatum: 'time', 'Belegfeld 1': 'reference' },
      without: ['currency', 'status'],
    });
    const read = await readingOf([columns, line].join('\n'), BERLIN, 'file.csv', undefined, [mapping]);
    assert.equal(read['refuse'], 'bookkeeping');
  });
});

test('a header that comes twice is refused', async () => {
  const read = await readingOf(stripe(ROW).replace('Description', 'Amount'));
  assert.equal(read['refuse'], 'header_twice');
  assert.match(String(read['say']), /^The header "Amount" is there twice/);
  assert.equal(read['sales'], undefined);
});

test('a header that comes again, notes and empty lines are no rows; a total in the middle is told', async () => {
  const read = await readingOf(
    stripe(ROW, '', HEADER, 'Total,,120.00,,,', 'ch_2,2026-05-02 10:00,5.00,eur,Paid,x', 'Made by a tool'),
  );
  assert.deepEqual(leftOut(read), [{ line: 5, reason: 'total_row' }]);
  assert.deepEqual(read['total'], { EUR: '125' });
});

test('a column of dates that mostly has none is another column', async () => {
  const rows = ['ch_1,2026-05-01 10:00', 'ch_2,Berlin', 'ch_3,Paris'].map((begin) => `${begin},1.00,eur,Paid,x`);
  const read = await readingOf(stripe(...rows));
  assert.equal(read['refuse'], 'not_readable');
  assert.match(String(read['say']), /^Of 3 values of "Created \(UTC\)", 2 are no dates\./);
});

test('rows that cannot be read have their reason, and the others are read', async () => {
  const read = await readingOf(
    stripe(
      ROW,
      'ch_2,yesterday,1.00,eur,Paid,x',
      'ch_3,2026-05-03 10:00,1.0.0,eur,Paid,x',
      'ch_4,2026-05-04 10:00,1.00,XXQ,Paid,x',
      '1.20211E+17,2026-05-05 10:00,1.00,eur,Paid,x',
      'ch_6,2026-05-06 10:00,,eur,Paid,x',
      'ch_7,2026-05-06 10:00,4.00,eur,Paid,"x" y',
      'ch_8,2026-05-07 10:00,2.00,eur,Paid,x',
    ),
  );
  assert.deepEqual(read['total'], { EUR: '122' });
  assert.deepEqual(
    leftOut(read).map(({ line, reason }) => [line, reason]),
    [3, 4, 5, 6, 7, 8].map((line) => [line, 'unreadable']),
  );
  for (const { words } of leftOut(read)) assert.match(String(words), /^[A-Z"].+\.$/);
});

test('what nobody may guess is asked, once and with both readings', async (t) => {
  const cases: Record<string, [content: string, ask: string, words: RegExp]> = {
    'an unknown sheet': ['Nummer,Betrag\n1001,1\n1002,2\n1003,3\n', 'mapping', /which columns are the amount/],
    'a sheet whose only number is an id': [
      'Order,Customer\n1001,Ann\n1002,Bo\n1003,Cy\n',
      'mapping',
      /which columns are the amount/,
    ],
    'an unknown sheet of semicolons, every cell in quotes': [
      '"Pedido";"Fecha";"Total"\n"101";"13/05/2026";"1.100,00"\n"102";"14/05/2026";"20,50"\n',
      'mapping',
      /which columns are the amount/,
    ],
    'an unknown state': [stripe(ROW, 'ch_2,2026-05-01 10:00,9.00,eur,Perhaps,x'), 'status', /"Perhaps" \(1\)/],
    'a point and a comma as decimal signs': [
      stripe(ROW, 'ch_2,2026-05-01 10:00,"9,5",eur,Paid,x'),
      'decimal_sign',
      /decimal point \(1\) and others a decimal comma \(1\)/,
    ],
    'dates in two orders': [
      stripe('ch_1,31/05/2026 10:00,1.00,eur,Paid,x', 'ch_2,05/31/2026 10:00,1.00,eur,Paid,x'),
      'date_order',
      /have the day first \(1\) and others the month \(1\)/,
    ],
  };
  for (const [name, [content, ask, words]] of Object.entries(cases))
    await t.test(name, async () => {
      const read = await readingOf(content);
      assert.deepEqual(read['ask'], [ask]);
      assert.match(questions(read)[0]?.words ?? '', words);
    });
});

test('a row whose state or type is not known is no sale', async () => {
  const status = await readingOf(stripe('ch_2,2026-05-01 10:00,9.00,eur,Perhaps,x'));
  assert.equal(status['sales'], undefined);
  assert.deepEqual(leftOut(status), [{ line: 2, reason: 'unknown_status' }]);
});

test('dates that may be either order are read as the product, the language and the zone say, and asked otherwise', async () => {
  const paypal = (zone: string): string =>
    `Date,Time,TimeZone,Type,Status,Currency,Gross,Transaction ID\n04/05/2026,10:00:00,${zone},Website Payment,Completed,USD,1.00,T1\n`;
  const at = async (zone: string, usual: string) => {
    const read = await readingOf(paypal(zone), { ...BERLIN, zone: usual });
    return (read['sales'] as { at: string }[] | undefined)?.[0]?.at ?? read['ask'];
  };
  assert.equal(await at('PDT', 'Europe/Berlin'), '2026-04-05T17:00:00Z');
  assert.equal(await at('BST', 'America/New_York'), '2026-05-04T09:00:00Z');
  assert.deepEqual((await readingOf(paypal(''), { ...BERLIN, zone: 'UTC' }))['ask'], ['date_order']);
});

test('a bare dollar sign is not the euro of the profile', async () => {
  const square =
    'Date,Time,Time Zone,Total Collected,Transaction ID,Event Type\n2026-03-07,10:00:00,Pacific Time (US & Canada),$10.00,S1,Payment\n';
  const read = await readingOf(square);
  assert.deepEqual(read['ask'], ['currency']);
  const replied = await readingOf(square, { ...BERLIN, replies: { currency: 'USD' } });
  assert.deepEqual(replied['total'], { USD: '10' });
  assert.equal(replied['ask'], undefined);
});

test('a reply to a question is taken', async () => {
  const klarna =
    'type,capture_id,amount,currency_code,sale_date,order_id\nSALE,c1,12000,EUR,2026-03-01T10:00:00Z,o1\nRETURN,c1,-500,EUR,2026-03-02T10:00:00Z,o1\n';
  assert.deepEqual((await readingOf(klarna))['ask'], ['amount_unit']);
  assert.deepEqual((await readingOf(klarna, { ...BERLIN, replies: { amount_unit: 'minor' } }))['total'], { EUR: '115' });
  assert.deepEqual((await readingOf(klarna, { ...BERLIN, replies: { amount_unit: 'major' } }))['total'], { EUR: '11500' });
});

test('a file that changes while it is read is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-changing-'));
  const file = join(folder, 'growing.csv');
  try {
    writeFileSync(file, stripe(ROW));
    const source = await sourceOfFile(file);
    appendFileSync(file, `${ROW}\n`);
    await assert.rejects(buffer(source.bytes()), {
      message: 'The file changed while it was read. Import it again when it is complete.',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('text of an older code page is read in that in which its header is known', async () => {
  const polish =
    '"Data","Godzina","Strefa czasowa","Typ","Status","Waluta","Brutto","Numer transakcji"\n"05.06.2026","10:00:00","CEST","P\xb3atno\x9c\xe6 mobilna","Zako\xf1czona","PLN","1 200,50","P1"\n';
  const opened = Buffer.from(polish.replace('"Brutto"', '"Brutto","Op\xb3ata"').replace('"P1"', '"-2,00","P1"'), 'latin1');
  assert.deepEqual((await readingOf(opened))['total'], { PLN: '1200.5' });
  const german = Buffer.from(
    '"Datum","Uhrzeit","Zeitzone","Typ","Status","W\xe4hrung","Brutto","Transaktionscode"\n"05.06.2026","10:00:00","CEST","Website-Zahlung","Abgeschlossen","EUR","1.200,50","G1"\n',
    'latin1',
  );
  assert.deepEqual((await readingOf(german))['total'], { EUR: '1200.5' });
  // 日付, 時間, タイムゾーン, タイプ, ステータス, 通貨, 合計, 取引ID in Shift_JIS.
  const header = '93fa9574,8e9e8ad4,835e83438380835d815b8393,835e83438376,8358836583 5e83588367,92ca89dd,8d878c76,8ee688f84944'
    .replaceAll(' ', '')
    .split(',')
    .map((hex) => Buffer.from(hex, 'hex').toString('latin1'))
    .join(',');
  const japanese = Buffer.from(`${header}\n2026/05/04,10:00:00,JST,Website Payment,\x8a\xae\x97\xb9,JPY,5000,J1\n`, 'latin1');
  assert.deepEqual((await readingOf(japanese))['total'], { JPY: '5000' });
});

test('an unknown sheet is read in the encoding in which its letters make sense, and asked about where several do', async (t) => {
  const sheets: Record<string, [page: string, header: string]> = {
    Polish: ['windows-1250', 'Data zamówienia;Kupujący;Kwota;Status płatności'],
    Czech: ['windows-1250', 'Datum;Číslo objednávky;Zákazník;Částka;Měna'],
    Hungarian: ['windows-1250', 'Dátum;Rendelésszám;Vevő;Összeg;Pénznem'],
    Turkish: ['windows-1254', 'Tarih;Sipariş numarası;Müşteri;Tutar'],
    Russian: ['windows-1251', 'Дата;Номер заказа;Сумма;Покупатель'],
    Greek: ['windows-1253', 'Ημερομηνία;Αριθμός παραγγελίας;Ποσό'],
    Japanese: ['shift_jis', '注文番号;注文日;お客様名;合計金額'],
    'Japanese in EUC': ['euc-jp', '注文番号;注文日;お客様名;合計金額'],
    Chinese: ['gbk', '订单号;日期;客户;金额;状态'],
    'Chinese in Big5': ['big5', '訂單編號;日期;客戶;金額'],
    Korean: ['euc-kr', '주문번호;날짜;고객;금액;상태'],
    German: ['windows-1252', 'Datum;Käufer;Betrag;Währung'],
    French: ['windows-1252', 'Numéro;Date;Modèle;Montant réglé'],
    Danish: ['windows-1252', 'Ordrenummer;Beløb;Købt på'],
  };
  for (const [language, [page, header]] of Object.entries(sheets))
    await t.test(language, async () => {
      const read = await readingOf(encodedIn(page, `${header}\n${header.replaceAll(/[^;]+/g, '1')}\n`));
      assert.deepEqual([read['ask'], questions(read)[0]?.choices], [['mapping'], header.split(';')]);
    });
  await t.test('a letter that two languages write', async () => {
    const sheet = encodedIn('windows-1250', 'Miasto;Kwota\nCzęstochowa;12,00\n');
    const asked = await readingOf(sheet);
    assert.deepEqual(asked['ask'], ['encoding', 'mapping']);
    assert.deepEqual(questions(asked)[0]?.choices, ['windows-1250', 'windows-1252']);
    assert.match(
      questions(asked)[0]?.words ?? '',
      /"Częstochowa" in Windows-1250 \(Central European\), "Czêstochowa" in Windows-1252/,
    );
    for (const encoding of ['windows-1250', 'windows-1252'])
      assert.deepEqual((await readingOf(sheet, { ...BERLIN, replies: { encoding } }))['ask'], ['mapping']);
    assert.deepEqual((await readingOf(sheet, { ...BERLIN, replies: { encoding: 'klingon' } }))['ask'], ['encoding', 'mapping']);
  });
});

/** Files below a folder that this process has open, where the system lists them. */
function openFilesIn(folder: string): string[] {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

test('files of a zip are read one after the other, and what is open is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-zip-'));
  try {
    const file = join(folder, 'exports.zip');
    writeFileSync(
      file,
      zip([
        { name: 'a.csv', text: stripe(ROW) },
        { name: 'b/c.csv', text: stripe(ROW.replace('ch_1', 'ch_2')) },
      ]),
    );
    const read = await readReadings(file, 'exports.zip', BERLIN);
    assert.deepEqual(
      read.map(({ name, expect }) => [name, expect['total']]),
      [
        ['exports.zip/a.csv', { EUR: '120' }],
        ['exports.zip/b/c.csv', { EUR: '120' }],
      ],
    );
    writeFileSync(file, workbook(sheetXml([HEADER.split(','), ROW.split(',')])));
    assert.deepEqual((await readReadings(file, 'exports.xlsx', BERLIN))[0]?.expect['total'], { EUR: '120' });
    assert.deepEqual(openFilesIn(folder), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Files of bookkeeping and of payment orders, which look like sheets of payments and are none: entries name accounts and sides, and the same sale is in
// several of them. They are recognised by what only they have, and refused in words that name a file that can be imported.

const INSTEAD = 'Import the orders of the shop, or the payments of the provider, as those tools export them.';

const entries = (what: string): string =>
  `The file is ${what}: entries of accounts, of which one sale has several, and not payments. Nothing is imported. ${INSTEAD}`;

interface Sign {
  sign: RegExp;
  words: string;
}

/** By the beginning of a text. */
const TEXTS: readonly Sign[] = [
  { sign: /<(?:\w+:)?AuditFile\b/, words: entries('an audit file of a bookkeeping program (SAF-T)') },
  { sign: /^#FLAGGA\b/, words: entries('an export of a bookkeeping program (SIE)') },
  { sign: /^!(?:TRNS|SPL|ACCNT|HDR|CUST|VEND)\t/, words: entries('an export of QuickBooks (IIF)') },
  { sign: /gdpdu-01|<!DOCTYPE DataSet\b/, words: entries("the list of tables of a tax auditor's export (GDPdU)") },
  {
    sign: /^!(?:Type|Account|Option|Clear):/,
    words:
      'The file is QIF, which names no currency and no time zone, and often no order of day and month. Export the account as CSV, OFX or CAMT.053.',
  },
  {
    sign: /urn:iso:std:iso:20022:tech:xsd:pain\.|<(?:\w+:)?CstmrCdtTrfInitn\b|<(?:\w+:)?CstmrDrctDbtInitn\b/,
    words:
      'The file has orders to a bank (pain), which say what was to be paid and not what was. Export the statement of the account (CAMT.053).',
  },
  {
    sign: /urn:iso:std:iso:20022:tech:xsd:camt\.054/,
    words:
      'The file has notices of a bank (CAMT.054), which are in the statement again. Export the statement of the account (CAMT.053).',
  },
  {
    sign: /urn:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2|urn:un:unece:uncefact:data:standard:CrossIndustryInvoice/,
    words: `The file is one electronic invoice, which does not say that it was paid. ${INSTEAD}`,
  },
];

/** Undefined of any other text. */
export const bookkeepingInText = (begin: string): string | undefined => TEXTS.find(({ sign }) => sign.test(begin))?.words;

const DATEV_BATCH = '21';

/** The first line of a DATEV file has its category and the name of it. */
function datevOf([kind = '', , category = '', name = '']: readonly string[]): string | undefined {
  if ((kind !== 'EXTF' && kind !== 'DTVF') || !/^\d+$/.test(category)) return undefined;
  return entries(
    category === DATEV_BATCH ? 'a booking batch of DATEV (Buchungsstapel)' : `a file of DATEV (${name.slice(0, 60)})`,
  );
}

/** Columns that only entries have, all of them. */
const HEADERS: readonly { columns: readonly RegExp[]; words: string }[] = [
  {
    columns: [/^Umsatz \((?:ohne|mit) Soll\/Haben-K(?:z|ennzeichen)\)$/, /^Gegenkonto\b/],
    words: entries('a booking batch of DATEV (Buchungsstapel)'),
  },
  {
    columns: [/^JournalCode$/, /^EcritureNum$/, /^CompteNum$/],
    words: entries('a French file of accounting entries (FEC)'),
  },
];

/** Undefined of any other header. @param rows The first rows of a table. */
export function bookkeepingInRows(rows: readonly (readonly string[])[]): string | undefined {
  const [first = []] = rows;
  const datev = datevOf(first.map((cell) => cell.trim()));
  if (datev !== undefined) return datev;
  const isHeader = (cells: readonly string[], columns: readonly RegExp[]): boolean =>
    columns.every((column) => cells.some((cell) => column.test(cell.trim())));
  return HEADERS.find(({ columns }) => rows.some((cells) => isHeader(cells, columns)))?.words;
}

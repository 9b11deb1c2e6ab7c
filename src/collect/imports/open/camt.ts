// CAMT.053, the XML statement of banks. Each entry is a row, and each transaction of a batch booking whose amounts are stated.
import { SaxesParser } from 'saxes';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import type { RawRow } from './rows.ts';
import type { ByteSource } from './source.ts';

const COLUMNS = ['currency', 'side', 'reversal', 'status', 'booked', 'amount', 'reference', 'text', 'name', 'bank_reference'];
const MAX_DEPTH = 64;

const damaged = (): UnusableFile =>
  new UnusableFile('The XML of the bank statement breaks off or is damaged. Download it again.');

/** Where a value of an entry or of one of its transactions stands: the end of the path of its element. */
const PATHS: readonly (readonly [end: RegExp, column: string])[] = [
  [/^CdtDbtInd$/, 'side'],
  [/^RvslInd$/, 'reversal'],
  [/^Sts(?:\/Cd)?$/, 'status'],
  [/^BookgDt\/(?:Dt|DtTm)$/, 'booked'],
  [/^Refs\/EndToEndId$/, 'reference'],
  [/^(?:Refs\/)?AcctSvcrRef$/, 'bank_reference'],
  [/^RmtInf\/(?:Ustrd|Strd\/CdtrRefInf\/Ref)$/, 'text'],
  [/^AddtlNtryInf$/, 'entry_text'],
  [/^RltdPties\/(?:Dbtr|UltmtDbtr)(?:\/Pty)?\/Nm$/, 'debtor'],
  [/^RltdPties\/(?:Cdtr|UltmtCdtr)(?:\/Pty)?\/Nm$/, 'creditor'],
];

type Values = Record<string, string>;

/** Reads one element at a time. */
class CamtReader {
  readonly rows: RawRow[] = [];
  readonly #path: string[] = [];
  #text = '';
  #line = 0;
  #entry: Values | undefined;
  #transactions: Values[] = [];
  #attribute = '';

  open(name: string, currency: string | undefined, line: number): void {
    this.#path.push(name);
    if (this.#path.length > MAX_DEPTH) throw damaged();
    this.#text = '';
    this.#attribute = currency ?? '';
    if (name === 'Ntry') [this.#entry, this.#transactions, this.#line] = [{}, [], line];
    if (name === 'TxDtls') this.#transactions.push({});
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    if (name === 'Ntry') this.#finish();
    else if (this.#entry) this.#keep(this.#text.trim());
    this.#text = '';
    this.#path.pop();
  }

  #keep(value: string): void {
    if (value === '') return;
    const inTransaction = this.#path.lastIndexOf('TxDtls');
    const holder = inTransaction >= 0 ? this.#transactions.at(-1) : this.#entry;
    const place = this.#path.slice((inTransaction >= 0 ? inTransaction : this.#path.indexOf('Ntry')) + 1).join('/');
    if (!holder) return;
    if (place === 'Amt' || (place === 'AmtDtls/TxAmt/Amt' && holder['amount'] === undefined))
      Object.assign(holder, { amount: value, currency: this.#attribute });
    const column = PATHS.find(([end]) => end.test(place))?.[1];
    if (column === 'text' && holder['text'] !== undefined) holder['text'] += ` ${value}`;
    else if (column !== undefined) holder[column] ??= value;
  }

  #finish(): void {
    const entry = this.#entry ?? {};
    const isBatch = this.#transactions.length > 1 && this.#transactions.every((each) => each['amount'] !== undefined);
    for (const each of isBatch ? this.#transactions : [{ ...this.#transactions[0], ...amountOf(entry) }])
      this.rows.push({ line: this.#line, cells: cellsOf({ ...entry, ...each }) });
    this.#entry = undefined;
  }
}

/** The money of an entry is its own, whatever its only transaction says in another currency. */
const amountOf = ({ amount = '', currency = '', side = '' }: Values): Values => ({ amount, currency, side });

function cellsOf(values: Values): string[] {
  const isCredit = values['side'] === 'CRDT';
  const reference = values['reference'] === 'NOTPROVIDED' ? '' : (values['reference'] ?? '');
  const said: Values = {
    ...values,
    reference,
    text: values['text'] ?? values['entry_text'] ?? '',
    name: (isCredit ? values['debtor'] : values['creditor']) ?? '',
    booked: (values['booked'] ?? '').slice(0, 10),
  };
  return COLUMNS.map((column) => said[column] ?? '');
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export async function* camtRows(text: ByteSource): AsyncGenerator<RawRow[]> {
  yield [{ line: 0, cells: COLUMNS }];
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  const reader = new CamtReader();
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('doctype', () => {
    throw new UnusableFile('The XML defines entities, which bank statements never do. It was not read.');
  });
  parser.on('opentag', ({ name, attributes }) => reader.open(localName(name), attributes['Ccy'], parser.line));
  parser.on('text', (part) => reader.text(part));
  parser.on('cdata', (part) => reader.text(part));
  parser.on('closetag', ({ name }) => reader.close(localName(name)));
  const decoder = new TextDecoder('utf-8');
  for await (const piece of text.bytes()) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield reader.rows.splice(0);
  }
  parser.close();
  yield reader.rows.splice(0);
}

// Opens a file of any form that an import reads: delimited text in any encoding, JSON, a spreadsheet, a bank statement, each plain, gzipped or in a zip.
// The form is found in the bytes, never in the name.
import { closeSync, openSync } from 'node:fs';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { Archive } from '../../../base/rows/workbook/archive.ts';
import type { SheetSample } from '../../../base/rows/workbook/read-workbook.ts';
import { AVRO_MAGIC, avroRows } from './avro.ts';
import { bookkeepingInText } from './bookkeeping.ts';
import { camtRows } from './camt.ts';
import { mt940Rows } from './mt940.ts';
import { ofxRows } from './ofx.ts';
import { recordRows } from './records.ts';
import type { OpenedFile, RawRow } from './rows.ts';
import { type ByteSource, type FileOnDisk, headOf, sourceOfFile, unpacked } from './source.ts';
import { DELIMITERS, delimitedRows, type TextOptions, unquotedRows, utf8Of } from './text.ts';
import { openWorkbook } from './workbook.ts';

/** `scoreOfText`: of encodings, that in which the beginning of a text is a known header is meant. */
export interface OpenOptions extends TextOptions {
  /** Where the file was probably written. */
  zone: string;
  /** Of several sheets of a spreadsheet, the one to be read. */
  chooseSheet: (sheets: readonly SheetSample[]) => number;
  /** Reads the rows of a Parquet file by its path, which is the warehouse's work. */
  parquetRows?: ((path: string) => AsyncIterable<RawRow[]>) | undefined;
}

const GB = 1024 * 1024 * 1024;
const UNPACKED_BYTES = 4 * GB;

const starts = (head: Buffer, text: string): boolean => head.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));

/** Forms that are named with the way out of them. */
function refuseOther(head: Buffer): void {
  if (starts(head, '\xd0\xcf\x11\xe0'))
    throw new UnusableFile('The file is an old or a locked Excel file. Save it as .xlsx without a password, or as CSV.');
  if (starts(head, '%PDF-')) throw new UnusableFile('The file is a PDF. Export it as CSV or XLSX.');
}

/** Signs that no text has. */
const isBinary = (text: Buffer): boolean =>
  text.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b && byte !== 0x0c);

async function openText(source: ByteSource, options: OpenOptions): Promise<OpenedFile> {
  const { text, question } = await utf8Of(source, options);
  const head = await headOf(text);
  if (isBinary(head.subarray(0, 4_096)))
    throw new UnusableFile('The file is neither a table nor JSON nor a bank statement: it is no text.');
  const begin = head
    .toString('utf8', 0, 2_048)
    .replace(/^\ufeff/, '')
    .trimStart();
  const form = (name: OpenedFile['form'], rows: OpenedFile['rows']): OpenedFile => ({
    form: name,
    delimiters: name === 'table' ? DELIMITERS : [''],
    rows,
    notes: [],
    ...(question ? { question } : {}),
  });
  if (begin.startsWith('{1:') || /^:20:/m.test(begin)) return form('mt940', () => mt940Rows(text));
  if (/^\{\s*"/.test(begin)) return form('records', () => recordRows(text, false));
  if (/^\[\s*(?:\{|\])/.test(begin)) return form('records', () => recordRows(text, true));
  if (/^OFXHEADER:|<OFX>|<\?OFX/i.test(begin)) return form('ofx', () => ofxRows(text));
  if (/<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt)|urn:iso:std:iso:20022:tech:xsd:camt\.05[23]/.test(begin))
    return form('camt.053', () => camtRows(text));
  const books = bookkeepingInText(begin);
  if (books !== undefined) throw new UnusableFile(books);
  if (/^<(?:!doctype|html|table|head|body|meta|\?xml)\b/i.test(begin))
    throw new UnusableFile(
      'The file is a web page or XML, despite its name. Open it in a spreadsheet program and save it as XLSX or CSV.',
    );
  return form('table', (delimiter, isUnquoted) => (isUnquoted ? unquotedRows : delimitedRows)(text, delimiter));
}

/** Files that programs put into archives for themselves. */
const isHelper = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.)|\/$/.test(name);

/** A file, or one of an archive, that is ready to be read. */
export interface NamedFile {
  name: string;
  file: OpenedFile;
  close: () => void;
}

/** Closes once: the number of a closed file may be that of another one. */
function closerOf(fd: number): () => void {
  let isOpen = true;
  return () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
}

/** What is wrong with a zip that is no spreadsheet is not said of a spreadsheet. */
function ofArchive(error: unknown, name: string): unknown {
  if (!(error instanceof UnusableFile) || /\.xls[xm]$/i.test(name)) return error;
  return new UnusableFile(error.message.replace(/spreadsheet(?: \(\.xlsx\))?/g, 'archive'));
}

async function filesOfArchive(archive: Archive, name: string, options: OpenOptions, close: () => void): Promise<NamedFile[]> {
  const inside = archive.names().filter((each) => !isHelper(each));
  if (inside.length === 0) throw new UnusableFile('The archive has no file in it.');
  const files: NamedFile[] = [];
  for (const each of inside) {
    const file = await openPlain({ name: each, bytes: () => archive.read(each) }, options).catch((error: unknown) => {
      throw error instanceof UnusableFile && inside.length > 1 ? new UnusableFile(`${each}: ${error.message}`) : error;
    });
    files.push({ name: `${name}/${each}`, file, close });
  }
  return files;
}

async function openZip(file: FileOnDisk, name: string, options: OpenOptions): Promise<NamedFile[]> {
  const fd = typeof file === 'number' ? file : openSync(file, 'r');
  const close = typeof file === 'number' ? () => undefined : closerOf(fd);
  try {
    const archive = await Archive.open({ fd }, UNPACKED_BYTES, () => true);
    if (!archive.has('[Content_Types].xml') && !archive.has('xl/workbook.xml'))
      return await filesOfArchive(archive, name, options, close);
  } catch (error) {
    close();
    throw ofArchive(error, name);
  }
  close();
  return [{ name, file: await openWorkbook(file, options.zone, options.chooseSheet), close: () => undefined }];
}

/** What is no archive of several files. */
async function openPlain(source: ByteSource, options: OpenOptions): Promise<OpenedFile> {
  const head = await headOf(source);
  refuseOther(head);
  if (starts(head, '\x1f\x8b')) return openPlain(unpacked(source), options);
  if (starts(head, 'PK\x03\x04'))
    throw new UnusableFile('The file is an archive or a spreadsheet inside another archive. Unpack it and send what is in it.');
  if (starts(head, 'PAR1')) throw new UnusableFile('The file is Parquet inside an archive. Unpack it and send what is in it.');
  if (starts(head, AVRO_MAGIC)) return { form: 'records', delimiters: [''], rows: () => avroRows(source), notes: [] };
  return openText(source, options);
}

/**
 * @param name As the person who sent it knows it.
 * @throws UnusableFile in words for that person.
 */
export async function openFile(file: FileOnDisk, name: string, options: OpenOptions): Promise<NamedFile[]> {
  const source = await sourceOfFile(file, name);
  const head = await headOf(source);
  if (starts(head, 'PK\x03\x04')) return openZip(file, name, options);
  if (!starts(head, 'PAR1')) return [{ name, file: await openPlain(source, options), close: () => undefined }];
  const { parquetRows } = options;
  if (!parquetRows || typeof file === 'number')
    throw new UnusableFile('The file is Parquet, which this import does not read. Save it as CSV or JSON.');
  return [
    { name, file: { form: 'records', delimiters: [''], rows: () => parquetRows(file), notes: [] }, close: () => undefined },
  ];
}

// A file as a document: its kind, which its bytes alone decide, and its text.
import { isUtf8 } from 'node:buffer';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { cleanText, isMarkdown } from '../text.ts';
import { textOfDocx } from './docx.ts';
import { textOfPdf } from './pdf.ts';
import { UnreadableDocument } from './unreadable.ts';

export interface ReadDocument {
  kind: 'text' | 'markdown' | 'pdf' | 'docx';
  text: string;
}

const PDF = Buffer.from('%PDF-');
const ZIP = Buffer.from('PK\x03\x04');
/** Of Word before 2007, and of documents that are encrypted whole. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const RTF = Buffer.from('{\\rtf');

const beginsWith = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);

/** @throws UnreadableDocument in words for the sender. */
export async function readDocument(bytes: Buffer): Promise<ReadDocument> {
  try {
    const { kind, text } = await readBytes(bytes);
    return { kind, text: cleanText(text) };
  } catch (error) {
    throw error instanceof UnusableFile ? new UnreadableDocument(error.message) : error;
  }
}

async function readBytes(bytes: Buffer): Promise<ReadDocument> {
  if (beginsWith(bytes, PDF)) return { kind: 'pdf', text: await textOfPdf(new Uint8Array(bytes)) };
  if (beginsWith(bytes, ZIP)) return { kind: 'docx', text: await textOfDocx(bytes) };
  if (beginsWith(bytes, COMPOUND))
    throw new UnreadableDocument(
      'The file is of an older Office format, or an Office document with a password. Save it as .docx without one.',
    );
  if (beginsWith(bytes, RTF)) throw new UnreadableDocument('The file is RTF. Save it as .docx or as text.');
  const text = decoded(bytes);
  return { kind: isMarkdown(text) ? 'markdown' : 'text', text };
}

/** Text with a byte order mark of UTF-16, or UTF-8. */
function decoded(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const isSound = encoding === 'utf-8' ? isUtf8(bytes) && !bytes.includes(0) : bytes.length % 2 === 0;
  if (!isSound) throw new UnreadableDocument('The file is neither a PDF nor a Word document (.docx) nor text in UTF-8.');
  return new TextDecoder(encoding).decode(bytes);
}

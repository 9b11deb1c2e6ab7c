// The text of a Word document: its paragraphs with headers, footers and notes. Deleted text, instructions of fields and pictures are no text.
import { Archive, type ArchiveKind } from '../../../base/rows/workbook/archive.ts';
import { readXml } from '../../../base/rows/workbook/xml.ts';
import { MAX_CHARACTERS } from '../text.ts';
import { UnreadableDocument } from './unreadable.ts';

const WORD: ArchiveKind = { noun: 'Word document', ending: '.docx', remedy: 'Add it in parts.' };
const BODY = 'word/document.xml';
const UNPACKED_BYTES = 100 * 1024 * 1024;
const BESIDE = /^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/i;
const MACROS = /(?:^|\/)vba(?:project|data)[^/]*$/i;
/** The same text a second time, for programs that cannot draw the first. */
const REPEATED = 'Fallback';
const BREAKS: Readonly<Record<string, string>> = { p: '\n', br: '\n', cr: '\n', tab: '\t', tc: '\t' };

/** @throws UnreadableDocument, UnusableFile */
export async function textOfDocx(bytes: Buffer): Promise<string> {
  const archive = await Archive.open({ bytes }, UNPACKED_BYTES, () => true, WORD);
  if (!archive.has(BODY) || !archive.has('[Content_Types].xml'))
    throw new UnreadableDocument('The file is a zip, but not a Word document (.docx).');
  const names = archive.names();
  if (names.some((name) => MACROS.test(name)) || (await readPart(archive, '[Content_Types].xml')).hasMacros)
    throw new UnreadableDocument('The Word document contains macros. Save it as .docx without them.');
  let text = '';
  for (const name of [BODY, ...names.filter((each) => BESIDE.test(each)).sort()]) text += (await readPart(archive, name)).text;
  return text;
}

async function readPart(archive: Archive, name: string): Promise<{ text: string; hasMacros: boolean }> {
  const parts: string[] = [];
  let characters = 0;
  let hasMacros = false;
  let isText = false;
  let repeated = 0;
  const add = (text: string): void => {
    if (repeated > 0) return;
    parts.push(text);
    characters += text.length;
  };
  const reader = {
    open: (element: string, attributes: Readonly<Record<string, string>>) => {
      if (element === REPEATED) repeated += 1;
      isText = element === 't';
      if (element === 'tab' || element === 'br' || element === 'cr') add(BREAKS[element] ?? '');
      hasMacros ||= /macroEnabled|vbaProject/i.test(attributes['ContentType'] ?? '');
    },
    text: (text: string) => {
      if (isText) add(text);
    },
    close: (element: string) => {
      if (element === REPEATED) repeated -= 1;
      isText = false;
      if (element === 'p' || element === 'tc') add(BREAKS[element] ?? '');
    },
    isDone: () => characters > MAX_CHARACTERS,
  };
  await readXml(archive.read(name), reader, WORD);
  return { text: parts.join(''), hasMacros };
}

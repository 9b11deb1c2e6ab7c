// The text of a PDF, page by page. Nothing in it is executed, drawn or fetched.
import { getDocumentProxy } from 'unpdf';
import { MAX_CHARACTERS } from '../text.ts';
import { UnreadableDocument } from './unreadable.ts';

const MAX_PAGES = 5_000;

/** What pdf.js says of a file that it cannot open. */
function inWords(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new UnreadableDocument('The PDF is encrypted. Save it without a password.');
  return new UnreadableDocument('The PDF is damaged or breaks off. Save or export it again.');
}

/** @throws UnreadableDocument */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  try {
    const pdf = await getDocumentProxy(bytes, { useSystemFonts: false, disableFontFace: true, verbosity: 0 });
    if (pdf.numPages > MAX_PAGES) throw new UnreadableDocument(`The PDF has more than ${MAX_PAGES} pages. Add it in parts.`);
    const pages: string[] = [];
    let characters = 0;
    for (let number = 1; number <= pdf.numPages && characters <= MAX_CHARACTERS; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
      page.cleanup();
      pages.push(text);
      characters += text.length;
    }
    if (pages.every((text) => text.trim() === ''))
      throw new UnreadableDocument(
        'The PDF contains no text: its pages are pictures, such as scans. Add one in which text can be selected.',
      );
    return pages.join('\n\n');
  } catch (error) {
    throw error instanceof UnreadableDocument ? error : inWords(error);
  }
}

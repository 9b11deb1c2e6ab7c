// Small documents for tests, sound and hostile, written by hand.
import { type Part, zip } from '../../collect/payments/workbook.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';

export const body = (inner: string): string => `<w:document xmlns:w="${W}"><w:body>${inner}</w:body></w:document>`;
export const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const docx = (document: string | Buffer, more: readonly Part[] = [], types = TYPES): Buffer =>
  zip([{ name: '[Content_Types].xml', text: types }, { name: 'word/document.xml', text: document }, ...more]);

export interface PdfOptions {
  /** Wants a password. */
  isEncrypted?: boolean;
}

/** A page for each text; a blank one is a page without text. */
export function pdf(pages: readonly string[], { isEncrypted = false }: PdfOptions = {}): Buffer {
  const first = 4;
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, at) => {
      const stream = text === '' ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + 2 * at + 1} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  const half = '00'.repeat(16);
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${half}${half}> /U <${half}${half}> /P -4 >> /ID [<${half}> <${half}>]`;
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R ${isEncrypted ? encrypt : ''} >>`;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n${trailer}\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

// XML of an office document's parts, element by element. Entities that a document defines, elements in elements without end and XML that breaks off are
// refused; names are without their prefix, since programs choose their own.
import { SaxesParser } from 'saxes';
import { UnusableFile } from '../csv-rows.ts';
import { type ArchiveKind, damaged } from './archive.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlReader {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Asked between two pieces: true ends the reading. */
  isDone?: () => boolean;
}

const MAX_DEPTH = 64;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** UTF-16 has a mark at its beginning, whatever the document says. */
const encodingOf = (bytes: Buffer): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';

/** @throws UnusableFile for what is no sound XML. */
export async function readXml(pieces: AsyncIterable<Buffer>, reader: XmlReader, kind?: ArchiveKind): Promise<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let depth = 0;
  parser.on('error', () => {
    throw damaged('one of its parts cannot be read', kind);
  });
  parser.on('doctype', () => {
    throw new UnusableFile(
      `The ${kind?.noun ?? 'spreadsheet'} defines entities, which office programs never do. It was not read.`,
    );
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw damaged('its elements have no end', kind);
    reader.open?.(localName(name), attributes);
  });
  if (reader.text) {
    parser.on('text', reader.text);
    parser.on('cdata', reader.text);
  }
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    reader.close?.(localName(name));
  });
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    if (reader.isDone?.()) return;
  }
  if (decoder) parser.close();
}

/** An attribute by its name without a prefix, e.g. `id` of `r:id`. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const found = Object.keys(attributes).find((key) => localName(key) === name && key !== name);
  return found === undefined ? attributes[name] : attributes[found];
}

/** A flag: `1` and `true` are on. */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

// What a spreadsheet consists of: its sheets in their order, the texts that cells name by number, the kinds of its number formats, and the year that
// its days are counted from. Parts are found by the relations that the file states, wherever a program puts them.
import { UnusableFile } from '../csv-rows.ts';
import { type Archive, damaged } from './archive.ts';
import { kindOfBuiltIn, kindOfFormat, type NumberKind } from './number-formats.ts';
import { attributeOf, isOn, readXml } from './xml.ts';

export interface SheetPart {
  name: string;
  /** The part of its rows. */
  part: string;
  isHidden: boolean;
}

export interface WorkbookParts {
  /** Those with cells, in the file's order; charts are none. */
  sheets: SheetPart[];
  strings: string | undefined;
  styles: string | undefined;
  /** Days are counted from 1904, as on old Macintoshes. */
  is1904: boolean;
  /** The program that wrote it computed no formula. */
  isUncomputed: boolean;
}

interface Relation {
  id: string;
  /** The last word of its type, which strict and transitional files share: `worksheet`, `styles`. */
  type: string;
  target: string;
}

/** A target against the folder of the part that names it; `/xl/…` is from the root. */
function resolved(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : `${folder}${target}`;
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);

async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = folderOf(part);
  const relations: Relation[] = [];
  await readXml(archive.read(`${folder}_rels/${part.slice(folder.length)}.rels`), {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const type = (attributes['Type'] ?? '').split('/').at(-1) ?? '';
      relations.push({ id: attributes['Id'] ?? '', type, target: resolved(folder, attributes['Target'] ?? '') });
    },
  });
  return relations;
}

async function workbookOf(archive: Archive): Promise<string> {
  const stated = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target;
  const part = [stated, 'xl/workbook.xml'].find((name) => name !== undefined && archive.has(name));
  if (part?.endsWith('.bin')) throw new UnusableFile('The file is a binary spreadsheet (.xlsb). Save it as .xlsx or as CSV.');
  if (part === undefined && archive.has('META-INF/manifest.xml') && archive.has('content.xml'))
    throw new UnusableFile('The file is an OpenDocument spreadsheet (.ods). Save it as .xlsx or as CSV.');
  if (part === undefined || /word\/|ppt\//.test(part))
    throw new UnusableFile('The file is a zip and no spreadsheet. Unpack it and send what is in it.');
  return part;
}

export async function readParts(archive: Archive): Promise<WorkbookParts> {
  const workbook = await workbookOf(archive);
  const relations = await relationsOf(archive, workbook);
  const parts: WorkbookParts = {
    sheets: [],
    strings: relations.find(({ type }) => type === 'sharedStrings')?.target,
    styles: relations.find(({ type }) => type === 'styles')?.target,
    is1904: false,
    isUncomputed: false,
  };
  await readXml(archive.read(workbook), {
    open: (name, attributes) => {
      if (name === 'workbookPr') parts.is1904 = isOn(attributes['date1904']);
      if (name === 'calcPr') parts.isUncomputed = isOn(attributes['fullCalcOnLoad']);
      if (name !== 'sheet') return;
      const id = attributeOf(attributes, 'id');
      const relation = relations.find((each) => each.id === id);
      if (relation?.type !== 'worksheet') return;
      const isHidden = /hidden/i.test(attributes['state'] ?? '');
      parts.sheets.push({ name: attributes['name'] ?? '', part: relation.target, isHidden });
    },
  });
  if (parts.sheets.length === 0) throw damaged('it has no sheet');
  return parts;
}

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
/** Signs that no text has; the marks of cells are among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs that are taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** A text as a person sees it: signs that XML cannot hold are written `_x000D_`. */
export const cleanText = (text: string): string =>
  text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(CONTROLS, ' ');

/** Gathers the text of an element: of rich text its runs, without the signs of how it is spoken. */
export class TextGatherer {
  #text = '';
  #isText = false;
  #spoken = 0;

  open(name: string): void {
    if (name === 'rPh') this.#spoken += 1;
    this.#isText = name === 't' && this.#spoken === 0;
  }

  add(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#spoken -= 1;
    this.#isText = false;
  }

  take(): string {
    const text = cleanText(this.#text);
    this.#text = '';
    return text;
  }
}

export async function readStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  const gatherer = new TextGatherer();
  await readXml(archive.read(part), {
    open: (name) => gatherer.open(name),
    text: (text) => gatherer.add(text),
    close: (name) => {
      gatherer.close(name);
      if (name === 'si') strings.push(gatherer.take());
    },
  });
  return strings;
}

/** The kind of each cell format, by its number. */
export async function readNumberKinds(archive: Archive, part: string | undefined): Promise<NumberKind[]> {
  const kinds: NumberKind[] = [];
  if (part === undefined) return kinds;
  const own = new Map<number, NumberKind>();
  let isInCells = false;
  await readXml(archive.read(part), {
    open: (name, attributes) => {
      if (name === 'numFmt') own.set(Number(attributes['numFmtId']), kindOfFormat(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      kinds.push(own.get(id) ?? kindOfBuiltIn(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return kinds;
}

// A file as a stream of what an import needs of it, in the order in which it is read: which file and layout, its readings, and what is said at its end.
import { readOpened, sheetChooser, textScorer } from '../import-file.ts';
import { readLayouts } from '../layout/layouts.ts';
import { layoutOfMapping, type Mapping } from '../layout/mapping.ts';
import type { Layout } from '../layout/shape.ts';
import { type NamedFile, type OpenOptions, openFile } from '../open/open-file.ts';
import type { Form } from '../open/rows.ts';
import type { FileOnDisk } from '../open/source.ts';
import type { FileSummary, ImportContext, Reading } from '../reading.ts';

/** What is to be read, and how. */
export interface ImportOrder {
  file: FileOnDisk;
  /** As the person who sent it knows it. */
  name: string;
  context: ImportContext;
  /** The one layout that the file may have; undefined: any. */
  layout?: string | undefined;
  /** What a person says that the columns mean. */
  mapping?: Mapping | undefined;
}

export type LayoutHead = Pick<Layout, 'layout' | 'title' | 'reads' | 'source'>;

export interface FileHead {
  /** Its name, with that of the archive before it. */
  file: string;
  form: Form | 'xlsx';
  layout: LayoutHead | undefined;
  /** The zone of times that name none, and the currency of amounts that name none. */
  zone: string | undefined;
  currency: string | undefined;
  notes: string[];
}

/** Of each file of an archive: its head, its readings, its end. */
export type ImportPart = { head: FileHead } | { readings: Reading[] } | { summary: FileSummary };

/** @throws WrongMapping */
export function layoutsOf({ layout, mapping }: ImportOrder): readonly Layout[] {
  if (mapping) return [layoutOfMapping(mapping)];
  return layout === undefined ? readLayouts() : readLayouts().filter((each) => each.layout === layout);
}

function headOf({ name, file }: NamedFile, layouts: readonly Layout[], summary: FileSummary): FileHead {
  const found = layouts.find(({ layout }) => layout === summary.layout);
  const layout = found && { layout: found.layout, title: found.title, reads: found.reads, source: found.source };
  const form = file.withDates ? 'xlsx' : file.form;
  return { file: name, form, layout, zone: summary.zone, currency: summary.currency, notes: file.notes };
}

/**
 * @param layouts Layouts that the file may have.
 * @throws UnusableFile in words for who sent the file.
 */
export async function* partsOf(
  { file, name, context }: ImportOrder,
  layouts: readonly Layout[],
  parquetRows?: OpenOptions['parquetRows'],
): AsyncGenerator<ImportPart> {
  const opened = await openFile(file, name, {
    zone: context.zone,
    chooseSheet: sheetChooser(layouts),
    scoreOfText: textScorer(layouts),
    encoding: context.replies?.['encoding'],
    parquetRows,
  });
  try {
    for (const each of opened) {
      const { readings, summary } = await readOpened(each.file, context, layouts);
      yield { head: headOf(each, layouts, summary) };
      for await (const batch of readings()) if (batch.length > 0) yield { readings: batch };
      yield { summary };
    }
  } finally {
    for (const { close } of opened) close();
  }
}

// The caller's side of the thread that reads files: bounded in time and memory, so that a hostile file neither blocks the service nor takes its memory.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { BoundedThread, type ThreadBounds } from '../../../base/rows/bounded-thread.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import type { OpenOptions } from '../open/open-file.ts';
import type { FromImportWorker, ImportWork, ToImportWorker } from './import-worker.ts';
import { type OriginalRows, originalsOf } from './originals.ts';
import { type ImportOrder, type ImportPart, layoutsOf, partsOf } from './parts.ts';

const WORKER = new URL('./import-worker.ts', import.meta.url);
const BOUNDS: Omit<ThreadBounds, 'mostMs'> = {
  resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  tooLong: () => new UnusableFile('The file takes too long to read. Import it in parts.'),
  tooMuchMemory: () => new UnusableFile('The file takes too much memory to read. Save it as CSV, or import it in parts.'),
};
/** Of a processor, for each part: before the first, the whole file is looked at. */
const MAX_MS = 600_000;

/** What a reading has used of the processors. */
export interface ReadingMeter {
  ms: number;
}

/** False of what is no file: the reader says so. */
function isParquet(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const fd = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4);
    return readSync(fd, head, 0, 4, 0) === 4 && head.toString('latin1') === 'PAR1';
  } finally {
    closeSync(fd);
  }
}

async function* partsOfThread(work: ImportWork, mostMs: number, meter: ReadingMeter): AsyncGenerator<ImportPart> {
  const thread = new BoundedThread<ToImportWorker, FromImportWorker>(WORKER, { ...BOUNDS, mostMs });
  const next = async (): Promise<ImportPart | undefined> => {
    const answer = await thread.ask('next');
    if ('unusable' in answer) throw new UnusableFile(answer.unusable);
    if ('part' in answer) return answer.part;
    thread.finish();
    return undefined;
  };
  try {
    thread.tell(work);
    for (let ahead = next(); ; ) {
      const part = await ahead;
      if (!part) return;
      ahead = next();
      ahead.catch(() => undefined); // thrown by the request for the next part
      yield part;
    }
  } finally {
    meter.ms += await thread.usedMs();
    await thread.end();
  }
}

export interface BesideOptions {
  /** Reads the rows of a Parquet file by its path: in the warehouse's process, not in the thread. */
  parquetRows?: OpenOptions['parquetRows'];
  mostMs?: number;
  meter?: ReadingMeter;
}

/**
 * The parts of a file; while the caller works on one, the next is read.
 * @throws UnusableFile, WrongMapping in words for who sent the file.
 */
export async function* readBeside(order: ImportOrder, options: BesideOptions = {}): AsyncGenerator<ImportPart> {
  const { parquetRows, mostMs = MAX_MS, meter = { ms: 0 } } = options;
  const layouts = layoutsOf(order);
  const { file } = order;
  if (typeof file === 'string' && parquetRows && isParquet(file)) yield* partsOf(order, layouts, parquetRows);
  else yield* partsOfThread({ order, layouts }, mostMs, meter);
}

/**
 * Rows of a file as they stand in it; undefined of an archive of several files.
 * @throws UnusableFile
 */
export async function readOriginals(
  order: ImportOrder,
  lines: readonly number[],
  { parquetRows, mostMs = MAX_MS }: BesideOptions = {},
): Promise<OriginalRows | undefined> {
  const layouts = layoutsOf(order);
  const { file } = order;
  if (typeof file === 'string' && parquetRows && isParquet(file)) return originalsOf(order, layouts, lines, parquetRows);
  const work: ImportWork = { order, layouts, lines };
  const thread = new BoundedThread<ToImportWorker, FromImportWorker>(WORKER, { ...BOUNDS, mostMs });
  try {
    thread.tell(work);
    const answer = await thread.ask('next');
    if ('unusable' in answer) throw new UnusableFile(answer.unusable);
    thread.finish();
    return 'originals' in answer ? answer.originals : undefined;
  } finally {
    await thread.end();
  }
}

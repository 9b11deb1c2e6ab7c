// The caller's side of the thread that reads statements: bounded in time and memory, one file at a time in the whole service, so that
// no upload takes more than one processor from everybody else.
import type { ResourceLimits } from 'node:worker_threads';
import { BoundedThread } from '../../../base/rows/bounded-thread.ts';
import type { Interpreted } from './interpret.ts';
import type { ScanContext } from './scan.ts';
import type { FromStatementWorker, OpenedStatement, ToStatementWorker } from './statement-worker.ts';
import { UnreadableStatement } from './unreadable.ts';

/** Of a processor: a statement of 20 MB takes some seconds. */
const MAX_MS = 60_000;
/** A spreadsheet is unpacked whole. */
const SCANNING: ResourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
/** Some hundred rows of text are in memory at a time; with less room garbage is collected earlier. */
const READING: ResourceLimits = { ...SCANNING, maxOldGenerationSizeMb: 64 };

export type ScannedStatement = Extract<FromStatementWorker, { scanned: unknown }>['scanned'];
type Answer = Exclude<FromStatementWorker, { wantsBytes: true } | { unreadable: string }>;

/** What the reading of a statement has used of the processors. */
export interface Meter {
  ms: number;
}

class StatementThread extends BoundedThread<ToStatementWorker, FromStatementWorker> {
  /** @param pieces The source of the bytes that the thread requests. */
  constructor(mostMs: number, resourceLimits: ResourceLimits, pieces: Iterable<Uint8Array> = []) {
    const source = pieces[Symbol.iterator]();
    const tooLong = () => new UnreadableStatement('The file takes too long to read. Save it as CSV, or import it in parts.');
    const tooMuchMemory = () =>
      new UnreadableStatement('The file takes too much memory to read. Save it as CSV, or import it in parts.');
    super(
      new URL('./statement-worker.ts', import.meta.url),
      { resourceLimits, mostMs, tooLong, tooMuchMemory },
      (message): boolean => {
        const wantsBytes = 'wantsBytes' in message;
        if (wantsBytes) this.tell({ bytes: source.next().value });
        return wantsBytes;
      },
    );
  }

  async answerTo(message: ToStatementWorker): Promise<Answer> {
    const answer = await this.ask(message);
    if ('unreadable' in answer) throw new UnreadableStatement(answer.unreadable);
    return answer as Answer;
  }
}

/** Reads a new statement, an open file of this size. @throws UnreadableStatement in words for its sender. */
export async function scanBeside(
  { fd, bytes }: { fd: number; bytes: number },
  context: ScanContext,
  mostMs = MAX_MS,
  meter: Meter = { ms: 0 },
): Promise<ScannedStatement> {
  const thread = new StatementThread(mostMs, SCANNING);
  try {
    const answer = await thread.answerTo({ scan: { fd, bytes }, context });
    if (!('scanned' in answer)) throw new Error('the thread that reads statements replied to another request');
    thread.finish();
    return answer.scanned;
  } finally {
    meter.ms = await thread.usedMs();
    await thread.end();
  }
}

/** Rows of a kept statement, a few hundred at a time; while the caller works on some, the next are read. */
export async function* readBeside(opened: OpenedStatement, pieces: Iterable<Uint8Array>): AsyncGenerator<Interpreted[]> {
  const thread = new StatementThread(MAX_MS, READING, pieces);
  const next = async (): Promise<Interpreted[]> => {
    const answer = await thread.answerTo({ next: true });
    return 'rows' in answer ? answer.rows : [];
  };
  try {
    thread.tell({ open: opened });
    for (let ahead = next(); ; ) {
      const rows = await ahead;
      if (rows.length === 0) {
        thread.finish();
        return;
      }
      ahead = next();
      ahead.catch(() => undefined); // handled by its waiting caller, if any
      yield rows;
    }
  } finally {
    await thread.end();
  }
}

// The rows of a profile that arrives, checked before anything is written, and copied into a file of their own from which they are adopted.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Base } from '../base.ts';
import { slicesOf } from '../contract/hooks.ts';
import { makePrivate } from '../files/durable.ts';
import { StoredJsonInvalid, storedShapes } from '../kit/stored-json.ts';
import { stateFile } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import { statementsOf } from '../state/statements.ts';
import { type MoveManifest, MoveRefused } from './move-file.ts';
import { movedTables } from './move-plan.ts';
import type { CheckWork, RowFault } from './row-faults.ts';

/** The file has rows that are refused. Nothing was written. */
export class RowsRefused extends MoveRefused {
  readonly fault: RowFault;
  constructor(fault: RowFault) {
    super(
      fault.kind === 'damaged'
        ? `The file is damaged: ${fault.text}.`
        : `The file is refused: ${fault.text}. It was not made by the commands of a move, or was changed. Nothing was accepted.`,
    );
    this.fault = fault;
  }
}

const ROWS_AT_ONCE = 500;

/** Rows of state that passed: of one profile, as they are adopted. */
export interface CheckedRows {
  file: string;
  state: Pick<State, 'statement'>;
  close(): void;
}

function runWorker(work: CheckWork): Promise<RowFault | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./check-rows-worker.ts', import.meta.url), { workerData: work });
    let answer: { fault?: RowFault } | undefined;
    worker.once('message', (message: { fault?: RowFault }) => {
      answer = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      answer ? resolve(answer.fault) : reject(new Error(`checking a file ended with code ${code}`)),
    );
  });
}

/** @throws RowsRefused */
export async function checkRows(
  base: Base,
  { file, folder, manifest, workspaceId }: { file: string; folder: string; manifest: MoveManifest; workspaceId: string },
): Promise<CheckedRows> {
  const target = join(folder, 'rows.sqlite');
  rmSync(target, { force: true });
  makePrivate(target);
  await base.state.synced();
  const { profile_id: profileId, last_seq: lastSeq, contents } = manifest;
  const fault = await runWorker({
    file,
    target,
    state: stateFile(base.config.dataDir),
    profileId,
    workspaceId,
    lastSeq,
    contents,
  });
  if (fault) throw new RowsRefused(fault);
  const db = new Database(target, { readonly: true });
  try {
    await requireShapes(db);
    requireKnownLanes(base, db, file, profileId);
    const state = { statement: statementsOf(db) };
    for (const { hooks } of slicesOf(base)) {
      const text = hooks?.refuseArrival?.(state, profileId);
      if (text !== undefined) throw new RowsRefused({ kind: 'foreign', table: '', text });
    }
    return { file: target, state, close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Stored JSON of a wrong shape would stop whatever reads it, some of it for all profiles. */
async function requireShapes(db: Database.Database): Promise<void> {
  for (const { table, columns } of movedTables(db))
    for (const column of columns) {
      const read = storedShapes().get(`${table}.${column}`);
      if (!read) continue;
      let rows = 0;
      for (const text of db
        .prepare<[], string>(`select "${column}" from "${table}" where "${column}" is not null`)
        .pluck()
        .iterate()) {
        try {
          read(text);
        } catch (error) {
          if (!(error instanceof StoredJsonInvalid)) throw error;
          throw new RowsRefused({ kind: 'damaged', table, text: error.message.replace(/\.$/, '') });
        }
        rows += 1;
        if (rows % ROWS_AT_ONCE === 0) await turn();
      }
    }
}

/** A delivery in a lane of somebody else would be sent there, under that one's secret. */
function requireKnownLanes(base: Base, rows: Database.Database, file: string, profileId: string): void {
  const state = { statement: statementsOf(rows) };
  const db = new Database(file, { readonly: true });
  try {
    const lanes = db.prepare<[], { ledger: string; lane: string | null }>('select distinct ledger, lane from t_waiting').all();
    for (const { ledger, lane } of lanes) {
      const isKnown = slicesOf(base).some(({ hooks }) => lane !== null && hooks?.hasLane?.(state, profileId, { ledger, lane }));
      if (!isKnown)
        throw new RowsRefused({
          kind: 'foreign',
          table: 'waiting',
          text: 'its waiting deliveries are of a receiver that is not in it',
        });
    }
  } finally {
    db.close();
  }
}

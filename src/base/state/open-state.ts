// Opens state: one SQLite file, every commit on disk before it is answered, deleted rows overwritten, its schema that of this version.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { isDiskFull } from '../files/disk.ts';
import { makePrivate } from '../files/durable.ts';
import type { Clock } from '../kit/clock.ts';
import { Mutex } from '../kit/mutex.ts';
import { storedJson } from '../kit/stored-json.ts';
import { SlackWiper } from '../sql/sqlite-slack.ts';
import { jobTable } from '../work/job-store.ts';
import { decisionSum, requireSound } from './decision-sums.ts';
import type { Decision, DecisionKind, NewDecision } from './decisions.ts';

import { LogSync } from './log-sync.ts';
import { masterKeyFor } from './master-key.ts';
import { profileKeys, vaultOf } from './profile-keys.ts';
import { createSchema, hasSchema } from './schema.ts';
import type { BigRow, RowOf, State } from './state.ts';
import { statementText } from './statement-files.ts';
import { statementsOf } from './statements.ts';

export interface OpenStateOptions {
  schemaFolder?: string;
  /** Told once per transaction that the disk refused. */
  onDiskFull?: () => void;
  warn?: (message: string) => void;
}

/** Each kind of decision has its own shape, which its followers check. */
const storedDecision = storedJson('decisions.payload', z.unknown());

/** Between two looks whether the log is still read. */
const WIPE_PAUSE_MS = 50;

/** The disk failed a read, a write or a sync. */
const isOfDisk = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_IOERR');

export const stateFile = (dataDir: string): string => join(dataDir, 'state.sqlite');

function decisionOf(row: BigRow<RowOf<'base/decision_list'>>): Decision {
  requireSound(row);
  const causedBy = row.caused_by_seq;
  return {
    profileId: row.profile_id,
    decisionNo: row.decision_no,
    afterSeq: row.after_seq,
    ...(causedBy === null ? {} : { causedBySeq: causedBy }),
    kind: row.kind as DecisionKind,
    subject: row.subject,
    payload: storedDecision.read(row.payload),
    actor: row.actor,
    decidedAt: Number(row.decided_at),
  };
}

export function openState(config: Config, clock: Clock, options: OpenStateOptions = {}): State {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  makePrivate(stateFile(config.dataDir));
  const db = new Database(stateFile(config.dataDir));
  try {
    const isMade = hasSchema(db, config.dataDir, options.schemaFolder);
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.pragma('secure_delete = on');
    db.pragma('foreign_keys = on');
    db.pragma('busy_timeout = 5000');
    // Keys of people are spread over all their pages: with the 2 MB and 1,000 pages that SQLite begins with, a page is read and written
    // again for nearly every row. With four times as many an import of 100,000 customers is no faster.
    db.pragma('cache_size = -8192');
    db.pragma('wal_autocheckpoint = 4000');
    // TRICKY: without this, `insert or replace` deletes rows behind the append-only triggers' back.
    db.pragma('recursive_triggers = on');
    if (!isMade) createSchema(db, clock.now(), options.schemaFolder);
    return stateOn(db, config, clock, options);
  } catch (error) {
    db.close();
    throw error;
  }
}

function stateOn(db: Database.Database, config: Config, clock: Clock, options: OpenStateOptions): State {
  const statement = statementsOf(db);
  const transaction = db.transaction((work: () => unknown) => work());
  /** Of each profile that decides inside the running transaction: one that is taken back takes its numbers along. */
  const lastDecisions = new Map<string, bigint>();

  const warn = options.warn ?? (() => undefined);
  const log = new LogSync(db, warn);

  function commit<T>(work: () => T): T {
    try {
      log.settle();
      return transaction.immediate(work) as T;
    } catch (error) {
      if (isDiskFull(error)) options.onDiskFull?.();
      if (isOfDisk(error)) log.doubt();
      throw error;
    } finally {
      lastDecisions.clear();
    }
  }

  const tx = <T>(work: () => T): T => (db.inTransaction ? work() : commit(work));

  function txUnsynced<T>(work: () => T): T {
    if (db.inTransaction) return work();
    db.pragma('synchronous = normal');
    try {
      return commit(work);
    } finally {
      db.pragma('synchronous = full');
      log.owe();
    }
  }

  const lastDecision = (profileId: string): bigint =>
    lastDecisions.get(profileId) ?? (statement('base/decision_last').allBig({ profile_id: profileId })[0]?.decision_no as bigint);

  function decide(decision: NewDecision): bigint {
    const decisionNo = lastDecision(decision.profileId) + 1n;
    const row = {
      profile_id: decision.profileId,
      decision_no: decisionNo,
      after_seq: decision.afterSeq,
      caused_by_seq: decision.causedBySeq ?? null,
      kind: decision.kind,
      subject: decision.subject,
      payload: storedDecision.write(decision.payload),
      actor: decision.actor,
      decided_at: BigInt(decision.decidedAt),
    };
    statement('base/decision_add').run({ ...row, checksum: decisionSum(row) });
    if (db.inTransaction) lastDecisions.set(decision.profileId, decisionNo);
    return decisionNo;
  }

  function rekeyDecision(profileId: string, decisionNo: bigint, field: string, key: string): void {
    const [row] = statement('base/decision_list').allBig({ profile_id: profileId, after: decisionNo - 1n, limit: 1 });
    if (row?.decision_no !== decisionNo) return;
    requireSound(row);
    const payload = JSON.stringify({ ...JSON.parse(row.payload), [field]: key });
    const checksum = row.checksum === null ? null : decisionSum({ ...row, payload });
    statement('base/decision_rewrite').run({ profile_id: profileId, decision_no: decisionNo, payload, checksum });
  }

  const changeCounter = db.prepare(statementText('base/changes_count')).pluck();
  const partial = { db, statement, tx };
  let wiper: SlackWiper | undefined;
  const wipes = new Mutex();
  const master = masterKeyFor(config, partial, warn);
  return {
    ...partial,
    txUnsynced,
    synced: () => log.paid(),
    changeCount: () => changeCounter.get() as number,
    isInTransaction: () => db.inTransaction,
    decide,
    decisions: (profileId, after, limit) =>
      statement('base/decision_list').allBig({ profile_id: profileId, after, limit }).map(decisionOf),
    lastDecision,
    rekeyDecision,
    cursor: (name, profileId) => statement('base/cursor_get').allBig({ name, profile_id: profileId })[0]?.value ?? 0n,
    setCursor: (name, profileId, value) => {
      statement('base/cursor_set').run({ name, profile_id: profileId, value });
    },
    keys: profileKeys(partial, master),
    vault: vaultOf(master),
    jobs: jobTable(partial, clock),
    wipe: () =>
      wipes.run('', async () => {
        wiper ??= new SlackWiper(db.name);
        for (let page: number | undefined = 1; page !== undefined; ) {
          const next: number | undefined = wiper.step(db, page, 0);
          await pause(next === page ? WIPE_PAUSE_MS : 0);
          if (!db.open) throw new Error('state was closed before it was wiped');
          page = next;
        }
      }),
    close: () => {
      db.close();
      wiper?.close();
    },
  };
}

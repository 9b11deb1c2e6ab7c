// Opens state: one SQLite file, every commit on disk before its response, deleted rows overwritten, its schema that of this version.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { makePrivate } from '../files/durable.ts';
import type { Clock } from '../kit/clock.ts';
import { storedJson } from '../kit/stored-json.ts';
import { SlackWiper } from '../sql/sqlite-slack.ts';
import { jobTable } from '../work/job-store.ts';
import { createMemory, Mutex } from '../work/memo.ts';
import { decisionSum, requireSound, StateDamaged } from './decision-sums.ts';
import { type Decision, isDecisionKind, type NewDecision } from './decisions.ts';
import { stateVault } from './earlier-keys.ts';
import { masterKeyFor } from './master-key.ts';
import { profileKeys } from './profile-keys.ts';
import { createSchema, giveNumber, hasSchema } from './schema.ts';
import type { BigRow, RowOf, State } from './state.ts';
import { statementsOf, statementText } from './statements.ts';
import { Transactions } from './transactions.ts';

export interface OpenStateOptions {
  schemaFolder?: string;
  /** Called once per transaction that the disk refused. */
  onDiskFull?: () => void;
  warn?: (message: string) => void;
}

/** Between two checks whether the log is still read. */
const WIPE_PAUSE_MS = 50;

export const stateFile = (dataDir: string): string => join(dataDir, 'state.sqlite');

/** The id of the master key that seals the folder. Changes nothing. */
export function sealingKeyOf(dataDir: string): string | undefined {
  const db = new Database(stateFile(dataDir), { readonly: true });
  try {
    return db.prepare<[], string>('select key_id from master_keys').pluck().get();
  } finally {
    db.close();
  }
}

export function openState(config: Config, clock: Clock, options: OpenStateOptions = {}): State {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  makePrivate(stateFile(config.dataDir));
  const db = new Database(stateFile(config.dataDir));
  try {
    const isNew = !hasSchema(db, config.dataDir, options.schemaFolder);
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.pragma('secure_delete = on');
    db.pragma('foreign_keys = on');
    db.pragma('busy_timeout = 5000');
    // Keys of people are spread over all their pages: with the 2 MB and 1,000 pages that SQLite begins with, a page is read and written
    // again for nearly every row. With four times as many an import of 100,000 people is no faster.
    db.pragma('cache_size = -8192');
    db.pragma('wal_autocheckpoint = 4000');
    // TRICKY: without this, `insert or replace` deletes rows behind the append-only triggers' back.
    db.pragma('recursive_triggers = on');
    if (isNew) createSchema(db, clock.now(), options.schemaFolder);
    giveNumber(db);
    return stateOn(db, config, clock, options);
  } catch (error) {
    db.close();
    throw error;
  }
}

function stateOn(db: Database.Database, config: Config, clock: Clock, options: OpenStateOptions): State {
  const warn = options.warn ?? (() => undefined);
  const { onDiskFull } = options;
  const transactions = new Transactions(db, { warn, ...(onDiskFull ? { onDiskFull } : {}) });
  const statement = statementsOf(db);
  const partial = { db, statement, tx: <T>(work: () => T): T => transactions.tx(work) };
  const changeCounter = db.prepare<[], number>(statementText('base/changes_count')).pluck();
  const master = masterKeyFor(config, partial, warn);
  const wiper = new StateWiper(db);
  return {
    ...partial,
    ...createMemory(),
    txUnsynced: (work) => transactions.txUnsynced(work),
    synced: () => transactions.synced(),
    changeCount: () => changeCounter.get() ?? 0,
    isInTransaction: () => transactions.isRunning,
    ...decisionLog(partial, transactions),
    cursor: (name, profileId) => statement('base/cursor_get').allBig({ name, profile_id: profileId })[0]?.value ?? 0n,
    setCursor: (name, profileId, value) => {
      statement('base/cursor_set').run({ name, profile_id: profileId, value });
    },
    keys: profileKeys(partial, master),
    vault: stateVault(partial, master),
    masterKey: () => Buffer.from(master.bytes),
    jobs: jobTable(partial, clock),
    wipe: () => wiper.run(),
    close: () => {
      db.close();
      wiper.close();
    },
  };
}

/** One wipe at a time, page by page, while others use the file. */
class StateWiper {
  readonly #db: Database.Database;
  readonly #mutex = new Mutex();
  #slack: SlackWiper | undefined;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  run(): Promise<void> {
    return this.#mutex.run('', async () => {
      this.#slack ??= new SlackWiper(this.#db.name);
      for (let page: number | undefined = 1; page !== undefined; ) {
        const next: number | undefined = this.#slack.step(this.#db, page, 0);
        await pause(next === page ? WIPE_PAUSE_MS : 0);
        if (!this.#db.open) throw new Error('state was closed before it was wiped');
        page = next;
      }
    });
  }

  close(): void {
    this.#slack?.close();
  }
}

// Appends and reads decisions. Each has a checksum, and its number is the last one of its profile plus one.

/** Each kind of decision has its own shape, which its followers check. */
const storedDecision = storedJson('decisions.payload', z.unknown());

type DecisionMethods = Pick<State, 'decide' | 'decisions' | 'lastDecision' | 'rekeyDecision'>;

function decisionOf(row: BigRow<RowOf<'base/decision_list'>>): Decision {
  requireSound(row);
  const { kind, caused_by_seq: causedBy } = row;
  if (!isDecisionKind(kind))
    throw new StateDamaged(`State has a decision of an unknown kind: ${kind} (${row.decision_no} of profile ${row.profile_id}).`);
  return {
    profileId: row.profile_id,
    decisionNo: row.decision_no,
    afterSeq: row.after_seq,
    ...(causedBy === null ? {} : { causedBySeq: causedBy }),
    kind,
    subject: row.subject,
    payload: storedDecision.read(row.payload),
    actor: row.actor,
    decidedAt: Number(row.decided_at),
  };
}

export function decisionLog({ statement }: Pick<State, 'statement'>, transactions: Transactions): DecisionMethods {
  /** Per profile, of the running transaction: one that is rolled back rolls back its numbers. */
  const lastInTransaction = new Map<string, bigint>();
  transactions.onEnd(() => lastInTransaction.clear());

  function lastDecision(profileId: string): bigint {
    const last = lastInTransaction.get(profileId);
    return last ?? statement('base/decision_last').allBig({ profile_id: profileId })[0]?.decision_no ?? 0n;
  }

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
    if (transactions.isRunning) lastInTransaction.set(decision.profileId, decisionNo);
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

  return {
    decide,
    decisions: (profileId, after, limit) =>
      statement('base/decision_list').allBig({ profile_id: profileId, after, limit }).map(decisionOf),
    lastDecision,
    rekeyDecision,
  };
}

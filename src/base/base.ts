// The dependencies of every handler and job: the stores, the clock, the configuration. Slices keep no state of their own.
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Archive } from './journal/archive.ts';
import type { Journal, ReadJournal } from './journal/journal.ts';
import type { CountedJournal } from './journal/open-journal.ts';
import type { Clock } from './kit/clock.ts';
import type { Signals } from './kit/signals.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ShortLived } from './short-lived/short-lived.ts';
import type { ProfileKeys, ReadState, State } from './state/state.ts';
import type { ClickHouse } from './warehouse/clickhouse/clickhouse.ts';
import type { Warehouse } from './warehouse/port.ts';
import type { Jobs } from './work/jobs.ts';
import type { Memory } from './work/memo.ts';

/** The dependencies of a read: state and journal without anything that writes. Figures are a projection; building them is no write. */
export interface ReadBase extends Omit<Base, 'state' | 'journal'> {
  state: ReadState;
  journal: ReadJournal;
}

/**
 * State that a slice keeps in memory: counts that wait to be written, figures that are built again, positions of followers. No operation requests it:
 * a shape test lists the files that do.
 */
export const keeperOf = (read: ReadBase | IntakeBase | AfterBase): Base => read as Base;

/** The dependencies of intake: readable state, the keys that the journal's thread works with, and a journal that appends. */
export interface IntakeBase extends Omit<ReadBase, 'state' | 'journal'> {
  state: ReadState & { keys: Pick<ProfileKeys, 'forThread'> };
  journal: ReadJournal & Pick<Journal, 'append' | 'appendMade'>;
}

/** The dependencies of work after a commit: it reads, and may start due jobs, which write in transactions of their own. */
export interface AfterBase extends ReadBase {
  state: ReadState & { jobs: Pick<Jobs, 'due'> };
}

export interface Base extends Memory {
  config: Config;
  clock: Clock;
  log: Logger;
  state: State;
  journal: CountedJournal;
  ledger: Ledger;
  /** Values that are destroyed within days; no backup contains them. */
  shortLived: ShortLived;
  archive: Archive;
  warehouse: Warehouse;
  /** The second engine; undefined without WAREHOUSE_URL. */
  clickhouse: ClickHouse | undefined;
  /** In-process notices: `facts` and `decisions` (a profile has new ones), `work` (jobs are due). Losing one costs time, never data. */
  signals: Signals;
}

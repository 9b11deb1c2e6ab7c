// The file of the ledger while it is open: one that is gone, or in whose place another one is, is not the one that is written to. A new one is
// begun at once, and state is told.
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Base } from '../base.ts';
import { ledgerFile } from '../ledger/file.ts';
import type { Ledger, LedgerLoss } from '../ledger/ledger.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import type { State } from '../state/state.ts';
import { announceLost, recordLedger } from './losses.ts';
import type { StoreProblem } from './store-problem.ts';

/** Losses that state does not know of yet: they may be found inside a transaction of its, which may be rolled back. */
const found = ({ memo }: Pick<State, 'memo'>): { losses: LedgerLoss[]; inode: bigint | undefined } =>
  memo('losses of the ledger', () => ({ losses: [], inode: undefined }));

interface OpenOptions {
  state: State;
  dataDir: string;
  log: Logger;
  now: () => number;
  /** What is known to be wrong with the file. */
  fault: string | undefined;
  /** Called soon after the ledger was lost while it was open. */
  onLost: () => void;
}

/** Opens the file that state knows, or begins a new one. */
export async function openKnownLedger({ state, dataDir, log, now, fault, onLost }: OpenOptions): Promise<Ledger> {
  const { ledger_id: id = null, ledger_opening } = state.statement('base/installation_ledger_get').get() ?? {};
  const ledger = await openLedger(dataDir, {
    expected: id === null ? undefined : { id, opening: ledger_opening ?? 0 },
    // A ledger that no state knows of was none.
    fault: id === null ? undefined : fault,
    onDeath: (error) => log.error({ err: error }, "the ledger's writer died and is started again; its last rows may be missing"),
    onLost: (loss) => {
      log.error({ moved_to: loss.movedTo }, `the ledger ${loss.what}: a new one is begun`);
      found(state).losses.push(loss);
      found(state).inode = inodeOf(dataDir);
      setImmediate(onLost);
    },
  });
  recordLedger(state, ledger.identity, found(state).losses.splice(0), now());
  found(state).inode = inodeOf(dataDir);
  return ledger;
}

const inodeOf = (dataDir: string): bigint | undefined =>
  statSync(ledgerFile(dataDir), { bigint: true, throwIfNoEntry: false })?.ino;

function faultOf(base: Base): string | undefined {
  const stat = statSync(ledgerFile(base.config.dataDir), { bigint: true, throwIfNoEntry: false });
  if (!stat) return 'was deleted';
  if (stat.ino !== found(base.state).inode) return 'was replaced by another file';
  return stat.size === 0n ? 'was emptied' : undefined;
}

/** Looks at the file's name and size, and begins a new one where it is not right; answers what is wrong still. */
export function lookAtLedger(base: Base): StoreProblem[] {
  const fault = faultOf(base);
  return fault === undefined ? settled(base) : renewLedger(base, fault);
}

function settled(base: Base): StoreProblem[] {
  settleLedger(base);
  return [];
}

/** @param fault As in LedgerLoss. */
export function renewLedger(base: Base, fault: string): StoreProblem[] {
  try {
    base.ledger.renew(fault);
    return settled(base);
  } catch (error) {
    return [
      {
        store: 'ledger',
        what: `ledger.sqlite ${fault}, and no new one could be begun (${(error as Error).message}): nothing is delivered.`,
        next: 'Check the disk of the data folder and who owns its files; the service tries again every minute.',
        isLoss: true,
      },
    ];
  }
}

/** Records losses in state, and has what had not ended announced again. */
export function settleLedger(base: Base): void {
  const { losses } = found(base.state);
  if (base.state.isInTransaction()) return;
  if (losses.length > 0) {
    recordLedger(base.state, base.ledger.identity, losses, base.clock.now());
    losses.splice(0);
  }
  announceLost(base);
}

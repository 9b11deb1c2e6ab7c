// Files that were lost and that the service could do without: what happened is kept in state, and named until an operator has read it.
import type { Base, ReadBase } from '../base.ts';
import { hooksOf, slicesOf } from '../contract/hooks.ts';
import type { LedgerIdentity, LedgerLoss } from '../ledger/ledger.ts';
import type { State } from '../state/state.ts';
import { type FileFault, forgetLostFiles, lookAtKeptFiles, STORE_OF } from './kept-files.ts';
import { ACCEPT, type StoreProblem } from './store-problem.ts';

type Statements = Pick<State, 'statement' | 'tx'>;

export const recordLoss = (
  { statement }: Pick<State, 'statement'>,
  { store, what }: Pick<StoreProblem, 'what'> & { store: 'ledger' | 'sandbox' | 'clock' | 'short_lived' },
  now: number,
): void => {
  statement('base/loss_add').run({ store, what, now });
};

const wordsOf = ({ what, movedTo }: LedgerLoss): string =>
  `ledger.sqlite ${what}: the history of deliveries until then is gone${movedTo === null ? '' : ` (the file was moved to ${movedTo})`}.`;

/** State knows the new file from here on, and that nothing of the lost one was announced again yet. */
export function recordLedger(
  { statement, tx }: Statements,
  identity: LedgerIdentity,
  losses: readonly LedgerLoss[],
  now: number,
): void {
  tx(() => {
    for (const loss of losses) recordLoss({ statement }, { store: 'ledger', what: wordsOf(loss) }, now);
    statement('base/installation_ledger_set').run({ ...identity });
  });
}

/** After a ledger was lost: slices announce again what state knows to be without an end. Nothing where that was done, or without slices. */
export function announceLost(base: Base): void {
  if (slicesOf(base).length === 0) return;
  base.state.tx(() => {
    const losses = base.state.statement('base/losses_unannounced').all();
    if (losses.length === 0) return;
    const announced = hooksOf(base).reduce((sum, { ledgerLost }) => sum + (ledgerLost?.(base) ?? 0), 0);
    for (const [index, { loss_no }] of losses.entries())
      base.state.statement('base/loss_announced').run({ loss_no, announced: index === 0 ? announced : 0 });
    base.log.error({ announced }, 'the ledger was lost: deliveries that had not ended are announced again');
  });
}

const announcedWords = (announced: number | null): string =>
  announced === null
    ? ' Deliveries that had not ended are announced again by the service.'
    : ` Deliveries that had not ended were announced again under the same ids: ${announced}.`;

const instant = (at: number): string => new Date(at).toISOString();

function pastLosses(base: ReadBase): StoreProblem[] {
  const rows = base.state.statement('base/losses_open').all();
  return rows.map(({ store, what, found_at, announced }) => ({
    store,
    what: `Found at ${instant(found_at)}: ${what}${store === 'ledger' ? announcedWords(announced) : ''}`,
    next: `Nothing has to be put back. ${ACCEPT}`,
    isLoss: false,
    isServed: true,
  }));
}

const lostFile = (from: string, { name, what }: FileFault): StoreProblem => ({
  store: STORE_OF[name],
  what: `${name} ${what}: what is in it is not served.`,
  next: `Stop the service and copy ${name} from ${from} into the data folder; or continue without it: ${ACCEPT}`,
  isLoss: false,
  isServed: true,
});

/** @param from The backup to copy from, in words. */
export function lossProblems(base: Base, from: string): StoreProblem[] {
  const { lost, rewritten } = lookAtKeptFiles(base);
  for (const { name, what } of rewritten) {
    const words = `${name} ${what} while the service ran, which wrote it again: nothing is lost.`;
    recordLoss(base.state, { store: STORE_OF[name], what: words }, base.clock.now());
  }
  return [
    ...pastLosses(base),
    ...lost.map((fault) => lostFile(from, fault)),
    ...hooksOf(base).flatMap(({ files }) => files?.problems(base) ?? []),
  ];
}

/** An operator has read of them; answers how many there were. */
export function acceptLosses(base: Base): number {
  return base.state.tx(() => {
    const files = forgetLostFiles(base).length;
    const ofSlices = hooksOf(base).reduce((sum, { files: own }) => sum + (own?.acceptLosses(base) ?? 0), 0);
    return files + ofSlices + base.state.statement('base/losses_accept').run({ now: base.clock.now() }).changes;
  });
}

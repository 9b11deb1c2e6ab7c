// The readiness of the service: each store answers a small real request, within a limit of time.

import type { Base } from '../../base/base.ts';
import { lookAtStores } from '../../base/folder/watch.ts';
import type { StoreProblem } from '../../base/losses/store-problem.ts';
import { statement } from '../../base/warehouse/statements.ts';

/** Longer than any of these takes on a busy machine, shorter than what asks gives up after. */
const DEADLINE_MS = 1_500;

export type Answer = 'ok' | 'unavailable';

/** Anybody may ask: which file and which profile it is stays on the machine. */
const WORDS: Record<StoreProblem['store'], string> = {
  state: 'The file of state is lost, replaced or damaged.',
  journal: 'The journal is lost, replaced or damaged, or facts cannot be written.',
  archive: 'A file of the archive is lost or damaged.',
  master_key: 'The master key is lost.',
  ledger: 'The ledger of deliveries was lost, replaced or damaged.',
  sandbox: 'The state of the sandbox is lost, replaced or damaged.',
  clock: 'The clock of the demo was lost, replaced or damaged.',
  pictures: 'Pictures of ads are lost or damaged.',
  messages: 'Files of messages are lost or damaged.',
  short_lived: 'The short-lived values were damaged.',
};
const NEXT = 'Run `tributary status` on the machine: it names what is lost and what to do.';

interface Readiness {
  checks: Record<'state' | 'journal' | 'warehouse' | 'archive' | 'master_key' | 'ledger', Answer>;
  problems: { what: string; next: string }[];
}

/** The state of each store; one that does not answer in time is unavailable. */
export async function readiness(base: Base): Promise<Readiness> {
  const [state, journal, warehouse, ledger] = await Promise.all([
    answerOf(async () => base.state.lastDecision('')),
    answerOf(async () => {
      base.journal.lastSeq('');
      await base.journal.probe();
    }),
    answerOf(() => askWarehouse(base)),
    answerOf(async () => base.ledger.nextDue({ ledger: '', lane: '' })),
  ]);
  const found = lookAtStores(base);
  const stopping = new Set(
    found.filter(({ isOfOneProfile, isServed }) => !isOfOneProfile && !isServed).map(({ store }) => store),
  );
  const answerIn = (store: StoreProblem['store']): Answer => (stopping.has(store) ? 'unavailable' : 'ok');
  const checks = {
    state: worst(state, answerIn('state')),
    journal: worst(journal, answerIn('journal')),
    warehouse,
    archive: answerIn('archive'),
    master_key: answerIn('master_key'),
    ledger: worst(ledger, answerIn('ledger')),
  };
  // What the service does without is no reason to send no traffic here.
  const named = new Set([...stopping, ...found.flatMap(({ store, isServed }) => (isServed ? store : []))]);
  const words = [...named].map((store) => WORDS[store]);
  // The other profiles are served: this is no reason to send no traffic here.
  if (found.some(({ isOfOneProfile }) => isOfOneProfile)) words.push('Facts of a profile are refused.');
  return { checks, problems: words.map((what) => ({ what, next: NEXT })) };
}

const worst = (one: Answer, other: Answer): Answer => (one === 'ok' ? other : one);

/** Where there is no live file yet, a running process is all that can be requested. */
async function askWarehouse(base: Base): Promise<void> {
  if (base.warehouse.status().pid === undefined) throw new Error('The warehouse process is not running.');
  const profileId = await anyLive(base);
  if (profileId === undefined) return;
  await base.warehouse.query({ profileId }, statement('warehouse/base/probe'), { deadlineMs: DEADLINE_MS });
}

async function anyLive(base: Base): Promise<string | undefined> {
  for (const { profileId } of base.journal.profiles()) if (await base.warehouse.exists(profileId)) return profileId;
  return undefined;
}

function answerOf(ask: () => Promise<unknown>): Promise<Answer> {
  return new Promise((done) => {
    const timer = setTimeout(() => done('unavailable'), DEADLINE_MS);
    ask()
      .then(
        () => done('ok'),
        () => done('unavailable'),
      )
      .finally(() => clearTimeout(timer));
  });
}

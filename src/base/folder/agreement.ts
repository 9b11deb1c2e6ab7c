// State and journal carry the same installation id and count their openings together: two that are not of one moment are distinguished before
// anything is accepted, so that no seq is issued twice. Each opening is announced in state, then entered in the journal, then settled.
import type { Database } from 'better-sqlite3';
import { isDiskFull } from '../files/disk.ts';
import type { Installation, Journal } from '../journal/journal.ts';
import { journalReader } from '../journal/journal-reader.ts';
import type { State } from '../state/state.ts';
import { statementsOf } from '../state/statements.ts';
import { StoresDisagree } from './stores-disagree.ts';

const NEXT = 'Put the right one back, or restore the last backup into an empty folder with `tributary restore`.';

interface StateInstallation extends Installation {
  next: bigint | null;
}

/** Needs only the statements of state: it may also be a file that is only read. */
type StateStatements = Pick<State, 'statement'>;

function readInstallation(state: StateStatements): StateInstallation {
  const [row] = state.statement('base/installation_get').allBig();
  if (!row)
    throw new StoresDisagree('State has lost the id of its installation. Restore the last backup with `tributary restore`.');
  return { id: row.id, opening: row.opening, next: row.next_opening };
}

/** Was a journal ever opened beside this state? Then one that is missing is lost. */
export const wasOpened = (state: State): boolean =>
  readInstallation(state).opening > 0n ||
  state
    .statement('base/reached_list')
    .allBig()
    .some(({ seq }) => seq > 0n);

/** Throws StoresDisagree when state and journal are not of one installation and one moment. */
export function requireAgreement(
  state: StateStatements,
  journal: Pick<Journal, 'installation' | 'lastSeq' | 'clearedTraits'>,
): void {
  const expected = readInstallation(state);
  const found = journal.installation();
  if (found && found.id !== expected.id)
    throw new StoresDisagree(
      `The journal belongs to another installation (${found.id}) than the state (${expected.id}). ${NEXT}`,
    );
  if ((!found && expected.opening > 0n) || (found && found.opening < expected.opening))
    throw new StoresDisagree(`The journal is older than the state beside it: facts that were acknowledged are missing. ${NEXT}`);
  if (found && found.opening > expected.opening && found.opening !== expected.next)
    throw new StoresDisagree(`The state is older than the journal beside it: what was decided since is missing. ${NEXT}`);
  requireReached(state, journal);
  requireTraits(state, journal);
}

function requireReached(state: StateStatements, journal: Pick<Journal, 'lastSeq'>): void {
  for (const row of state.statement('base/reached_list').allBig()) {
    const [profileId, seq] = [row.profile_id, row.seq];
    const lastSeq = journal.lastSeq(profileId);
    if (seq > lastSeq)
      throw new StoresDisagree(
        `The journal is older than the state beside it: of profile ${profileId} it ends at ${lastSeq}, and ${seq} facts were acknowledged. ${NEXT}`,
      );
  }
}

/** State that has not come as far as traits were emptied would never know what was in them. */
function requireTraits(state: StateStatements, journal: Pick<Journal, 'clearedTraits'>): void {
  for (const { profileId, seq } of journal.clearedTraits()) {
    const [row] = state.statement('base/cursor_get').allBig({ name: 'stitched', profile_id: profileId });
    const stitched = row?.value ?? 0n;
    if (stitched < seq)
      throw new StoresDisagree(
        `The state is older than the journal beside it: of profile ${profileId} it lacks the names and addresses that came with facts ${stitched + 1n} to ${seq}. ${NEXT}`,
      );
  }
}

/** The same of two databases of a backup. Those of a version that compared nothing yet fit. */
export function requireDatabasesAgree(state: Database, journal: Database): void {
  const isCompared = [state, journal].every((db) =>
    db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'installation'").get(),
  );
  if (isCompared) requireAgreement({ statement: statementsOf(state) }, journalReader(journal));
}

/** A full disk must not keep the service from starting: both then say what they said before. */
export async function enterOpening(state: State, journal: Journal): Promise<void> {
  const { id, opening, next } = readInstallation(state);
  const entered = journal.installation()?.opening ?? 0n;
  const coming = [opening, next ?? 0n, entered].reduce((most, each) => (each > most ? each : most)) + 1n;
  const set = (values: { opening: bigint; next_opening: bigint | null }): void => {
    state.tx(() => state.statement('base/installation_set').run(values));
  };
  try {
    set({ opening: entered, next_opening: coming });
    await journal.setInstallation({ id, opening: coming });
    set({ opening: coming, next_opening: null });
  } catch (error) {
    if (!isDiskFull(error) && (error as { reason?: unknown }).reason !== 'disk_full') throw error;
  }
}

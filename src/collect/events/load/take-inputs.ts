// Events that were read from the export of another tool, with a server's trust. The same rows add nothing again: each is known by the id that the other tool
// gave it, else by its content, and by which of its equals in the file it is.

import { ApiError } from '../../../base/contract/api-error.ts';
import type { NewFact } from '../../../base/journal/journal.ts';
import { enrichEvent } from '../enrich/enrich.ts';
import { tokeniserOf } from '../enrich/tokeniser.ts';
import type { EventInput } from '../event-input.ts';
import { type RefusedReason, reasonOfRow } from '../refused-outcomes.ts';
import { columnNamed } from './file-input.ts';
import { type LoadBase, patiently } from './file-load.ts';
import { rowIdentities } from './row-identity.ts';

export interface InputRow {
  line: number;
  input: EventInput;
  /** The other tool's name and its id of the event: what else the row says may be read otherwise another time. */
  id?: string | undefined;
}

export interface TakenInputs {
  created: number;
  known: number;
  refused: { line: number; words: string; reason: RefusedReason; input: EventInput }[];
  /** The facts of the rows, on disk. */
  facts: { seq: bigint; isNew: boolean }[];
}

/** Takes the rows of one file, in its order, batch by batch. @param isDryRun Checks them alone. */
export function inputTaker(
  base: LoadBase,
  profileId: string,
  isDryRun: boolean,
): (rows: readonly InputRow[]) => Promise<TakenInputs> {
  const tokens = tokeniserOf(base, profileId);
  const identify = rowIdentities();
  return async (rows) => {
    const context = { profileId, receivedAt: base.clock.now(), trust: 'server', tokens } as const;
    const taken: TakenInputs = { created: 0, known: 0, refused: [], facts: [] };
    const facts: { line: number; input: EventInput; fact: NewFact }[] = [];
    for (const { line, input, id } of rows) {
      try {
        const fact = enrichEvent(input, context);
        if (input.idempotency_key === undefined) fact.dedupeHash = identify(id === undefined ? { id: null, input } : { id });
        facts.push({ line, input, fact });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        taken.refused.push({ line, words: error.message, reason: reasonOfRow(columnNamed(error.message)), input });
      }
    }
    if (isDryRun) return { ...taken, created: facts.length };
    const appended = await patiently(() => base.journal.append(facts.map(({ fact }) => fact)));
    for (const [at, { line, input }] of facts.entries()) {
      const { status, seq } = appended[at] as (typeof appended)[number];
      if (status !== 'conflict') taken.facts.push({ seq, isNew: status === 'created' });
      if (status === 'created') taken.created += 1;
      else if (status === 'duplicate') taken.known += 1;
      else
        taken.refused.push({ line, input, reason: 'used_key', words: 'Its id was used before for an event with other content.' });
    }
    base.signals.emit('facts', profileId);
    return taken;
  };
}

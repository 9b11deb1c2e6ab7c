// A customer who is erased is taken out of deliveries that wait in state; the ledger of deliveries is cleaned by the erasure itself.
import type { Base } from '../../../base/base.ts';
import { type ErasedPerson, withoutWords } from '../../../base/contract/erasing.ts';

/** Deliveries of one look. */
const CHUNK_ROWS = 500;

/** Runs inside the transaction of the erasure; it may run again. */
export function eraseFromOutbox(base: Base, profileId: string, { words }: ErasedPerson): void {
  for (let after = 0; ; ) {
    const rows = base.state.statement('act/webhooks/outbox_bodies').all({ profile_id: profileId, after, limit: CHUNK_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    for (const { outbox_no, body } of rows) {
      const clean = withoutWords(body, words);
      if (clean !== body) base.state.statement('act/webhooks/outbox_set_body').run({ outbox_no, body: clean });
    }
    after = last.outbox_no;
  }
}

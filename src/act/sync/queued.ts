// What waits in state for the lane of a destination, on its way into the ledger: revisions of conversions, and rejected deliveries that a user wants
// to be sent again.
import type { Base } from '../../base/base.ts';
import { publicId } from '../../base/kit/ids.ts';
import { allDefinitions } from '../../credit/definitions/index.ts';
import { changeOf, deliveryIdOf, findDelivery, newEntry } from './delivery.ts';
import type { Destination } from './destination.ts';
import { compareWithLedger, rowOf } from './open-items.ts';

const MOVED_ROWS = 500;
const DEFINITIONS = 4096n;

/** Takes into the ledger what has changed and what is to be sent again. */
export async function takeQueue(base: Base, destination: Destination): Promise<void> {
  await moveQueued(base, destination);
  await moveResends(base, destination);
}

/** After a crash in between the ledger has them already. */
async function moveQueued(base: Base, { destinationId, profileId }: Destination): Promise<void> {
  const keys = new Map(allDefinitions(base, profileId).map((each) => [BigInt(each.definition_no), each.conversion_key]));
  for (;;) {
    const rows = base.state.statement('act/sync/items_queued').allBig({ destination_id: destinationId, limit: MOVED_ROWS });
    if (rows.length === 0) return;
    const at = base.clock.now();
    const entries = rows.map(({ conversion_no, occurred_at, revision, is_counted, tried_at }) => {
      const deliveryId = deliveryIdOf(destinationId, conversion_no, Number(revision));
      const conversionId = publicId('conversion', profileId, conversion_no);
      return newEntry({ destinationId, profileId, deliveryId }, at, {
        conversion_no: String(conversion_no),
        conversion_id: conversionId,
        event_id: conversionId,
        conversion_key: keys.get(conversion_no % DEFINITIONS) ?? '',
        revision: Number(revision),
        kind: revision === 1n ? 'conversion' : is_counted === 1n ? 'restatement' : 'retraction',
        occurred_at: Number(occurred_at),
        reason: null,
        action_source: null,
        match_keys: [],
        attempts: 0,
        provider_request_id: null,
        sent_at: null,
        value: null,
        first_tried_at: tried_at === null ? null : Number(tried_at),
        is_confirmed_later: false,
        request_events: 0,
      });
    });
    const added = await base.ledger.append(entries);
    if (added < entries.length) await lookAgain(base, profileId, entries, at);
    base.state.tx(() => {
      for (const { conversion_no, revision, person_key } of rows)
        base.state.statement('act/sync/item_moved').run({ destination_id: destinationId, conversion_no, revision, person_key });
    });
    // Some of them may have ended already.
    if (added < entries.length) compareWithLedger(base, { destinationId, profileId }, rows);
  }
}

/** Deliveries of another person than before: what nothing could be matched by is due. */
async function lookAgain(base: Base, profileId: string, entries: readonly { key: string }[], at: number): Promise<void> {
  const skipped = entries
    .flatMap(({ key }) => findDelivery(base, profileId, key) ?? [])
    .filter(({ state, content }) => state === 'skipped' && content.reason === 'no_match_key');
  await base.ledger.update(skipped.map((each) => changeOf(each, at, { state: 'skipped', dueAt: at, content: {} })));
}

/** Makes them pending. After a crash in between they are found again, and what was sent since stays as it is. */
async function moveResends(base: Base, { destinationId, profileId }: Destination): Promise<void> {
  const rows = base.state.statement('act/sync/resends_list').all({ destination_id: destinationId });
  if (rows.length === 0) return;
  const at = base.clock.now();
  const rejected = rows
    .flatMap(({ delivery_id }) => findDelivery(base, profileId, delivery_id) ?? [])
    .filter(({ state }) => state === 'rejected');
  const content = { reason: null, first_tried_at: null, is_confirmed_later: false };
  await base.ledger.update(rejected.map((each) => changeOf(each, at, { state: 'pending', dueAt: at, content })));
  base.state.tx(() => {
    for (const delivery of rejected) base.state.statement('act/sync/item_opened').run(rowOf(delivery));
    for (const { delivery_id } of rows) base.state.statement('act/sync/resend_remove').run({ delivery_id });
  });
}

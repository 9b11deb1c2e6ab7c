// The outbox: what has happened is announced by a row in the transaction that made it happen, and delivered afterwards, for each key in
// the order of the rows. A row that can never be delivered fails for good, and the next of its key goes out.
import type { Base } from '../base.ts';
import { defineJob, type JobDefinition, type JobKind } from './job.ts';
import { addJob } from './runner.ts';

export interface OutboxDefinition<Row>
  extends Pick<JobDefinition<Row>, 'kind' | 'payload' | 'leaseSeconds' | 'retry' | 'isSealed' | 'failureText' | 'concurrency'> {
  /** Rows of one key are delivered one at a time, in their order. */
  key: (row: { profileId: string; payload: Row }) => string;
  deliver: JobDefinition<Row>['run'];
}

export const defineOutbox = <Row>({ key, deliver, ...definition }: OutboxDefinition<Row>): JobKind<Row> =>
  defineJob({
    ...definition,
    isOrdered: true,
    concurrencyKey: (row) => `${definition.kind} ${key(row)}`,
    run: deliver,
  });

/** Writes a row; inside the transaction of what it announces. */
export function announce<Row>(base: Base, outbox: JobKind<Row>, profileId: string, row: Row): void {
  if (!base.state.db.inTransaction) throw new Error(`${outbox.kind}: is announced outside of a transaction`);
  addJob(base, outbox, { profileId, payload: row });
}

// Reads a profile's customers on a connection and a thread of its own, compares them, and hands likely pairs over in portions.
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../../base/config/config.ts';
import { systemClock } from '../../../base/kit/clock.ts';
import { openState } from '../../../base/state/open-state.ts';
import type { BigRow, RowOf, State } from '../../../base/state/state.ts';
import { NATIONAL_ID_CONTEXT } from '../stitching/claims.ts';
import { openDetails } from '../stitching/sealed-details.ts';
import { Blocks, type LikelyPair } from './blocking.ts';
import { comparable, type MatchRecord } from './matcher.ts';

export interface ScanWork {
  config: Config;
  profileId: string;
}
/** Portions are sent without waiting; the last message has the number of compared customers. */
export type FromScanWorker = { pairs: LikelyPair[] } | { compared: number };

const PAGE = 5_000;
const PORTION = 500;

const port = parentPort as NonNullable<typeof parentPort>;
const { config, profileId } = workerData as ScanWork;

interface Read extends MatchRecord {
  phones: string[];
  emails: string[];
}

function* customers(state: State): Generator<[bigint, MatchRecord]> {
  let after = 0n;
  for (;;) {
    const rows = state.statement('collect/identity/scan_customers').allBig({ profile_id: profileId, after, limit: PAGE });
    const upTo = rows.at(-1)?.customer_no;
    if (upTo === undefined) return;
    const page = new Map<bigint, Read>();
    for (const row of rows) page.set(row.customer_no, recordOf(state, row));
    const identifiers = { profile_id: profileId, after, up_to: upTo };
    for (const row of state.statement('collect/identity/scan_identifiers').allBig(identifiers))
      addIdentifier(state, page.get(row.customer_no), row);
    yield* page;
    after = upTo;
  }
}

function recordOf(state: State, row: BigRow<RowOf<'collect/identity/scan_customers'>>): Read {
  const details = row.sealed === null ? {} : openDetails({ state }, profileId, row.sealed);
  return {
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    birthDate: details.birth_date,
    address: details.address,
    city: details.city,
    postcode: details.postcode,
    phones: [],
    emails: [],
  };
}

function addIdentifier(
  state: State,
  record: Read | undefined,
  { type, value, sealed }: BigRow<RowOf<'collect/identity/scan_identifiers'>>,
): void {
  if (!record) return;
  if (type === 'national_id' && sealed !== null)
    record.nationalId = state.keys.decrypt(profileId, NATIONAL_ID_CONTEXT, sealed as Buffer);
  else if (type === 'email' && value !== null) record.emails.push(value as string);
  else if (type === 'phone' && value !== null) record.phones.push(value as string);
}

const state = openState(config, systemClock);
const blocks = new Blocks();
for (const [customer, record] of customers(state)) blocks.add(customer, comparable(record));
state.close();
let pairs: LikelyPair[] = [];
for (const pair of blocks.likely()) {
  pairs.push(pair);
  if (pairs.length < PORTION) continue;
  port.postMessage({ pairs } satisfies FromScanWorker);
  pairs = [];
}
port.postMessage({ pairs } satisfies FromScanWorker);
port.postMessage({ compared: blocks.size } satisfies FromScanWorker);

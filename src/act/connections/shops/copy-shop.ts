// Copies the products and orders of a shop: what has changed since the last reading, the earliest change first. Each page is stored with how far it reaches,
// so that an interrupted reading continues from there. Webhooks are hints: the order or product that one names is read at once.
import type { Base } from '../../../base/base.ts';
import type { JobRun } from '../../../base/work/job.ts';
import {
  type CopiedShop,
  createCopy,
  findCopy,
  keepOrders,
  keepProducts,
  noteOrdersError,
  noteOrdersRead,
  noteProductsError,
  noteProductsRead,
} from '../../../collect/commerce/index.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { RecordRef } from '../../../providers/record-source.ts';
import type { ShopReader } from '../../../providers/shop-reader.ts';
import { noteRefusal, pauseOf } from '../account-reading.ts';
import { accountOf, type Connection, findConnection } from '../connection.ts';
import { renewingOnce } from '../grants.ts';
import { type OpenSource, openKnownAccount } from '../records/sync-records.ts';
import type { CataloguePayload } from '../sync-queue.ts';
import { FIRST_SYNC_DAYS } from '../sync-times.ts';

/** Shops list a change a little after it was made, and while a list is read. */
const OVERLAP_MS = 120_000;
const DAY_MS = 86_400_000;
const MAX_ERROR = 200;

type Again = (payload: CataloguePayload, runAt: number) => void;

interface Copying {
  shop: CopiedShop;
  reader: ShopReader;
  opened: OpenSource;
  job: JobRun<CataloguePayload>;
}

export async function copyShop(base: Base, job: JobRun<CataloguePayload>, again: Again): Promise<unknown> {
  const { connection_id, account_id } = job.payload;
  const connection = findConnection(base, connection_id);
  const opened = connection && openKnownAccount(base, connection, account_id);
  const reader = opened?.source.shop;
  if (!connection || !opened || !reader) return { skipped: 'the shop is not read any more' };
  const shop = { profileId: connection.profileId, provider: connection.provider.id, accountId: account_id };
  createCopy(base, shop);
  const copying = { shop, reader, opened, job };
  const failures = [
    await failureOf(
      () => copyOrders(base, copying),
      (error) => noteOrdersError(base, shop, error),
    ),
    await failureOf(
      () => copyProducts(base, copying),
      (error) => noteProductsError(base, shop, error),
    ),
  ];
  const throttled = failures.find((each) => each?.outcome === 'throttled');
  if (throttled) again(job.payload, base.clock.now() + pauseOf(throttled));
  if (failures[0]) noteEnd(base, connection, account_id, failures[0]);
  return { errors: failures.flatMap((each) => each?.message ?? []) };
}

/** A failure of the shop, which is stored beside what was read before. */
async function failureOf(copy: () => Promise<void>, note: (error: string) => void): Promise<ProviderFailure | undefined> {
  try {
    await copy();
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    note(error.message.slice(0, MAX_ERROR));
    return error;
  }
}

async function copyOrders(base: Base, { shop, reader, opened, job }: Copying): Promise<void> {
  const readAt = base.clock.now();
  const oldest = readAt - FIRST_SYNC_DAYS * DAY_MS;
  const since = (): number => Math.max((findCopy(base, shop)?.orders_to ?? 0) - OVERLAP_MS, oldest);
  await renewingOnce(opened.grant, async () => {
    for await (const page of reader.readOrders(opened.grant, opened.account, since())) {
      job.signal.throwIfAborted();
      keepOrders(base, shop, page);
    }
  });
  await noteOrdersRead(base, shop, { readAt, oldest });
}

/** Once a day all of them, since no shop lists what it has not any more. */
async function copyProducts(base: Base, { shop, reader, opened, job }: Copying): Promise<void> {
  const readAt = base.clock.now();
  const before = findCopy(base, shop);
  const isList = readAt - (before?.products_listed_at ?? 0) >= DAY_MS;
  const since = isList ? 0 : Math.max((before?.products_to ?? 0) - OVERLAP_MS, 0);
  await renewingOnce(opened.grant, async () => {
    for await (const { rows, readTo } of reader.readProducts(opened.grant, opened.account, since)) {
      job.signal.throwIfAborted();
      keepProducts(base, shop, { rows, readTo: isList ? undefined : readTo });
    }
  });
  noteProductsRead(base, shop, { readAt, isList });
}

/** The shop refuses the grant; of one that another has replaced this means nothing. */
function noteEnd(base: Base, connection: Connection, accountId: string, failure: ProviderFailure): void {
  const account = accountOf(base, connection.connectionId, accountId);
  const isPresent = findConnection(base, connection.connectionId)?.grantNo === connection.grantNo;
  const isEnd = failure.outcome === 'reconnect' || failure.outcome === 'forbidden';
  if (account && isPresent && isEnd) base.state.tx(() => noteRefusal(base, { connection, account }, failure));
}

/** The order that a webhook has named, as it is now. What cannot be read is left to the hourly reading: its payment does not wait for it. */
export async function copyOrder(
  base: Base,
  { connectionId, profileId, provider }: Connection,
  opened: OpenSource,
  { type, id }: RecordRef,
): Promise<void> {
  const { source, grant, account } = opened;
  const { shop: reader } = source;
  if (!reader || type !== 'sale') return;
  const shop = { profileId, provider: provider.id, accountId: account.id };
  try {
    const order = await renewingOnce(grant, () => reader.readOrder(grant, account, id));
    createCopy(base, shop);
    keepOrders(base, shop, order ? { rows: [order], gone: [] } : { rows: [], gone: [id] });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    base.log.warn(
      { err: error, connection_id: connectionId },
      'an order that a webhook named could not be copied; it is read hourly',
    );
  }
}

/** The product that a webhook has named, as it is now; one that is gone is found by the daily list. @throws ProviderFailure */
export async function copyProduct(
  base: Base,
  { profileId, provider }: Connection,
  { source, grant, account }: OpenSource,
  id: string,
): Promise<unknown> {
  const { shop: reader } = source;
  if (!reader) return { skipped: 'no products are read' };
  const product = await renewingOnce(grant, () => reader.readProduct(grant, account, id));
  if (!product) return { skipped: 'the shop does not have the product any more' };
  const shop = { profileId, provider: provider.id, accountId: account.id };
  createCopy(base, shop);
  keepProducts(base, shop, { rows: [product] });
  return { copied: id };
}

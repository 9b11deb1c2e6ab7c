// One reading of the campaigns, ad sets and ads of an account. Only a complete reading is accepted: an incomplete one changes nothing.
import type { Base } from '../../../base/base.ts';
import type { JobRun } from '../../../base/work/job.ts';
import type { Ad, Creative } from '../../../providers/ad-platform.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import {
  type AccountReading,
  findSyncedAccount,
  noteRefusal,
  openReading,
  pauseOf,
  providerFailureOf,
  type SyncedAccount,
} from '../account-reading.ts';
import { readLog } from '../changes/read-log.ts';
import { findConnection, setStatusByAccounts } from '../connection.ts';
import { renewingOnce } from '../grants.ts';
import type { CataloguePayload } from '../sync-queue.ts';
import { HOUR_MS } from '../sync-times.ts';
import { type AcceptedObjects, acceptObjects } from './accept-objects.ts';
import { replaceChatAds } from './chat-ads.ts';
import { notePictures } from './copy-pictures.ts';
import { type AdObject, adObject, adSetObject, campaignObject, ObjectRefused } from './objects.ts';
import { readStudies } from './studies.ts';

type Again = (payload: CataloguePayload, runAt: number) => void;

export async function syncCatalogue(base: Base, job: JobRun<CataloguePayload>, again: Again): Promise<unknown> {
  const synced = findSyncedAccount(base, job.payload);
  if (!synced) return { skipped: 'the account is not read any more' };
  try {
    const reading = await openReading(base, synced);
    const read = await readCatalogue(base, reading, { signal: job.signal, readBefore: synced.account.catalogue_read_at });
    await readLog(base, synced, reading, job.signal);
    await readStudies(base, synced, reading);
    job.finish(() => {
      noteReading(base, synced, { error: null });
      setStatusByAccounts(base, synced.connection.connectionId);
      return read;
    });
  } catch (error) {
    const failure = providerFailureOf(synced.connection, error);
    if (!failure || job.signal.aborted) throw error;
    job.finish(() => {
      noteFailure(base, synced, failure);
      if (failure.outcome === 'throttled') again(job.payload, base.clock.now() + pauseOf(failure));
      return { error: failure.message };
    });
  }
  return undefined;
}

export interface ReadCatalogue extends AcceptedObjects {
  objects: number;
}

/** Reads an account whole and takes it in; its pictures are copied later. @throws ProviderFailure, and nothing has changed. */
export async function readCatalogue(
  base: Base,
  reading: AccountReading,
  { signal, readBefore = null }: { signal?: AbortSignal; readBefore?: number | null } = {},
): Promise<ReadCatalogue> {
  const { profileId, platform, account } = reading;
  const of = {
    profileId,
    platform: platform.id,
    accountId: account.id,
    currency: account.currency,
    ...(platform.changes ? {} : { comparedWith: readBefore }),
  };
  const { objects, creatives, chats } = await renewingOnce(reading.grant, () => readPages(reading, signal));
  const accepted = await acceptObjects(base, of, objects);
  replaceChatAds(base, of, chats);
  notePictures(base, of, creatives);
  return { objects: objects.length, ...accepted };
}

async function readPages({ platform, grant, account }: AccountReading, signal?: AbortSignal) {
  const objects: AdObject[] = [];
  const creatives: Creative[] = [];
  const chats: Ad[] = [];
  for await (const page of platform.readCatalogue(grant, account)) {
    signal?.throwIfAborted();
    objects.push(...usable(platform.id, () => page.campaigns.map(campaignObject)));
    objects.push(...usable(platform.id, () => page.adSets.map(adSetObject)));
    objects.push(...usable(platform.id, () => page.ads.map(adObject)));
    for (const { creative, effectiveStatus } of page.ads)
      if (creative && effectiveStatus !== 'archived') creatives.push(creative);
    chats.push(...page.ads.filter(({ chat }) => chat !== undefined));
  }
  return { objects, creatives, chats };
}

function usable<T>(platform: string, translate: () => T): T {
  try {
    return translate();
  } catch (error) {
    if (!(error instanceof ObjectRefused)) throw error;
    throw new ProviderFailure(platform, 'unusable', `${platform}: ${error.message}`);
  }
}

/** Runs inside the transaction that ends the job, as `noteFailure`. */
function noteReading(base: Base, { connection, account }: SyncedAccount, { error }: { error: string | null }): void {
  const now = base.clock.now();
  base.state.statement('act/connections/account_catalogue_put').run({
    connection_id: connection.connectionId,
    account_id: account.account_id,
    due_at: now + HOUR_MS,
    read_at: error === null ? now : null,
    error,
  });
}

/** The failure of a grant that another has replaced is ignored. */
function noteFailure(base: Base, synced: SyncedAccount, failure: ProviderFailure): void {
  const { connection } = synced;
  if (findConnection(base, connection.connectionId)?.grantNo !== connection.grantNo) return;
  noteReading(base, synced, { error: failure.message });
  noteRefusal(base, synced, failure);
}

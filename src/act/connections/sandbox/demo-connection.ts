// The connection of a demo profile: to the sandbox, by a link, a grant and a callback as any other, except that no person is asked. The jobs that
// read every account read its spend and its ads.
import { randomUUID } from 'node:crypto';
import { workspaceOfProfile } from '../../../account/places/index.ts';
import type { Base } from '../../../base/base.ts';
import { runInTurn } from '../../../base/work/runner.ts';
import { sandboxOf, shopAccount } from '../../../sandbox/index.ts';
import { copyPicturesJob } from '../catalogue/copy-pictures.ts';
import { finishVisit } from '../connect.ts';
import { type Connection, connectionsOf } from '../connection.ts';
import { createLink, startVisit } from '../links.ts';
import { providerOf } from '../providers.ts';
import { catalogueJob, queueSyncs, spendJob } from '../sync-queue.ts';

const ACTOR = 'system';

const ownConnection = (base: Base, profileId: string): Connection | undefined =>
  connectionsOf(base, profileId).find(({ provider, status }) => provider.id === 'sandbox' && status === 'active');

/** Connects the profile where it is not connected, and reads spend, ads and pictures; done twice it is there once. */
export async function connectDemo(base: Base, profileId: string): Promise<void> {
  if (!ownConnection(base, profileId)) await connectOnce(base, profileId);
  if (!ownConnection(base, profileId)) throw new Error('the sandbox was connected and is not active');
  await readDemo(base, profileId);
}

/** Reads spend, ads and pictures of a demo that is connected still. */
export async function readDemo(base: Base, profileId: string): Promise<void> {
  const connection = ownConnection(base, profileId);
  if (!connection) return;
  base.state.tx(() => queueSyncs(base, connection.connectionId));
  for (const kind of [catalogueJob, spendJob, copyPicturesJob]) await runInTurn(base, kind, { profileId });
  const error = ownConnection(base, profileId)?.lastSync?.error;
  if (error !== null) throw new Error(`the spend of the sandbox could not be read: ${error ?? 'it was not read'}`);
}

async function connectOnce(base: Base, profileId: string): Promise<void> {
  const connectionId = randomUUID();
  const provider = providerOf('sandbox');
  const { allow, market } = await sandboxOf(base);
  // The account with the demo's spend; the other one has a second currency.
  const wanted = [shopAccount(market(workspaceOfProfile(base, profileId))).id];
  const { url } = base.state.tx(() => {
    const created = { connection_id: connectionId, profile_id: profileId, provider: provider.id, created_by: ACTOR };
    base.state.statement('act/connections/connection_create').run({ ...created, now: base.clock.now() });
    return createLink(base, { connectionId, profileId, provider, returnUrl: undefined, wanted, createdBy: ACTOR });
  });
  const token = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  const { location } = await startVisit(base, token);
  await finishVisit(base, token, allow(location, wanted));
}

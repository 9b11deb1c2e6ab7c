// The data folder that is kept of a release: a shop with refunds, a merge, a subscription, a shared report and a connection to the sandbox, and the demo
// profile; a part of its facts sealed. Its answers are what every later version must answer.
import assert from 'node:assert/strict';
import { buyer, namesBoth } from '../../collect/identity/buyers.ts';
import type { Shop } from '../../report/shop.ts';
import { AD_URL, MAIL_URL, openShop } from '../../report/shop.ts';
import { createDemoWorld } from './demo-profile.ts';

/** When the folder was made, and when it is asked. */
export const NOW = '2026-03-20T12:00:00Z';

/** What asks and about what: kept beside the answers. */
export interface Place {
  session: string;
  workspaceId: string;
  /** With the range of days that their facts are in. */
  profiles: { profileId: string; date_from: string; date_to: string }[];
}

/** @param hasDemo With the demo profile, some 7,000 facts. Answers the open shop: its owner closes it. */
export async function makeKeptFolder(dataDir: string, hasDemo: boolean): Promise<{ shop: Shop; place: Place }> {
  const shop = await openShop({ dataDir });
  const { base, profileId, workspaceId, session } = shop;
  await buyer(shop, 'eva', 2, AD_URL);
  await buyer(shop, 'eve', 3, MAIL_URL);
  shop.clock.set('2026-03-09T00:00:00Z');
  await namesBoth(shop, 'eva', 'eve');
  await shop.settle();
  const proposals = await shop.owner.get('/identity/merge-proposals', { status: 'all' });
  const merged = await shop.owner.post(`/identity/merge-proposals/${proposals.body.data[0].proposal_id}/decide`, {
    action: 'merge',
  });
  assert.equal(merged.status, 200, JSON.stringify(merged.body));
  shop.clock.set(NOW);
  const person = shop.api(session);
  const subscription = { url: 'https://93.184.215.14/hook', event_types: ['*'], description: 'Orders' };
  const subscribed = await person.post('/webhooks/subscriptions', subscription, { profile_id: profileId });
  assert.equal(subscribed.status, 201, JSON.stringify(subscribed.body));
  await shop.settle();
  const question = { date_from: '2026-03-01', date_to: '2026-03-07' };
  const shared = await person.post(`/workspaces/${workspaceId}/snapshots`, { profile_id: profileId, page: 'overview', question });
  assert.equal(shared.status, 201, JSON.stringify(shared.body));
  await base.archive.seal(profileId, base.state.cursor('stitched', profileId) - 3n);
  const own = { profileId, date_from: '2026-03-01', date_to: '2026-03-31' };
  const demos = hasDemo ? [await createDemoWorld(shop)] : [];
  return { shop, place: { session, workspaceId, profiles: [own, ...demos] } };
}

// The demo profile in a workspace of a test: filled through the real intake, connected to the sandbox, and computed.
import assert from 'node:assert/strict';
import type { Shop } from '../../report/shop.ts';
import { until } from '../../until.ts';
import type { Place } from './world.ts';

export async function createDemoWorld(shop: Shop): Promise<Place['profiles'][number]> {
  const person = shop.api(shop.session);
  const ofWorkspace = { workspace_id: shop.workspaceId };
  const made = await person.post('/profiles/demo', ofWorkspace);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { profile_id: profileId } = made.body.data;
  await until(async () => {
    const { body } = await person.get('/profiles/demo', ofWorkspace);
    assert.notEqual(body.data.status, 'failed');
    return body.data.status === 'ready';
  }, 'the demo profile is filled');
  await shop.settle(profileId);
  const { base } = shop;
  await base.archive.seal(profileId, base.state.cursor('stitched', profileId) - 100n);
  return { profileId, date_from: '2026-01-01', date_to: '2026-03-19' };
}

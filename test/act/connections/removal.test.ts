// Who may end connections, and what ends with the last one that a consumer app had on a profile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { apiKeysOf, createApiKey, replaceApiKey } from '../../../src/account/keys/index.ts';
import { refused } from '../../account/door.ts';
import { metaAccount, startMetaWorld } from './meta-world.ts';

const DAY_SECONDS = 86_400;

/** A consumer app that acts for the profile of a world. */
function appAt({ app: { base, profileId, workspaceId } }: Awaited<ReturnType<typeof startMetaWorld>>) {
  const { appId } = registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  authorizeApp(base, { appId, place: { profileId, workspaceId }, kind: 'adopted' });
  const key = (actor: string) => createApiKey(base, { profileId, name: 'Orders', scopes: ['attribution:write'], actor });
  const rotate = (apiKeyId: string) =>
    replaceApiKey(base, { apiKeyId, overlapSeconds: DAY_SECONDS, expiresAt: null, actor: 'system' }).key.apiKeyId;
  const live = (): string[] =>
    apiKeysOf(base, profileId)
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ apiKeyId }) => apiKeyId);
  return { appId, actor: `app:${appId}`, token: issueAppToken(base, appId).token, key, rotate, live };
}

test('deleteConnection by a consumer app ends the keys that it had rotated away, with the last connection', async (t) => {
  const w = await startMetaWorld(t, [metaAccount('102', 'North'), metaAccount('103', 'South')]);
  const query = { profile_id: w.app.profileId };
  const partner = appAt(w);
  const first = partner.key(partner.actor).apiKeyId;
  const second = partner.rotate(first);
  const ofOwner = partner.key('system').apiKeyId;
  const nextOfOwner = partner.rotate(ofOwner);
  await w.connect(['102']);
  await w.connect(['103']);
  // A link that nobody has followed is no access.
  await w.link();
  const ids = (await w.connections()).filter(({ status }) => status === 'active').map(({ id }) => id);
  assert.equal(ids.length, 2);
  const api = w.app.api(partner.token);

  assert.equal((await api.delete(`/connections/${ids[0]}`, query)).status, 200);
  for (const id of [first, second, ofOwner, nextOfOwner]) assert.ok(partner.live().includes(id), 'another connection works');

  assert.equal((await api.delete(`/connections/${ids[1]}`, query)).status, 200);
  assert.ok(!partner.live().includes(first), 'the older key has ended');
  for (const id of [second, ofOwner, nextOfOwner]) assert.ok(partner.live().includes(id));

  const third = partner.rotate(second);
  assert.equal((await api.delete(`/connections/${ids[1]}`, query)).status, 200);
  for (const id of [second, third]) assert.ok(partner.live().includes(id), 'a second DELETE ends nothing');
});

test('deleteConnection by a person ends no key', async (t) => {
  const w = await startMetaWorld(t, [metaAccount('102', 'North')]);
  const partner = appAt(w);
  const first = partner.key(partner.actor).apiKeyId;
  const second = partner.rotate(first);
  await w.connect();
  const [{ id }] = await w.connections();
  assert.equal((await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId })).status, 200);
  for (const key of [first, second]) assert.ok(partner.live().includes(key));
});

test('a connection of another profile', async (t) => {
  const w = await startMetaWorld(t, [metaAccount('102', 'North')]);
  const { workspaceId } = w.app;
  await w.connect();
  await w.work();
  const [before] = await w.connections();
  const other = (await w.api.post('/profiles', { workspace_id: workspaceId, name: 'Second' })).body.data.profile_id;
  const query = { profile_id: other };
  const jobs = w.app.base.state.db.prepare('select count(*) from jobs').pluck();
  const count = jobs.get();
  assert.equal(refused(await w.api.delete(`/connections/${before.id}`, query)), '404 not_found');
  assert.equal(refused(await w.api.post(`/connections/${before.id}/sync`, {}, query)), '404 not_found');
  assert.deepEqual((await w.api.get('/connections', query)).body.data, []);
  assert.deepEqual((await w.connections())[0], before);
  assert.equal(jobs.get(), count, 'nothing is queued');
  // An app that acts for the other profile alone.
  const { appId } = registerApp(w.app.base, {
    name: 'Other',
    tier: 'standard',
    redirectUris: ['https://other.example/cb'],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  authorizeApp(w.app.base, { appId, place: { profileId: other, workspaceId }, kind: 'adopted' });
  const foreign = w.app.api(issueAppToken(w.app.base, appId).token);
  const answer = await foreign.delete(`/connections/${before.id}`, { profile_id: w.app.profileId });
  assert.match(refused(answer), /^40[34] /);
  assert.equal(refused(await foreign.delete(`/connections/${before.id}`, query)), '404 not_found');
  assert.deepEqual((await w.connections())[0], before);
});

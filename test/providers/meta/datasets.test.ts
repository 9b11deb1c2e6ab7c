// Datasets of Meta: what a clean one needs, made once, shared and read back, and the ad sets that use it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderFailure } from '../../../src/providers/http/failure.ts';
import { MetaApi } from '../../../src/providers/meta/api.ts';
import { MetaDatasets } from '../../../src/providers/meta/datasets.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { startMetaLists } from '../../fakes/conversions/audiences.ts';
import { TOKEN } from '../../fakes/conversions/receiver.ts';

const grant = { accessToken: () => Promise.resolve(new Secret(TOKEN)) };
const SHARING = { accountId: '102', businessId: '42' };

async function open(t: Parameters<typeof startMetaLists>[0]) {
  const fake = await startMetaLists(t);
  const api = new MetaApi(new Secret('secret'), { baseUrl: `${fake.server.url}/v26.0`, timeoutMs: 2_000 });
  return { fake, datasets: new MetaDatasets(api) };
}

test('prerequisites: permissions, the role of the person and the business', async (t) => {
  const { fake, datasets } = await open(t);
  assert.deepEqual(await datasets.readPrerequisites(grant, '102'), { hasPermissions: true, mayManage: true, businessId: '42' });
  fake.permissions = ['ads_management'];
  fake.business = undefined;
  assert.deepEqual(await datasets.readPrerequisites(grant, '102'), {
    hasPermissions: false,
    mayManage: true,
    businessId: undefined,
  });
});

test('a dataset is made once, and found by its marker after a lost answer', async (t) => {
  const { fake, datasets } = await open(t);
  fake.server.fail('reset_after_apply');
  await assert.rejects(
    datasets.createDataset(grant, '102', { name: 'Clean', marker: 'profile-1' }),
    (error) => error instanceof ProviderFailure && error.outcome === 'unknown',
  );
  const [id = ''] = fake.datasets.keys();
  assert.equal(await datasets.findDataset(grant, '102', 'profile-1'), id);
  assert.equal(await datasets.findDataset(grant, '102', 'profile-2'), undefined);
  assert.equal(await datasets.isShared(grant, id, SHARING), false);
  await datasets.shareDataset(grant, id, SHARING);
  await datasets.shareDataset(grant, id, SHARING);
  assert.equal(await datasets.isShared(grant, id, SHARING), true);
  await assert.rejects(
    datasets.shareDataset(grant, id, { ...SHARING, businessId: '43' }),
    (error) => error instanceof ProviderFailure && error.outcome === 'not_found',
  );
});

test('ad sets on a dataset, and which of them deliver', async (t) => {
  const { fake, datasets } = await open(t);
  const adSet = (id: string, effective_status: string, pixel_id?: string) => ({
    id,
    name: `Set ${id}`,
    effective_status,
    ...(pixel_id === undefined ? {} : { promoted_object: { pixel_id } }),
  });
  fake.adSets = [adSet('1', 'ACTIVE', '900'), adSet('2', 'PAUSED', '900'), adSet('3', 'ACTIVE', '901'), adSet('4', 'ACTIVE')];
  fake.adSets.push(adSet('5', 'WITH_ISSUES', '900'));
  assert.deepEqual(
    (await datasets.listAdSets(grant, '102', '900')).map(({ id, isLive }) => [id, isLive]),
    [
      ['1', true],
      ['2', false],
      ['5', true],
    ],
  );
});

test('the dataset of a messaging account is the same at each call', async (t) => {
  const { datasets } = await open(t);
  const first = await datasets.messagingDataset(grant, '555', 'Messages');
  assert.equal(first, 'dataset-of-555');
  assert.equal(await datasets.messagingDataset(grant, '555', 'Messages'), first);
});

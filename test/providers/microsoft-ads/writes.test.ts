// Writes of the client of Microsoft Advertising against its fake: what every platform's must do, and what Microsoft alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createMicrosoftAds } from '../../../src/providers/microsoft-ads/client.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { DEVELOPER_TOKEN, MICROSOFT_TOKEN, startFakeMicrosoftAds, VIEWER } from '../../fakes/microsoft-ads.ts';
import { CLIENT_SECRET } from '../../fakes/oauth-provider.ts';
import { failureOf, grantOf } from '../ad-platforms.ts';
import { testWrites } from '../ad-writes.ts';

const AD = { id: '31', adSetId: '21', campaignId: '11' };
const SET = { id: '21', campaignId: '11' };
const account: AdAccount = {
  id: '180278106',
  name: 'Juniper',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  status: 'active',
  hasWriteAccess: undefined,
  loginAccountId: '987654321',
};

async function start(t: TestContext) {
  const fake = await startFakeMicrosoftAds(t);
  const secrets = { clientSecret: new Secret(CLIENT_SECRET), developerToken: new Secret(DEVELOPER_TOKEN) };
  const client = createMicrosoftAds({
    clientId: 'client',
    apiVersion: 'v13',
    ...secrets,
    url: fake.server.url,
    timeoutMs: 1_000,
  });
  assert.ok(client.writes);
  return { fake, server: fake.server, writes: client.writes, grant: grantOf(MICROSOFT_TOKEN), account };
}

test('the writes conform', (t) =>
  testWrites(t, async (t) => {
    const { fake, ...started } = await start(t);
    // The role is the person's: it is taken away when the one who may look only asks for a token.
    const accessToken = async () => {
      fake.roleId = VIEWER;
      return new Secret(MICROSOFT_TOKEN);
    };
    return { ...started, readOnly: { accessToken }, ad: AD };
  }));

for (const [currency, amount, minorUnits] of [
  ['EUR', 25.5, 2_550],
  ['JPY', 2_550, 2_550],
  ['BHD', 2.55, 2_550],
] as const)
  test(`the budget is at the campaign, in the smallest unit of ${currency}`, async (t) => {
    const { fake, writes, grant } = await start(t);
    Object.assign(fake.campaigns[0] ?? {}, { DailyBudget: amount });
    const { budget } = await writes.readAdSet(grant, { ...account, currency }, SET);
    assert.deepEqual(budget, { level: 'campaign', period: 'daily', minorUnits, amount: String(amount) });
  });

test('a fault of the ad in a success of the request is a refusal with its sentence', async (t) => {
  const { server, writes, grant } = await start(t);
  const change = Promise.resolve(writes.setUrlTags?.(grant, account, AD, { urlTags: '?a=1', marker: 'operation-1' }));
  const { outcome, details } = await failureOf(change);
  assert.deepEqual([outcome, details.code, details.reason], ['rejected', '4904', 'The final URL suffix is not valid.']);
  assert.deepEqual(server.writes, []);
});

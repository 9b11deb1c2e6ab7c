// Writes of the client of LinkedIn against its fake: what every platform's must do, and what LinkedIn alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createLinkedIn } from '../../../src/providers/linkedin/client.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { LINKEDIN_TOKEN, startFakeLinkedIn } from '../../fakes/linkedin.ts';
import { CLIENT_SECRET } from '../../fakes/oauth-provider.ts';
import { grantOf } from '../ad-platforms.ts';
import { testWrites } from '../ad-writes.ts';

const AD = { id: '31', adSetId: '21', campaignId: '11' };
const SET = { id: '21', campaignId: '11' };
const account: AdAccount = {
  id: '101',
  name: 'Juniper',
  currency: 'EUR',
  timezone: 'UTC',
  status: 'active',
  hasWriteAccess: true,
};

async function start(t: TestContext) {
  const fake = await startFakeLinkedIn(t);
  const clientSecret = new Secret(CLIENT_SECRET);
  const client = createLinkedIn({
    clientId: 'client',
    clientSecret,
    url: fake.server.url,
    apiVersion: '202610',
    timeoutMs: 1_000,
  });
  assert.ok(client.writes);
  return { fake, server: fake.server, writes: client.writes, grant: grantOf(LINKEDIN_TOKEN), account };
}

test('the writes conform', (t) =>
  testWrites(t, async (t) => {
    const { fake, ...started } = await start(t);
    // The role is the person's: it is taken away when the one who may look only asks for a token.
    const accessToken = async () => {
      fake.roles.set(101, 'VIEWER');
      return new Secret(LINKEDIN_TOKEN);
    };
    const readOnly = { accessToken };
    return { ...started, readOnly, ad: AD, adSet: SET, budgets: { allowed: 2_705, amount: '27.05', refused: 999 } };
  }));

for (const [currency, amount] of [
  ['JPY', '12705'],
  ['BHD', '12.705'],
  ['USD', '127.05'],
] as const)
  test(`12705 smallest units of ${currency} are sent as ${amount}`, async (t) => {
    const { fake, writes, grant } = await start(t);
    await writes.setDailyBudget?.(grant, { ...account, currency }, SET, 12_705);
    assert.equal(fake.campaigns[0]?.daily, amount);
    const { budget } = await writes.readAdSet(grant, { ...account, currency }, SET);
    assert.deepEqual([budget?.minorUnits, budget?.amount], [12_705, amount]);
  });

test('a campaign that is paused above an ad is shown', async (t) => {
  const { fake, writes, grant } = await start(t);
  Object.assign(fake.campaigns[0] ?? {}, { status: 'PAUSED' });
  assert.deepEqual((await writes.readAd(grant, account, AD)).parents, { adSet: 'paused', campaign: 'active' });
});

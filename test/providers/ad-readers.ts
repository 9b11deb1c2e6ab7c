// What tests of platforms whose ad accounts are only read have in common: the conformance of a whole reading, and a person who grants access at once.
import type { TestContext } from 'node:test';
import type { AdAccount, AdPlatform } from '../../src/providers/ad-platform.ts';
import type { OAuthFlow, Tokens } from '../../src/providers/oauth/client.ts';
import type { ProviderServer } from '../fakes/provider-server.ts';
import { allOf, asRefusal, catalogueOf, grantOf, NOW } from './ad-platforms.ts';
import { testConformance } from './conformance.ts';

interface Reading {
  /** As people know the platform. */
  name: string;
  account: AdAccount;
  range: { from: string; to: string };
  start: (t: TestContext) => Promise<{ server: ProviderServer; client: AdPlatform; token: string }>;
}

/** Accounts, catalogue and spend under every failure script. */
export const testReading = (t: TestContext, { name, account, range, start }: Reading): Promise<void> =>
  testConformance(
    t,
    async (t) => {
      const { server, client, token } = await start(t);
      const grant = grantOf(token);
      const read = async () => [
        await client.listAccounts(grant),
        await catalogueOf(client.readCatalogue(grant, account)),
        await allOf(client.readSpend(grant, account, range)),
      ];
      return { server, read: () => asRefusal(read(), name), secret: token };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  );

/** A person who grants at once what the page of the platform asks for. */
export async function grantAccess(oauth: OAuthFlow, provider: string): Promise<{ asked: URL; tokens: Tokens }> {
  const request = {
    redirectUri: `https://tributary.example/connect/${provider}/callback`,
    state: 'state-1',
    codeVerifier: 'unused',
  };
  const asked = await oauth.authorizationUrl(request);
  const back = await fetch(asked, { redirect: 'manual' });
  const callback = new URL(back.headers.get('location') ?? '');
  return { asked, tokens: await oauth.exchangeCode({ ...request, callback, now: NOW }) };
}

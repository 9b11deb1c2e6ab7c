// Sources of records beside a service that is a process of its own: three CRMs with a deal each, and two accounts of payments.
import type { TestContext } from 'node:test';
import { startFakeGoHighLevel } from '../../fakes/gohighlevel.ts';
import { startFakeHubSpot } from '../../fakes/hubspot.ts';
import { startFakeMercadoPago } from '../../fakes/mercado-pago.ts';
import { startFakePipedrive } from '../../fakes/pipedrive.ts';
import type { ProviderServer } from '../../fakes/provider-server.ts';
import { startFakeStripeAccount } from '../../fakes/stripe-account.ts';
import { connect, connectCrm } from './ad-accounts.ts';
import type { Installed, Running } from './service.ts';

export interface FakeSource {
  id: string;
  settings: Record<string, string>;
  server: ProviderServer;
  connect(service: Running, installed: Installed): Promise<void>;
  /** Which profile connects it: one has no two CRMs. */
  shop: 0 | 1 | 2;
  /** What its webhooks are signed with, as far as registered. */
  hookSecrets(): string[];
}

const DAY_MS = 86_400_000;

export async function startFakeSources(t: TestContext): Promise<FakeSource[]> {
  const at = Date.now() - DAY_MS;
  const [stripe, pago] = [await startFakeStripeAccount(t), await startFakeMercadoPago(t)];
  const [hubspot, pipedrive, highLevel] = [await startFakeHubSpot(t), await startFakePipedrive(t), await startFakeGoHighLevel(t)];
  pago.put({ id: 1, transaction_amount: 12_990 }, at);
  hubspot.move('11', { stage: 'closedwon', at, amount: '5' });
  pipedrive.move('11', { stage: 3, at, status: 'won', value: 5 });
  highLevel.move('o11', { stage: 'st_new', at, status: 'won', value: 5 });
  const none = (): string[] => [];
  const payments = (id: string) => (service: Running, installed: Installed) => connect(service, installed, id);
  const crm = (id: string, won: string) => (service: Running, installed: Installed) =>
    connectCrm(service, installed, id, { [`stage:${won}`]: 'closed_won' });
  const { clientId, clientSecret, url } = stripe.settings;
  return [
    {
      id: 'stripe',
      settings: { clientId, clientSecret, url },
      server: stripe.server,
      connect: payments('stripe'),
      shop: 0,
      hookSecrets: () => stripe.hooks.map(({ secret }) => secret),
    },
    {
      id: 'mercado_pago',
      settings: pago.settings,
      server: pago.server,
      connect: payments('mercado_pago'),
      shop: 0,
      hookSecrets: none,
    },
    {
      id: 'hubspot',
      settings: hubspot.settings,
      server: hubspot.server,
      connect: crm('hubspot', 'closedwon'),
      shop: 0,
      hookSecrets: none,
    },
    {
      id: 'pipedrive',
      settings: pipedrive.settings,
      server: pipedrive.server,
      connect: crm('pipedrive', 'won'),
      shop: 1,
      hookSecrets: () => pipedrive.hooks.map(({ http_auth_password: password }) => password),
    },
    {
      id: 'gohighlevel',
      settings: highLevel.settings,
      server: highLevel.server,
      connect: crm('gohighlevel', 'won'),
      shop: 2,
      hookSecrets: none,
    },
  ];
}

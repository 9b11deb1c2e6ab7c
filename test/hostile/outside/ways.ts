// The ways out: each function of the product that dials what customers name, and each operation and page at which they name it.
import { randomUUID } from 'node:crypto';
import { checkEndpoint, kindsOf } from '../../../src/act/sync/kinds.ts';
import { fetchFile } from '../../../src/act/uploads/schedules/fetch-file.ts';
import type { Base } from '../../../src/base/base.ts';
import { contract, resolveSchema, type Schema } from '../../../src/base/contract/document.ts';
import { setPublicAddress } from '../../../src/base/kit/public-address.ts';
import { pages } from '../../../src/collect/tracking/local-pages.ts';
import { outside } from '../../../src/providers/http/guard.ts';
import { webhookTarget } from '../../../src/providers/http/webhook-target.ts';
import { IdentityProvider } from '../../../src/providers/oidc/client.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { dialledServer } from '../../../src/providers/smtp/server-address.ts';
import { Visitor } from '../../act/connections/visitor.ts';
import type { ApiAnswer, TestApp } from '../../harness.ts';

export type Way = (url: string) => Promise<unknown>;

const SMTP = 465;
const BRIEF = { timeoutMs: 5_000 };

/** What dials. Each rejects where it may not. */
export function waysOf(base: Base): Record<string, Way> {
  return {
    'any request': (url) => outside(base)(url, BRIEF),
    'a page to verify': (url) => pages(base)(url, BRIEF),
    'a file by schedule': (url) => fetchFile(base, { kind: 'url', url }, { etag: null, lastModified: null }),
    'a webhook': (url) => webhookTarget(base).send(url, { ...BRIEF, body: '{}' }),
    'a webhook broken off': (url) => webhookTarget(base).breakOff(url, { ...BRIEF, body: '{}' }, 'before the answer'),
    'a webhook to register': (url) => webhookTarget(base).check(url),
    'an endpoint to register': (url) => checkEndpoint(base, url),
    'an identity provider': async (url) => {
      const issuer = { issuer: url, clientId: 'tributary', clientSecret: undefined };
      return new IdentityProvider(issuer, { own: [], outside: outside(base) }).check();
    },
    'a mail server': async (url) => dialledServer({ host: new URL(url).hostname, port: SMTP }, { ownServers: [] }),
    'an endpoint': async (url) => {
      const grant = { accessToken: async () => new Secret('secret') };
      return kindsOf(base)
        .get('https')
        ?.send(grant, { targetId: url }, [{ lane: 'purchase', body: {} }]);
    },
  };
}

/** What an operation or page says of a URL: true if it took it. */
export type Door = (url: string) => Promise<boolean>;

const isTaken = ({ status }: Pick<ApiAnswer, 'status'>): boolean => status < 400;

/** By the field of the contract where the URL is, as `operation field`. */
export async function doorsOf(app: TestApp): Promise<Record<string, Door>> {
  // Of which custom domains take scheme and port.
  setPublicAddress(app.base, () => 'https://tributary.example');
  const api = app.api(app.session);
  const query = { profile_id: app.profileId };
  const subscription = { event_types: ['*'], description: 'Hostile' };
  const visitor = new Visitor();
  // It waits for a person to look at the host again, and has a place of its own.
  const isVerified = async (url: string): Promise<boolean> => {
    const { hostname } = new URL(url);
    const made = await api.post('/tracking/custom-domains', { host: hostname }, query);
    if (!isTaken(made)) return false;
    app.clock.advance(61_000);
    const { body } = await api.post(`/tracking/custom-domains/${made.body.data.id}/verify`, undefined, query);
    await api.delete(`/tracking/custom-domains/${made.body.data.id}`, query);
    return body.data?.status === 'verified';
  };
  const mailbox = { address: 'hello@shop.example', sender: 'Shop', user: '', password: 'secret', imap: '' };
  const chat = { service: 'slack', title: 'Hostile' };
  const chatUrl = 'https://93.184.215.14/services/T0/B0/secret';
  const ownChat = await api.post('/alerts/chats', { ...chat, address: chatUrl }, query);
  if (ownChat.status !== 201) throw new Error(JSON.stringify(ownChat.body));
  const own = await api.post('/webhooks/subscriptions', { ...subscription, url: 'https://93.184.215.14/' }, query);
  if (own.status !== 201) throw new Error(JSON.stringify(own.body));
  return {
    'createWebhookSubscription url': async (url) => {
      const made = await api.post('/webhooks/subscriptions', { ...subscription, url }, query);
      if (isTaken(made)) await api.delete(`/webhooks/subscriptions/${made.body.data.id}`, query);
      return isTaken(made);
    },
    'updateWebhookSubscription url': async (url) =>
      isTaken(await api.patch(`/webhooks/subscriptions/${own.body.data.id}`, { url }, query)),
    'startTrackingVerification url': async (url) => {
      app.clock.advance(61_000);
      const { status, body } = await api.post('/tracking/verification', { url }, query);
      const checks: { name: string; passed: boolean | null }[] = body.data?.checks ?? [];
      return status < 400 && checks.some(({ name, passed }) => name === 'page_reached' && passed === true);
    },
    'putDestination settings.target_id': async (url) => {
      const { status } = await api.post(
        '/exports/destinations',
        { kind: 'https', settings: { target_id: url }, name: randomUUID() },
        query,
      );
      return status < 400;
    },
    'connectProvider settings.shop': async (url) => {
      const { body } = await api.post('/connections/woocommerce/connect', {}, query);
      const keys = { consumer_key: `ck_${'a'.repeat(40)}`, consumer_secret: `cs_${'a'.repeat(40)}` };
      return (
        (await visitor.submit(new URL(new URL(body.data.url).pathname, app.baseUrl).href, { shop: url, ...keys })).status < 400
      );
    },
    'connectProvider smtp': async (url) => {
      const { body } = await api.post('/connections/smtp/connect', {}, query);
      const page = new URL(new URL(body.data.url).pathname, app.baseUrl).href;
      return (await visitor.submit(page, { ...mailbox, smtp: `${new URL(url).hostname}:${SMTP}` })).status < 400;
    },
    'createAlertChat address': async (url) => {
      const made = await api.post('/alerts/chats', { ...chat, address: url }, query);
      if (isTaken(made)) await api.delete(`/alerts/chats/${made.body.data.id}`, query);
      return isTaken(made);
    },
    'updateAlertChat address': async (url) =>
      isTaken(await api.patch(`/alerts/chats/${ownChat.body.data.id}`, { address: url }, query)),
    'putSingleSignOn issuer': async (url) => {
      app.clock.advance(61_000);
      const issuer = { issuer: url, client_id: 'tributary', client_secret: null, group_rules: [], default_role: 'member' };
      return isTaken(await api.put(`/workspaces/${app.workspaceId}/single-sign-on`, issuer));
    },
    'createCustomDomain host': isVerified,
    'createImportSchedule url': async (url) => {
      const made = await api.post('/import-schedules', { name: 'Hostile', url }, query);
      if (isTaken(made)) await api.delete(`/import-schedules/${made.body.data.schedule_id}`, query);
      return isTaken(made);
    },
  };
}

/** Fields whose names sound like it and that nothing dials. */
export const NOT_DIALLED: Readonly<Record<string, string>> = {
  'connectProvider return_url': 'a browser is led there, to an origin that the app has registered',
  'createEvent event_source_url': 'text that is kept, read and sent to ad platforms',
  'updateProfile domains': 'compared with the pages that send events',
  'updateTrackingSettings origin_policy': 'a word',
  'updateTrackingSettings extra_origins': 'compared with the pages that send events',
  'updateTrackingSettings browsers_per_link_token': 'a number',
  'putProviderApp shop': 'the name of a shop at Shopify, checked as such',
  'checkProviderApp shop': 'the name of a shop at Shopify, checked as such',
  'putDestination settings.app_target_id': 'an id at the platform',
  'putDestination settings.offline_target_id': 'an id at the platform',
  'createSpend days.[].rows.[].link_clicks': 'a number',
  'putWorkspaceBranding website_url': 'a link in mails and pages',
  'createReportReader address': 'the e-mail address of a reader',
  'createBlockedAddress address': 'an e-mail address or a number that nothing is sent to',
  'createShortLink url': 'a browser is led there',
  'updateShortLink url': 'a browser is led there',
  'sendMessage opt_out_link': 'a yes or no',
  'sendMessage list_unsubscribe.url': 'a line of the mail, for the mail program of its reader',
  'sendInteractive interactive.url': 'a button in the chat of its reader',
  'putBioPage links': 'a list; its addresses have a line of their own',
  'putBioPage links.[].url': 'a link on a page',
  'putShareDestination url': 'a browser is led there',
  'updateTrackingSettings no_source_hosts': 'compared with the pages that send events',
  'promoteToExperiment experiment.evidence_url': 'a link in the console',
  'collectEvents link_to': 'text of an event',
  'createSenderDomain domain': 'its text records are asked for, and nothing is dialled',
};

const SOUNDS_LIKE_IT = /url|host|domain|endpoint|origin|server|shop|uri|link|target_id|issuer|^address$/i;

/** Fields of the contract's bodies whose names or formats sound like an address, as `operation field`. */
export function fieldsLikeAddresses(): string[] {
  const { document, operations } = contract();
  const found: string[] = [];
  const walk = (operation: string, given: Schema, path: string, seen: Set<Schema>): void => {
    const schema = resolveSchema(document, given);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      if (SOUNDS_LIKE_IT.test(name)) found.push(`${operation} ${path}${name}`);
      walk(operation, each, `${path}${name}.`, seen);
    }
    if (schema.items) walk(operation, schema.items, `${path}[].`, seen);
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      walk(operation, branch, path, seen);
  };
  for (const { id, bodySchema } of operations) if (bodySchema) walk(id, bodySchema, '', new Set());
  return found;
}

// The WhatsApp Cloud API: the numbers of a business account, messages from them, and the registration of a number. A send is never repeated here, as
// the API has no key of idempotency: unless it was refused or WhatsApp was never reached, its failure is `unknown`.

import { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import { lastDayOf } from '../api-versions.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { FormFile } from '../http/form-file.ts';
import type { OAuthFlow, Tokens } from '../oauth/client.ts';
import { openPlacedToken, placedToken } from '../placed-token.ts';
import type { ConnectField } from '../reading/connect-field.ts';
import { NO_CURRENCY, type SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { downloadMedia } from './download.ts';
import { judgeWhatsApp } from './errors.ts';
import { createSignUp } from './sign-up.ts';

export const WHATSAPP = 'whatsapp';
const API = 'https://graph.facebook.com';
/** Of one number; WhatsApp allows 80 a second. */
const REQUESTS_PER_MINUTE = 1_200;
/** For a file, up or down. */
const FILE_MS = 300_000;
export const MOST_MEDIA_BYTES = 100 * 1_048_576;

const FIELDS: readonly ConnectField[] = [
  {
    name: 'account_id',
    label: 'WhatsApp Business account',
    isSecret: false,
    hint: 'The id of digits in Meta Business Suite: Settings, Accounts, WhatsApp accounts.',
  },
  {
    name: 'access_token',
    label: 'Token of a system user',
    isSecret: true,
    hint: 'With the permissions whatsapp_business_messaging and whatsapp_business_management, for the app of this service.',
  },
];

const numbers = z.object({
  data: z.array(z.object({ id: z.string(), display_phone_number: z.string(), verified_name: z.string().default('') })),
});
const success = z.object({ success: z.literal(true) });
const sentMessage = z.object({
  messages: z.array(z.object({ id: z.string().min(1) })).min(1),
  contacts: z.array(z.object({ wa_id: z.string().optional(), user_id: z.string().optional() })).default([]),
});

const uploaded = z.object({ id: z.string().min(1) });
const mediaPlace = z.object({
  url: z.string(),
  mime_type: z.string().nullable().default(null),
  sha256: z.string().nullable().default(null),
  file_size: z.coerce.number().nullable().default(null),
});
/** Of what is not read here nothing is required: WhatsApp adds kinds of parts. */
const templatePages = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string().default(''),
      components: z
        .array(
          z.object({
            type: z.string(),
            format: z.string().optional(),
            text: z.string().optional(),
            buttons: z.array(z.object({ type: z.string(), url: z.string().optional() })).optional(),
          }),
        )
        .default([]),
    }),
  ),
});
export type WhatsAppTemplate = z.infer<typeof templatePages>['data'][number];
const TEMPLATE_FIELDS = 'name,language,status,category,components';
export const APPROVED = 'APPROVED';
/** An account has 250 at most, or, verified, 6,000. */
const MAX_TEMPLATES = '500';

export interface WhatsApp {
  readonly id: typeof WHATSAPP;
  readonly scopes: { read: readonly string[]; write: readonly string[] };
  /** Where the installation has the embedded sign-up; the fields and `openCredentials` are absent then. */
  readonly oauth?: OAuthFlow | undefined;
  readonly fields?: readonly ConnectField[];
  /** The key of the app that signs webhooks, and what its subscription is checked by. */
  readonly hooks: { secret: Secret; verifyToken: Secret };
  readonly versionEnds: string | undefined;
  openCredentials?: (values: Readonly<Record<string, string>>) => Promise<Tokens>;
  /** The numbers of the account. @throws ProviderFailure, here and below. */
  listAccounts(grant: Grant): Promise<AdAccount[]>;
  /** Approved templates, or all, the first 500 of the account. */
  listTemplates(grant: Grant, which: 'approved' | 'all'): Promise<WhatsAppTemplate[]>;
  /** The state of a template in a language; undefined for one that is not there. */
  templateStatus(grant: Grant, template: { name: string; language: string }): Promise<string | undefined>;
  /** Answers WhatsApp's id of the message. @param onHandedOver Called before WhatsApp may have it. */
  send(grant: Grant, numberId: string, body: Record<string, unknown>, onHandedOver: () => void): Promise<string>;
  register(grant: Grant, numberId: string, pin: string): Promise<void>;
  /** Gives WhatsApp a file to send; answers its id there. It may be repeated: one that no message names is nothing. */
  upload(grant: Grant, numberId: string, file: WhatsAppFile): Promise<string>;
  /** A file that was received. Its address is good for five minutes. */
  findMedia(grant: Grant, numberId: string, mediaId: string): Promise<WhatsAppMediaPlace>;
  /** Its bytes. */
  download(grant: Grant, place: WhatsAppMediaPlace): Promise<Buffer>;
}

export type WhatsAppFile = Pick<FormFile, 'name' | 'mimeType' | 'bytes' | 'open'>;

export interface WhatsAppMediaPlace {
  url: string;
  mimeType: string | null;
  /** In hexadecimal. */
  sha256: string | null;
  bytes: number | null;
}

/** Undefined where this installation is not registered. */
export function createWhatsApp(
  { appSecret, verifyToken, signUpAppId, signUpConfigId, apiVersion, url }: Config['providers']['whatsapp'],
  { clock, log, timeoutMs }: SourceOptions,
): WhatsApp | undefined {
  if (appSecret === undefined || verifyToken === undefined) return undefined;
  const client = new ProviderClient({
    provider: WHATSAPP,
    baseUrl: `${url ?? API}/${apiVersion}`,
    judge: judgeWhatsApp,
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  /** `target` is the business account where it is left out. */
  const requestOf: RequestOf = async (grant, what, more, target) => {
    const { place, token } = openPlacedToken(await grant.accessToken());
    const account = target ?? place;
    const path = what === '' ? encodeURIComponent(account) : `${encodeURIComponent(account)}/${what}`;
    return { method: 'POST', path, account, ...more, headers: { authorization: `Bearer ${token}` } };
  };
  /** Without it no webhook of the account comes to this app; it is also the test of the token. */
  const subscribe = async (accessToken: Secret): Promise<void> => {
    const request = await requestOf({ accessToken: async () => accessToken }, 'subscribed_apps', { isRepeatable: true });
    await client.json(request, success);
  };
  const signUp = { appSecret: new Secret(appSecret), apiVersion, url };
  return {
    id: WHATSAPP,
    scopes: { read: [], write: [] },
    versionEnds: lastDayOf(WHATSAPP, apiVersion),
    hooks: { secret: new Secret(appSecret), verifyToken: new Secret(verifyToken) },
    ...(signUpAppId !== '' && signUpConfigId !== ''
      ? { oauth: createSignUp({ ...signUp, appId: signUpAppId, configId: signUpConfigId }, client, subscribe) }
      : { fields: FIELDS, openCredentials: credentialsBy(subscribe) }),
    listAccounts: async (grant) => {
      const query = { fields: 'id,display_phone_number,verified_name', limit: '100' };
      const request = await requestOf(grant, 'phone_numbers', { method: 'GET', query });
      const { data } = await client.json(request, numbers);
      return data.map((number) => accountOf(number, request.account));
    },
    ...templatesOf(client, requestOf),
    send: async (grant, numberId, json, onHandedOver) => {
      const request = await requestOf(grant, 'messages', { json }, numberId);
      onHandedOver();
      const { messages } = await writing(client.json(request, sentMessage));
      return messages[0]?.id ?? '';
    },
    ...filesOf(client, requestOf, url),
    register: async (grant, numberId, pin) => {
      const request = await requestOf(grant, 'register', { json: { messaging_product: 'whatsapp', pin } }, numberId);
      await writing(client.json(request, success));
    },
  };
}

type RequestOf = (grant: Grant, what: string, more: Partial<ProviderRequest>, target?: string) => Promise<ProviderRequest>;

const templatesOf = (client: ProviderClient, requestOf: RequestOf): Pick<WhatsApp, 'listTemplates' | 'templateStatus'> => ({
  listTemplates: async (grant, which) => {
    const isAll = which === 'all';
    const query = { fields: TEMPLATE_FIELDS, limit: MAX_TEMPLATES, ...(isAll ? {} : { status: APPROVED }) };
    const { data } = await client.json(await requestOf(grant, 'message_templates', { method: 'GET', query }), templatePages);
    return isAll ? data : data.filter(({ status }) => status === APPROVED);
  },
  templateStatus: async (grant, { name, language }) => {
    // WhatsApp finds names that contain this one, too.
    const query = { fields: TEMPLATE_FIELDS, limit: MAX_TEMPLATES, name };
    const { data } = await client.json(await requestOf(grant, 'message_templates', { method: 'GET', query }), templatePages);
    return data.find((each) => each.name === name && each.language === language)?.status;
  },
});

/** Files, up and down. */
const filesOf = (
  client: ProviderClient,
  requestOf: RequestOf,
  url: string | undefined,
): Pick<WhatsApp, 'upload' | 'findMedia' | 'download'> => ({
  upload: async (grant, numberId, file) => {
    const form = { ...file, field: 'file', fields: { messaging_product: 'whatsapp', type: file.mimeType } };
    const more = { file: form, isRepeatable: true, timeoutMs: FILE_MS };
    return (await client.json(await requestOf(grant, 'media', more, numberId), uploaded)).id;
  },
  findMedia: async (grant, numberId, mediaId) => {
    const query = { phone_number_id: numberId };
    const request = await requestOf(grant, '', { method: 'GET', query }, mediaId);
    const found = await client.json(request, mediaPlace);
    return { url: found.url, mimeType: found.mime_type, sha256: found.sha256, bytes: found.file_size };
  },
  download: async (grant, place) => {
    const { token } = openPlacedToken(await grant.accessToken());
    return downloadMedia(place.url, token, { ownOrigin: url, maxBytes: MOST_MEDIA_BYTES, timeoutMs: FILE_MS });
  },
});

const credentialsBy =
  (subscribe: (accessToken: Secret) => Promise<void>) =>
  async (values: Readonly<Record<string, string>>): Promise<Tokens> => {
    const accessToken = tokenOf(values);
    await subscribe(accessToken);
    return { accessToken, refreshToken: undefined, expiresAt: undefined, scopes: [] };
  };

/** A number names the business account that it belongs to, as webhooks do. */
const accountOf = (
  { id, display_phone_number: number, verified_name: name }: z.infer<typeof numbers>['data'][number],
  businessAccount: string | undefined,
): AdAccount => ({
  id,
  name: `${name} ${number}`.trim(),
  currency: NO_CURRENCY,
  timezone: 'UTC',
  status: 'active',
  hasWriteAccess: true,
  ...(businessAccount === undefined ? {} : { loginAccountId: businessAccount }),
});

/** @throws ProviderFailure `rejected` for what cannot be right. */
function tokenOf({ account_id: accountId = '', access_token: token = '' }: Readonly<Record<string, string>>): Secret {
  const refuse = (reason: string): never => {
    throw new ProviderFailure(WHATSAPP, 'rejected', `${WHATSAPP}: ${reason}`, { reason });
  };
  if (!/^\d{5,30}$/.test(accountId)) return refuse('The id of a WhatsApp Business account has digits alone.');
  if (!/^\S{20,2000}$/.test(token)) return refuse('This is no token of a system user.');
  return placedToken(accountId, token);
}

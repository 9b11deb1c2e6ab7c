// A provider's wizard as it is shown: what has to be done there, what has to be entered here, and what is in force.
import type { ReadBase } from '../../../base/base.ts';
import { type AppSetting, appSettings, appValue, type ConfiguredProvider, withAppValues } from '../../../base/config/config.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Answer } from '../../../base/contract/operation.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { callbackAddress } from '../links.ts';
import { type Connectable, makeConnectable, type Provider, providerOf, providers } from '../providers.ts';
import { findApp, variablesOf } from './registrations.ts';
import { WIZARDS, type Wizard } from './wizards.ts';

const LABELS: Readonly<Record<string, string>> = {
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  developerToken: 'Developer token',
  webhookSecret: 'Webhook secret',
  appSecret: 'App secret',
  verifyToken: 'Verify token',
};

/** The one setting that people may see again: it is in the address of the provider's own page. */
export const isSecret = (name: string): boolean => name !== 'clientId';

export const fieldName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const configuredProvider = ({ id }: Pick<Provider, 'id'>): ConfiguredProvider => {
  if (id === 'sandbox') throw new ApiError('not_found', 'The sandbox needs no app.');
  return id;
};

export interface WizardProvider {
  provider: Provider;
  id: ConfiguredProvider;
  wizard: Wizard;
}

/** @throws ApiError `not_found` where the provider needs no app of one's own. */
export function wizardOf(name: string): WizardProvider {
  const provider = providerOf(name);
  const id = configuredProvider(provider);
  const wizard = WIZARDS[id];
  if (!wizard) throw new ApiError('not_found', `${provider.name} needs no app of your own.`);
  return { provider, id, wizard };
}

export const allWizards = (): WizardProvider[] =>
  providers().flatMap((provider) => (provider.id !== 'sandbox' && WIZARDS[provider.id] ? [wizardOf(provider.id)] : []));

type Shown = Answer<'listProviderApps'>['data'][number];

const ANY_VALUE = 'x';

/** The client as it would be with an app: what it asks for does not depend on which. */
function clientOfWizard(base: ReadBase, { provider, id }: WizardProvider): Connectable | undefined {
  const values = Object.fromEntries(appSettings(id).map(({ name }) => [name, ANY_VALUE]));
  return makeConnectable(base, provider, withAppValues(base.config.providers, id, values));
}

export function shownApp(base: ReadBase, of: WizardProvider): Shown {
  const { provider, id, wizard } = of;
  const variables = variablesOf(base, id);
  const stored = variables.length === 0 ? findApp(base, id) : undefined;
  const client = clientOfWizard(base, of);
  return {
    provider: provider.id,
    name: provider.name,
    kind: provider.kind,
    source: variables.length > 0 ? 'environment' : stored ? 'console' : 'none',
    variables,
    fields: appSettings(id).map((setting) => shownField(base, of, setting, stored?.values)),
    redirect_url: client?.oauth ? callbackAddress(base, provider) : null,
    webhook_url: hasOneHook(client) ? `${publicAddress(base)}/hooks/${provider.id}` : null,
    scopes: scopesOf(client),
    place: wizard.place,
    steps: [...wizard.steps],
    needs_shop: wizard.needsShop ?? false,
    uncheckable: wizard.uncheckable ?? null,
    check: shownCheck(stored),
    updated_at: stored ? new Date(stored.updatedAt).toISOString() : null,
    updated_by: stored?.updatedBy ?? null,
  };
}

function shownField(
  base: ReadBase,
  { id, wizard }: WizardProvider,
  { name, variable }: AppSetting,
  stored: Readonly<Record<string, string>> | undefined,
): Shown['fields'][number] {
  const value = appValue(base.config.providers, id, name) ?? stored?.[name];
  return {
    name: fieldName(name),
    label: wizard.labels?.[name] ?? LABELS[name] ?? name,
    variable,
    is_secret: isSecret(name),
    is_set: value !== undefined,
    value: isSecret(name) ? null : (value ?? null),
  };
}

function shownCheck(stored: ReturnType<typeof findApp>): Shown['check'] {
  if (!stored?.check || stored.checkedAt === null) return null;
  const { status, code, words } = stored.check;
  return { status, code, words, at: new Date(stored.checkedAt).toISOString() };
}

/** Webhooks of all accounts come to the address that is entered at the app. */
const hasOneHook = (client: Connectable | undefined): boolean =>
  client !== undefined && (client.hookPlace === 'app' || client.id === 'whatsapp');

function scopesOf(client: Connectable | undefined): string[] {
  if (!client) return [];
  const { read, write, conversions = [], catalogue = [] } = client.scopes;
  return [...new Set([...read, ...write, ...conversions, ...catalogue])];
}

/** Where the environment says nothing: what an operation that changes an app needs. @throws ApiError `invalid_state` */
export function requireEnterable(base: ReadBase, { provider, id }: WizardProvider): void {
  const variables = variablesOf(base, id);
  if (variables.length === 0) return;
  throw new ApiError(
    'invalid_state',
    `The app at ${provider.name} is set by the environment of the service (${variables.join(', ')}), which wins over what is entered here.`,
  );
}

// Connecting: a caller asks for a link, a person grants access at the provider and chooses accounts, and the connection is there. A grant
// for an account that the profile had connected before renews that connection: its id and what it read stay.

import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { stateChange } from '../../base/contract/operation.ts';
import { machineTime } from '../../base/kit/clock.ts';
import type { AdAccount } from '../../providers/ad-platform.ts';
import type { Tokens } from '../../providers/oauth/client.ts';
import type { ConnectField } from '../../providers/reading/connect-field.ts';
import { accountsOf, connectionsOf, findConnection, presentStatus, setStatus } from './connection.ts';
import { grantOfTokens, sealTokens, tokensContext } from './grants.ts';
import {
  type ConnectLink,
  callbackAddress,
  createLink,
  endLink,
  endVisit,
  findConnectLink,
  keepGrant,
  keptTokens,
  openLink,
} from './links.ts';
import { importFields, importValues, putImport, resolveImport, wantedImport } from './mailboxes/mail-import.ts';
import {
  type Connectable,
  checkRegistration,
  connectableOf,
  formOf,
  oauthOf,
  type Provider,
  providerOf,
  refusing,
  registeredSource,
} from './providers.ts';
import { checkOnlyCrm, putRecords, readSources } from './records/connect-records.ts';
import { type OutcomeForm, outcomeForm, wantedMapping } from './records/outcome-form.ts';
import { checkedReturnUrl } from './return-url.ts';
import { storedMissingScopes, storedScopes } from './stored.ts';
import { queueSyncs } from './sync-queue.ts';
import { nightAt } from './sync-times.ts';

/** The name of the field for a shop's address, at every provider of shops. */
const SHOP_FIELD = 'shop';

export const connectProvider = stateChange('connectProvider', ({ principal, profile, params, body }, base) => {
  const provider = providerOf(params.provider);
  checkRegistration(base, provider);
  const { profileId } = profile;
  const createdBy = actorOf(principal);
  const wanted = body?.accounts;
  const returnUrl = checkedReturnUrl(base, profile, body?.return_url);
  const mapping = wantedMapping(base, profileId, provider, body?.settings?.outcomes);
  const mailImport = wantedImport(provider, body?.settings?.mail_import);
  const shop = wantedShop(base, provider, body?.settings?.shop);
  return base.state.tx(() => {
    const dead = connectionsOf(base, profileId).find(
      (each) => each.provider.id === provider.id && each.status === 'reconnect_required',
    );
    const connectionId = dead?.connectionId ?? randomUUID();
    const now = base.clock.now();
    if (!dead)
      base.state
        .statement('act/connections/connection_create')
        .run({ connection_id: connectionId, profile_id: profileId, provider: provider.id, created_by: createdBy, now });
    const { url, expiresAt } = createLink(base, {
      connectionId,
      profileId,
      provider,
      returnUrl,
      wanted,
      shop,
      mapping,
      mailImport,
      createdBy,
    });
    const detail = { provider: provider.id };
    writeAudit(base, { actor: createdBy, action: 'connection.requested', ...profile, subject: connectionId, detail });
    const data = { connection_id: connectionId, url, expires_at: new Date(expiresAt).toISOString() };
    return { data, outcome: 'created' as const };
  });
});

/** The input that the page of the link requests, sent by the caller. @throws ApiError `validation_error` where the page requests none. */
function wantedShop(base: Base, provider: Provider, shop: string | undefined): string | undefined {
  const hasShops = registeredSource(base, provider)?.fields?.some(({ name }) => name === SHOP_FIELD) ?? false;
  if (shop !== undefined && !hasShops) throw new ApiError('validation_error', `settings.shop: ${provider.name} has no shops.`);
  return shop;
}

export interface ConnectState {
  link: ConnectLink;
  profileName: string;
  /** The accounts to choose among, once access is granted. */
  choices: AdAccount[];
  /** The fields that the person has to fill in first. */
  fields: readonly ConnectField[];
  /** The values from the caller, or from the person before a refusal. */
  values: Readonly<Record<string, string>>;
  /** True if the fields are all, as the provider has no page on which to grant access. */
  isForm: boolean;
  /** The meaning of stages and forms, for a connected CRM. */
  outcomes: OutcomeForm | undefined;
}

/** The content of the page of a link. */
export function lookAtLink(base: Base, token: string): ConnectState | undefined {
  const link = findConnectLink(base, token);
  if (!link) return undefined;
  const form = formOf(base, link.provider);
  return {
    link,
    profileName: profileSettings(base, link.profileId).name,
    choices: link.granted?.visible ?? [],
    values: {
      ...(link.shop === null ? {} : { [SHOP_FIELD]: link.shop }),
      ...importValues(link, findConnection(base, link.connectionId)),
    },
    fields: [...(form?.fields ?? []), ...importFields(link.provider)],
    isForm: form?.openCredentials !== undefined,
    outcomes: outcomeForm(base, link),
  };
}

/** The person comes back from the provider. */
export async function finishVisit(base: Base, token: string, callback: URL): Promise<'connected' | 'choose'> {
  const link = openLink(base, token);
  const { provider } = link;
  const state = callback.searchParams.get('state') ?? '';
  const codeVerifier = endVisit(base, link, state);
  const platform = await connectableOf(base, provider);
  if (callback.searchParams.has('error'))
    throw new ApiError(
      'invalid_state',
      `You did not grant access at ${provider.name}. Nothing has changed; the link still works.`,
    );
  const redirectUri = callbackAddress(base, provider);
  const request = { callback, redirectUri, state, codeVerifier, now: base.clock.now(), machineNow: machineTime(base.clock) };
  const tokens = await refusing(provider.name, () => oauthOf(platform, provider).exchangeCode(request));
  checkScopes(platform, provider.name, tokens);
  return takeTokens(base, link, tokens, platform);
}

/** Where there is no OAuth: what the person has typed in. */
export async function enterCredentials(
  base: Base,
  token: string,
  values: Readonly<Record<string, string>>,
): Promise<'connected' | 'choose'> {
  const link = openLink(base, token);
  const platform = await connectableOf(base, link.provider);
  const { openCredentials } = platform;
  const { name } = link.provider;
  if (!openCredentials) throw new ApiError('invalid_state', `${name} grants access on its own page.`);
  try {
    return await takeTokens(base, link, await refusing(name, () => openCredentials(values)), platform);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'connection_not_ready')) throw error;
    // There is no connection yet that could be connected again.
    throw new ApiError('validation_error', `${name} does not accept these credentials. Check them, and what they allow to read.`);
  }
}

async function takeTokens(base: Base, link: ConnectLink, tokens: Tokens, platform: Connectable): Promise<'connected' | 'choose'> {
  const visible = await refusing(link.provider.name, () => platform.listAccounts(grantOfTokens(tokens)));
  const chosen = chosenAtOnce(link, visible);
  if (chosen) await connect(base, link, { tokens, visible, chosen }, platform);
  else keepGrant(base, link, tokens, visible);
  return chosen ? 'connected' : 'choose';
}

/** Platforms that say nothing of scopes grant what their app registration has. */
function checkScopes({ scopes }: Connectable, name: string, granted: Tokens): void {
  const missing = granted.scopes.length === 0 ? [] : scopes.read.filter((scope) => !granted.scopes.includes(scope));
  if (missing.length === 0) return;
  const extra = { reconnect_required: true, missing_scopes: missing };
  throw new ApiError(
    'connection_not_ready',
    `${name} did not grant ${missing.join(', ')}, which reading needs. Open the link again and leave it ticked.`,
    extra,
  );
}

const missingOf = ({ scopes }: Connectable, granted: Tokens): string[] =>
  granted.scopes.length === 0
    ? []
    : [...scopes.read, ...scopes.write, ...(scopes.conversions ?? []), ...(scopes.catalogue ?? [])].filter(
        (scope) => !granted.scopes.includes(scope),
      );

/** The accounts, where there is nothing to choose. */
function chosenAtOnce({ wanted, provider }: ConnectLink, visible: readonly AdAccount[]): string[] | undefined {
  if (visible.length === 0)
    throw new ApiError('invalid_state', `This person has no account at ${provider.name}. Open the link again as another one.`);
  if (wanted) return checkedChoice(wanted, visible);
  return visible.length === 1 ? visible.map(({ id }) => id) : undefined;
}

function checkedChoice(chosen: readonly string[], visible: readonly AdAccount[]): string[] {
  if (chosen.length === 0) throw new ApiError('validation_error', 'accounts: choose at least one.');
  const foreign = chosen.filter((id) => !visible.some((account) => account.id === id));
  if (foreign.length > 0)
    throw new ApiError('validation_error', `accounts: ${foreign.join(', ')} is no account that this person can open.`);
  return [...new Set(chosen)];
}

/** The person has chosen among the accounts that the grant sees. */
export async function chooseAccounts(base: Base, token: string, chosen: readonly string[]): Promise<void> {
  const link = openLink(base, token);
  if (!link.granted) throw new ApiError('invalid_state', 'Grant access first: open the link again.');
  const { tokens, visible } = link.granted;
  const granted = { tokens: keptTokens(base, link, tokens), visible, chosen: checkedChoice(chosen, visible) };
  await connect(base, link, granted, await connectableOf(base, link.provider));
}

interface Granted {
  tokens: Tokens;
  visible: readonly AdAccount[];
  chosen: readonly string[];
}

/** Stores the grant, in one transaction with the end of its link and the jobs of the first sync. */
async function connect(base: Base, link: ConnectLink, granted: Granted, platform: Connectable): Promise<void> {
  const { tokens, visible, chosen } = granted;
  const { profileId, provider, createdBy } = link;
  const sources = await readSources(base, link, granted);
  const mailImport = await resolveImport(base, link, tokens);
  base.state.tx(() => {
    checkOnlyCrm(base, link, chosen);
    const connectionId = connectionFor(base, link, chosen);
    if (!endLink(base, link, connectionId))
      throw new ApiError('invalid_state', 'This link was used already. Request another one.');
    if (connectionId !== link.connectionId)
      base.state.statement('act/connections/connection_forget').run({ connection_id: link.connectionId });
    const sealed = sealTokens(base, profileId, tokensContext(connectionId), tokens);
    const grant = {
      connection_id: connectionId,
      tokens: sealed,
      scopes: storedScopes.write(tokens.scopes),
      missing_scopes: storedMissingScopes.write(missingOf(platform, tokens)),
      created_by: createdBy,
    };
    base.state.statement('act/connections/connection_grant').run({ ...grant, now: base.clock.now() });
    putAccounts(base, { connectionId, profileId, provider: provider.id }, visible, chosen);
    putRecords(base, { connectionId, profileId }, link, sources);
    putImport(base, link, connectionId, mailImport);
    const place = { profileId, workspaceId: findProfile(base, profileId)?.workspaceId ?? '' };
    const detail = { provider: provider.id, accounts: chosen };
    writeAudit(base, { actor: createdBy, action: 'connection.connected', ...place, subject: connectionId, detail });
    setStatus(base, connectionId, { ...presentStatus(base, connectionId), actor: createdBy });
    queueSyncs(base, connectionId);
  });
}

/** The connection that has had one of these accounts before, else the one of the link; a link of a dead connection may bring another account. */
function connectionFor(
  base: Base,
  { connectionId, profileId, provider, createdBy }: ConnectLink,
  chosen: readonly string[],
): string {
  const given = { profile_id: profileId, provider: provider.id, account_ids: JSON.stringify(chosen) };
  const known = base.state.statement('act/connections/connections_with_account').all(given)[0]?.connection_id;
  if (known !== undefined) return known;
  if (accountsOf(base, connectionId).length === 0) return connectionId;
  const created = { connection_id: randomUUID(), profile_id: profileId, provider: provider.id, created_by: createdBy };
  base.state.statement('act/connections/connection_create').run({ ...created, now: base.clock.now() });
  return created.connection_id;
}

function putAccounts(
  base: Base,
  { connectionId, profileId, provider }: { connectionId: string; profileId: string; provider: string },
  visible: readonly AdAccount[],
  chosen: readonly string[],
): void {
  const now = base.clock.now();
  base.state.statement('act/connections/accounts_unselect').run({ connection_id: connectionId });
  for (const account of visible) {
    base.state.statement('act/connections/account_put').run({
      connection_id: connectionId,
      profile_id: profileId,
      account_id: account.id,
      name: account.name,
      currency: account.currency,
      timezone: account.timezone,
      status: account.status,
      now,
      status_reason: account.statusReason ?? null,
      has_write_access: account.hasWriteAccess === false ? false : null,
      login_account_id: account.loginAccountId ?? null,
      is_selected: chosen.includes(account.id),
      restatement_due_at: nightAt(now, account.timezone),
    });
  }
  // One connection of a profile reads an account.
  for (const account_id of chosen)
    base.state
      .statement('act/connections/account_unselect_elsewhere')
      .run({ profile_id: profileId, provider, connection_id: connectionId, account_id });
}

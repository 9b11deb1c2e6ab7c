// Setup of a source of records at its connection: an address for webhooks, and for CRMs the stages and forms with their meaning.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { AdAccount } from '../../../providers/ad-platform.ts';
import type { Tokens } from '../../../providers/oauth/client.ts';
import type { OutcomeSource } from '../../../providers/record-source.ts';
import { accountsOf, connectionsOf } from '../connection.ts';
import { grantOfTokens } from '../grants.ts';
import type { ConnectLink } from '../links.ts';
import { hasRecords, refusing, registeredSource } from '../providers.ts';
import { storedOutcomeSources } from '../stored.ts';
import { createHook, forgetRegistration } from './hook-address.ts';
import { checkPlaces, putMapping } from './mapping.ts';

export type AccountSources = { accountId: string; sources: OutcomeSource[] }[];

/** The stages and forms of chosen accounts, which the caller's mapping must name. */
export async function readSources(
  base: Base,
  { provider, mapping }: ConnectLink,
  { tokens, visible, chosen }: { tokens: Tokens; visible: readonly AdAccount[]; chosen: readonly string[] },
): Promise<AccountSources> {
  const list = registeredSource(base, provider)?.listOutcomeSources;
  if (!list) return [];
  const found: AccountSources = [];
  for (const account of visible.filter(({ id }) => chosen.includes(id)))
    found.push({
      accountId: account.id,
      sources: await refusing(provider.name, () => list(grantOfTokens(tokens), account)),
    });
  if (mapping)
    checkPlaces(
      mapping,
      found.flatMap(({ sources }) => sources),
    );
  return found;
}

/**
 * A profile has one CRM: ids of contacts and deals of two would be taken for each other's. Inside the caller's transaction.
 * @throws ApiError `invalid_state`
 */
export function checkOnlyCrm(base: Base, { profileId, provider }: ConnectLink, chosen: readonly string[]): void {
  if (provider.kind !== 'crm') return;
  if (chosen.length > 1) throw new ApiError('invalid_state', 'A profile has one CRM: choose one account.');
  const others = connectionsOf(base, profileId)
    .filter((each) => each.provider.kind === 'crm' && (each.status === 'active' || each.status === 'needs_action'))
    .flatMap((each) =>
      accountsOf(base, each.connectionId)
        .filter((account) => account.is_selected === 1)
        .map((account) => ({ provider: each.provider, ...account })),
    )
    .filter((each) => each.provider.id !== provider.id || !chosen.includes(each.account_id));
  const [other] = others;
  if (other)
    throw new ApiError(
      'invalid_state',
      `This profile is connected to ${other.name} of ${other.provider.name}, and has one CRM. Remove that connection first.`,
    );
}

/** Inside the caller's transaction. */
export function putRecords(
  base: Base,
  { connectionId, profileId }: { connectionId: string; profileId: string },
  { provider, mapping }: ConnectLink,
  found: AccountSources,
): void {
  if (!hasRecords(provider)) return;
  createHook(base, { connectionId, profileId });
  forgetRegistration(base, connectionId);
  for (const { accountId, sources } of found)
    base.state.statement('act/connections/account_outcome_sources_put').run({
      connection_id: connectionId,
      account_id: accountId,
      outcome_sources: storedOutcomeSources.write(sources),
    });
  if (mapping) putMapping(base, connectionId, mapping);
}

// Writes to Google Ads: the status of an ad and its final URL suffix. Budgets are at campaigns, so no ad set has one to change, and ads are
// not copied.
import type { AdAccount, AdAddress, AdWrites, Grant, WriteReceipt } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { Search } from './client.ts';
import * as queries from './queries.ts';
import * as shapes from './shapes.ts';
import { liveAdOf, liveAdSetOf, liveBudgetOf } from './translate.ts';

interface Mutation {
  operations: [{ updateMask: string; update: { resourceName: string } & Record<string, string> }];
  validateOnly?: boolean;
}

export type Mutate = (
  grant: Grant,
  customer: AdAccount,
  what: 'ads' | 'adGroupAds' | 'campaigns',
  mutation: Mutation,
) => Promise<WriteReceipt>;

const nameOf = ({ id: customer }: AdAccount, kind: string, id: string): string =>
  ['customers', customer, kind, id].map(encodeURIComponent).join('/').replace('%7E', '~');

export function createGoogleWrites(search: Search, mutate: Mutate): AdWrites {
  return {
    hasWriteAccess: (grant, account) => hasWriteAccess(search, mutate, grant, account),
    readAd: async (grant, account, ad) => {
      const [row] = await search(grant, account, queries.liveAd(ad), shapes.adRow);
      return liveAdOf(row ?? absent());
    },
    readAdSet: async (grant, account, adSet) => {
      const [row] = await search(grant, account, queries.liveAdGroup(adSet), shapes.adGroupRow);
      const read = liveAdSetOf(row ?? absent());
      const [campaign] = await search(grant, account, queries.liveBudget(read.campaignId), shapes.budgetRow);
      return { ...read, budget: campaign && liveBudgetOf(campaign, account.currency) };
    },
    setAdStatus: (grant, account, ad, status) => {
      const resourceName = nameOf(account, 'adGroupAds', `${ad.adSetId}~${ad.id}`);
      const update = { resourceName, status: status === 'active' ? 'ENABLED' : 'PAUSED' };
      return writing(mutate(grant, account, 'adGroupAds', { operations: [{ updateMask: 'status', update }] }));
    },
    setUrlTags: (grant, account, ad: AdAddress, { urlTags }) => {
      const update = { resourceName: nameOf(account, 'ads', ad.id), finalUrlSuffix: urlTags };
      return writing(mutate(grant, account, 'ads', { operations: [{ updateMask: 'final_url_suffix', update }] }));
    },
  };
}

const absent = (): never => {
  throw new ProviderFailure('google_ads', 'not_found', 'google_ads: there is no such object');
};

/** Google shows no person their own role, so an empty change is validated and not carried out. */
async function hasWriteAccess(search: Search, mutate: Mutate, grant: Grant, account: AdAccount): Promise<boolean> {
  const [row] = await search(grant, account, queries.ANY_CAMPAIGN, shapes.budgetRow);
  if (!row) return true;
  const { id, status } = row.campaign;
  const update = { resourceName: nameOf(account, 'campaigns', id), status };
  try {
    await mutate(grant, account, 'campaigns', { operations: [{ updateMask: 'status', update }], validateOnly: true });
    return true;
  } catch (error) {
    if (error instanceof ProviderFailure && error.outcome === 'forbidden') return false;
    throw error;
  }
}

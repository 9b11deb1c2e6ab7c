// Writes to LinkedIn: the status of a creative and the daily budget of a campaign, which are our ad and our ad set.
import type { AdAccount, AdSetAddress, AdWrites, Grant } from '../ad-platform.ts';
import { fromMinorUnits } from '../money.ts';
import { encodedUrn, idOf, type LinkedInApi } from './api.ts';
import * as shapes from './shapes.ts';
import { rolesOf } from './spend.ts';
import { liveAdOf, liveAdSetOf, mayWrite } from './translate.ts';

const below = ({ id }: AdAccount, kind: string, encodedId: string) => ({
  path: `adAccounts/${encodeURIComponent(id)}/${kind}/${encodedId}`,
  account: id,
});
const creativeOf = (account: AdAccount, id: string) => below(account, 'creatives', encodedUrn('sponsoredCreative', id));
const campaignOf = (account: AdAccount, id: string) => below(account, 'adCampaigns', encodeURIComponent(id));

export function createLinkedInWrites(api: LinkedInApi): AdWrites {
  const above = async (grant: Grant, account: AdAccount, { id }: Pick<AdSetAddress, 'id'>) => {
    const campaign = await api.ask(grant, campaignOf(account, id), shapes.campaign);
    const groupId = encodeURIComponent(idOf(campaign.campaignGroup));
    const group = await api.ask(grant, below(account, 'adCampaignGroups', groupId), shapes.campaignGroup);
    return { campaign, group };
  };
  return {
    hasWriteAccess: async (grant, { id }) => mayWrite((await rolesOf(api, grant)).get(id)),
    readAd: async (grant, account, { id, adSetId }) => {
      const creative = await api.ask(grant, creativeOf(account, id), shapes.creative);
      const { campaign, group } = await above(grant, account, { id: adSetId });
      return liveAdOf(creative, campaign, group);
    },
    readAdSet: async (grant, account, adSet) => {
      const { campaign, group } = await above(grant, account, adSet);
      return liveAdSetOf(campaign, group, account.currency);
    },
    setAdStatus: (grant, account, { id }, status) =>
      api.patch(grant, { ...creativeOf(account, id), set: { intendedStatus: status === 'active' ? 'ACTIVE' : 'PAUSED' } }),
    setDailyBudget: (grant, account, { id }, minorUnits) => {
      const dailyBudget = { amount: fromMinorUnits(minorUnits, account.currency), currencyCode: account.currency };
      return api.patch(grant, { ...campaignOf(account, id), set: { dailyBudget } });
    },
  };
}

// Lists of customers at Google, by its Data Manager API.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { isMarked, markedName, writing } from '../ad-writing.ts';
import { consentIn, userIdentifiersOf } from '../conversions/google.ts';
import type { ProviderClient } from '../http/client.ts';
import { idText } from '../shapes.ts';
import type { AudienceAccount, AudienceKind, AudienceList, AudienceMember, AudienceReceipt } from './audience.ts';

const MAX_MEMBERS = 10_000;
const MAX_NAME = 200;
const MEMBERSHIP = '46656000s'; // 540 days, the longest that Google allows.
const MAX_PAGES = 100;

const named = z.object({ id: idText.optional(), name: z.string(), displayName: z.string().optional() });
const listed = z.object({ userLists: z.array(named).default([]), nextPageToken: z.string().optional() });
const receipt = z.object({ requestId: z.string() });

const typed = (accountId: string) => ({ accountType: 'GOOGLE_ADS', accountId });
const pathOf = ({ id }: AudienceAccount): string => `./v1/accountTypes/GOOGLE_ADS/accounts/${encodeURIComponent(id)}/userLists`;
const idOf = ({ id, name }: z.infer<typeof named>): string => id ?? name.slice(name.lastIndexOf('/') + 1);

async function headersOf(grant: Grant, { id, loginAccountId }: AudienceAccount): Promise<Record<string, string>> {
  const login = loginAccountId === undefined ? {} : { 'login-account': `accountTypes/GOOGLE_ADS/accounts/${loginAccountId}` };
  return { authorization: `Bearer ${(await grant.accessToken()).reveal()}`, ...(id === loginAccountId ? {} : login) };
}

export const googleAudiences = (client: ProviderClient): AudienceKind => ({
  id: 'google_ads',
  maxMembers: MAX_MEMBERS,
  termsUrl: ({ id }) => `https://ads.google.com/aw/audiences/management?__e=${encodeURIComponent(id)}`,
  hasAcceptedTerms: () => Promise.resolve(undefined),
  create: async (grant, account, { name, marker }) => {
    const json = {
      displayName: markedName(name, marker, MAX_NAME),
      membershipDuration: MEMBERSHIP,
      ingestedUserListInfo: { uploadKeyTypes: ['CONTACT_ID'] },
    };
    const request = {
      method: 'POST',
      path: pathOf(account),
      headers: await headersOf(grant, account),
      json,
      account: account.id,
    } as const;
    return idOf(await writing(client.json(request, named)));
  },
  find: async (grant, account, marker) => {
    let pageToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query: Record<string, string> = pageToken === undefined ? {} : { pageToken };
      const headers = await headersOf(grant, account);
      const answer: z.infer<typeof listed> = await client.json(
        { method: 'GET', path: pathOf(account), headers, query, account: account.id },
        listed,
      );
      const found = answer.userLists.find(({ displayName }) => isMarked(displayName, marker));
      if (found) return idOf(found);
      if (!answer.nextPageToken) return undefined;
      pageToken = answer.nextPageToken;
    }
    return undefined;
  },
  add: (grant, list, members) => change(client, grant, 'ingest', list, members),
  remove: (grant, list, members) => change(client, grant, 'remove', list, members),
});

async function change(
  client: ProviderClient,
  grant: Grant,
  verb: 'ingest' | 'remove',
  { account, id }: AudienceList,
  members: readonly AudienceMember[],
): Promise<AudienceReceipt> {
  const audienceMembers = members.flatMap((member) => {
    const userIdentifiers = userIdentifiersOf(member);
    return userIdentifiers.length === 0
      ? []
      : [{ userData: { userIdentifiers }, ...(verb === 'ingest' ? consentIn(member.consent) : {}) }];
  });
  const invalid = members.length - audienceMembers.length;
  if (audienceMembers.length === 0) return { received: members.length, invalid };
  const { loginAccountId } = account;
  const json = {
    destinations: [
      {
        reference: 'd1',
        operatingAccount: typed(account.id),
        productDestinationId: id,
        ...(loginAccountId === undefined ? {} : { loginAccount: typed(loginAccountId) }),
      },
    ],
    audienceMembers,
    encoding: 'HEX',
    ...(verb === 'ingest' ? { termsOfService: { customerMatchTermsOfServiceStatus: 'ACCEPTED' } } : {}),
  };
  const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
  const request = {
    method: 'POST',
    path: `./v1/audienceMembers:${verb}`,
    headers,
    json,
    account: account.id,
    isRepeatable: true,
  } as const;
  const { requestId } = await client.json(request, receipt);
  return { received: members.length, invalid, requestId };
}

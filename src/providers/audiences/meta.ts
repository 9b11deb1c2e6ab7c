// Lists of customers at Meta: rows in sessions, hashed by Meta's rules, the id of the customer in clear.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { isMarked, markedName, writing } from '../ad-writing.ts';
import { digest, digests } from '../conversions/hashing/digest.ts';
import { exactCountry } from '../conversions/hashing/regions.ts';
import { META_AUDIENCE as RULES } from '../conversions/hashing/rules.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { MetaApi } from '../meta/api.ts';
import { idText, wholeNumber } from '../shapes.ts';
import type { AudienceKind, AudienceList, AudienceMember, AudiencePart, AudienceReceipt } from './audience.ts';

const SCHEMA = ['EXTERN_ID', 'EMAIL', 'PHONE', 'FN', 'LN', 'CT', 'ST', 'ZIP', 'COUNTRY'];
const MAX_MEMBERS = 2_500;
const MAX_NAME = 100;
const ROWS = 200;

const created = z.object({ id: idText });
const named = z.object({ id: idText, name: z.string().optional() });
const terms = z.object({ tos_accepted: z.object({ custom_audience_tos: wholeNumber.optional() }).optional() });
// Samples of what Meta could not read are of people, so they are not.
const changed = z.object({
  num_received: wholeNumber,
  num_invalid_entries: wholeNumber.default(0),
  session_id: idText.optional(),
});

const edge = (accountId: string, name: string): string => `act_${encodeURIComponent(accountId)}/${name}`;

export const metaAudiences = (api: MetaApi): AudienceKind => ({
  id: 'meta',
  maxMembers: MAX_MEMBERS,
  termsUrl: ({ id }) => `https://business.facebook.com/ads/manage/customaudiences/tos/?act=${encodeURIComponent(id)}`,
  hasAcceptedTerms: async (grant, { id }) => {
    const request = {
      method: 'GET',
      path: `act_${encodeURIComponent(id)}`,
      query: { fields: 'tos_accepted' },
      account: id,
    } as const;
    const { tos_accepted: accepted } = await api.json(request, terms, await grant.accessToken());
    return accepted && accepted.custom_audience_tos === 1;
  },
  create: async (grant, { id }, { name, marker }) => {
    const json = {
      name: markedName(name, marker, MAX_NAME),
      subtype: 'CUSTOM',
      customer_file_source: 'USER_PROVIDED_ONLY',
    };
    const request = { method: 'POST', path: edge(id, 'customaudiences'), json, account: id } as const;
    return (await writing(api.json(request, created, await grant.accessToken()))).id;
  },
  find: async (grant, { id }, marker) => {
    const list = { path: edge(id, 'customaudiences'), query: { fields: 'id,name' }, rows: ROWS, account: id };
    for await (const page of api.pages(grant, list, named)) {
      const found = page.find(({ name }) => isMarked(name, marker));
      if (found) return found.id;
    }
    return undefined;
  },
  add: (grant, list, members, part) => change(api, grant, 'POST', list, members, part),
  remove: (grant, list, members, part) => change(api, grant, 'DELETE', list, members, part),
});

async function change(
  api: MetaApi,
  grant: Grant,
  method: 'POST' | 'DELETE',
  { account, id }: AudienceList,
  members: readonly AudienceMember[],
  { session, part, isLast, total }: AudiencePart,
): Promise<AudienceReceipt> {
  const json = {
    payload: { schema: SCHEMA, data: members.flatMap(rowsOf) },
    session: { session_id: session, batch_seq: part, last_batch_flag: isLast, estimated_num_total: total },
  };
  const request = { method, path: `${encodeURIComponent(id)}/users`, json, account: account.id, isRepeatable: true } as const;
  const receipt = await api.json(request, changed, await grant.accessToken());
  // The rows may be sent again, as a member is in the list once.
  if (receipt.num_received < json.payload.data.length)
    throw new ProviderFailure('meta', 'unusable', 'meta: the response names fewer rows than were sent', { status: 200 });
  return { received: receipt.num_received, invalid: receipt.num_invalid_entries };
}

/** A row for each address and number; the rest is the same in all of them. */
function rowsOf(member: AudienceMember): string[][] {
  const emails = digests(RULES.em, member.emails);
  const phones = digests(RULES.ph, member.phones);
  const rest = [
    digest(RULES.name, member.firstName),
    digest(RULES.name, member.lastName),
    digest(RULES.ct, member.city),
    digest(RULES.st, member.region),
    digest(RULES.zp, member.postalCode),
    digest(RULES.country, exactCountry(member.country)),
  ].map((value) => value ?? '');
  const count = Math.max(emails.length, phones.length, member.externalId === undefined ? 0 : 1);
  return Array.from({ length: count }, (_, at) => [member.externalId ?? '', emails[at] ?? '', phones[at] ?? '', ...rest]);
}

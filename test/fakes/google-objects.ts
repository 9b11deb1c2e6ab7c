// Changes of the fake of Google Ads: status and final URL suffix of an ad, and changes that are checked and not carried out.

import { logChange, OUR_TOKEN } from './changes/google-changes.ts';
import type { FakeCustomer } from './google-ads.ts';
import type { FakeAnswer, FakeRequest, FakeWrite } from './provider-server.ts';

interface Mutation {
  customerId: string;
  what: string;
  update: { resourceName: string; status?: string; finalUrlSuffix?: string };
  updateMask: string;
  validateOnly: boolean;
}

interface Row {
  campaign?: { id: string };
  adGroup?: { id: string };
  adGroupAd?: { status: string; ad: { id: string; finalUrlSuffix?: string } };
}

export const refusal = (code: number, status: string, message: string, kind?: string, value?: string): FakeAnswer => {
  const errors = kind === undefined ? [] : [{ errorCode: { [kind]: value }, message }];
  const type = 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure';
  return {
    status: code,
    body: [{ error: { code, status, message, details: [{ '@type': type, errors, requestId: 'request-1' }] } }],
  };
};
/** A change that is only checked is none. */
export const isWrite = ({ url, body }: FakeRequest): boolean => url.includes(':mutate') && !body.includes('"validateOnly":true');

export function mutationOf(path: string, body: string): Mutation | undefined {
  const [, customerId, what] = /^\/v26\/customers\/(\d+)\/(\w+):mutate$/.exec(path) ?? [];
  if (customerId === undefined || what === undefined) return undefined;
  const { operations, validateOnly = false } = JSON.parse(body) as { operations: [Mutation]; validateOnly?: boolean };
  const [{ update, updateMask }] = operations;
  return { customerId, what, update, updateMask, validateOnly };
}

/** Whether a row has the ids that a query names. */
export function hasIds(row: Row, query: string): boolean {
  const ids: Record<string, string | undefined> = {
    'campaign.id': row.campaign?.id,
    'ad_group.id': row.adGroup?.id,
    'ad_group_ad.ad.id': row.adGroupAd?.ad.id,
  };
  return [...query.matchAll(/([\w.]+\.id) = (\d+)/g)].every(([, field = '', id]) => ids[field] === id);
}

export function mutate(
  customer: FakeCustomer,
  mutation: Mutation,
  { writes, now }: { writes: FakeWrite[]; now: number },
): FakeAnswer {
  const { tables } = customer;
  const { update, updateMask, validateOnly, what } = mutation;
  const id = update.resourceName.split(/[/~]/).at(-1) ?? '';
  const rows: Row[] = (what === 'campaigns' ? tables?.campaign : tables?.ad_group_ad) ?? [];
  const found = rows.find((row) => (what === 'campaigns' ? row.campaign?.id : row.adGroupAd?.ad.id) === id);
  if (!found) return refusal(404, 'NOT_FOUND', 'Resource was not found.', 'mutateError', 'RESOURCE_NOT_FOUND');
  const ad = found.adGroupAd;
  const isRemoved = ad?.status === 'REMOVED';
  if (isRemoved)
    return refusal(400, 'INVALID_ARGUMENT', 'Removed', 'contextError', 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE');
  if (ad && !validateOnly) {
    const old = ad.status;
    change(ad, { update, updateMask }, writes);
    const [before, after] =
      updateMask === 'status'
        ? [{ status: old }, { status: ad.status }]
        : [{}, { ad: { finalUrlSuffix: update.finalUrlSuffix } }];
    logChange(customer, {
      type: 'AD_GROUP_AD',
      name: update.resourceName,
      fields: updateMask === 'status' ? 'status' : 'ad.finalUrlSuffix',
      kind: 'adGroupAd',
      before,
      after,
      at: now,
      by: OUR_TOKEN,
    });
  }
  return { status: 200, body: validateOnly ? {} : { results: [{ resourceName: update.resourceName }] } };
}

function change(
  adGroupAd: NonNullable<Row['adGroupAd']>,
  { update: { status, finalUrlSuffix }, updateMask }: Pick<Mutation, 'update' | 'updateMask'>,
  writes: FakeWrite[],
): void {
  const { id } = adGroupAd.ad;
  if (updateMask === 'status' && status !== undefined) {
    adGroupAd.status = status;
    writes.push({ kind: 'ad_status', id, value: status });
  }
  if (updateMask === 'final_url_suffix' && finalUrlSuffix !== undefined) {
    adGroupAd.ad.finalUrlSuffix = finalUrlSuffix;
    writes.push({ kind: 'ad_creative', id, value: finalUrlSuffix });
  }
}

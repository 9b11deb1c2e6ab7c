// Datasets of Meta: a clean one for the safe modes, shared with the ad account, the ad sets that are optimised on a dataset, and the
// dataset of a messaging account.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { isMarked, markedName, writing } from '../ad-writing.ts';
import { idText } from '../shapes.ts';
import type { MetaApi } from './api.ts';

const MAX_NAME = 100;
const ROWS = 200;
/** Statuses of ad sets that deliver, or are about to. */
const LIVE = ['ACTIVE', 'IN_PROCESS', 'WITH_ISSUES'];
/** Without a filter Meta leaves some statuses out. */
const STATUSES = [...LIVE, 'PAUSED', 'CAMPAIGN_PAUSED'];

const withId = z.object({ id: idText });
const named = z.object({ id: idText, name: z.string().optional() });
const shared = z.object({ account_id: idText.optional(), id: idText.optional() });
const done = z.object({ success: z.boolean().optional() });
const account = z.object({ business: z.object({ id: idText }).optional(), user_tasks: z.array(z.string()).optional() });
const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });
const adSet = z.object({
  id: idText,
  name: z.string().default(''),
  campaign_id: idText.optional(),
  effective_status: z.string(),
  promoted_object: z.object({ pixel_id: idText.optional() }).optional(),
});

export interface DatasetPrerequisites {
  /** The grant may change ads and business assets. */
  hasPermissions: boolean;
  /** The person may manage the account; undefined where Meta does not say. */
  mayManage: boolean | undefined;
  /** The business that has the account: a dataset is shared within one. */
  businessId: string | undefined;
}

export interface DatasetAdSet {
  id: string;
  name: string;
  isLive: boolean;
}

export class MetaDatasets {
  readonly #api: MetaApi;

  constructor(api: MetaApi) {
    this.#api = api;
  }

  /** @throws ProviderFailure, here and below. */
  async readPrerequisites(grant: Grant, accountId: string): Promise<DatasetPrerequisites> {
    const token = await grant.accessToken();
    const { data } = await this.#api.json({ method: 'GET', path: 'me/permissions' }, permissions, token);
    const hasGranted = (name: string) => data.some(({ permission, status }) => permission === name && status === 'granted');
    const request = {
      method: 'GET',
      path: actOf(accountId),
      query: { fields: 'business,user_tasks' },
      account: accountId,
    } as const;
    const { business, user_tasks: tasks } = await this.#api.json(request, account, token);
    return {
      hasPermissions: hasGranted('ads_management') && hasGranted('business_management'),
      mayManage: tasks?.includes('MANAGE'),
      businessId: business?.id,
    };
  }

  /** Not repeatable. @param marker A part of the name, by which `findDataset` recognises it. */
  async createDataset(grant: Grant, accountId: string, { name, marker }: { name: string; marker: string }): Promise<string> {
    const json = { name: markedName(name, marker, MAX_NAME) };
    const request = { method: 'POST', path: `${actOf(accountId)}/adspixels`, json, account: accountId } as const;
    return (await writing(this.#api.json(request, withId, await grant.accessToken()))).id;
  }

  async findDataset(grant: Grant, accountId: string, marker: string): Promise<string | undefined> {
    const list = { path: `${actOf(accountId)}/adspixels`, query: { fields: 'id,name' }, rows: ROWS, account: accountId };
    for await (const page of this.#api.pages(grant, list, named)) {
      const found = page.find(({ name }) => isMarked(name, marker));
      if (found) return found.id;
    }
    return undefined;
  }

  async isShared(grant: Grant, datasetId: string, { accountId, businessId }: Sharing): Promise<boolean> {
    const query = { business: businessId, fields: 'account_id' };
    const list = { path: `${encodeURIComponent(datasetId)}/shared_accounts`, query, rows: ROWS, account: accountId };
    for await (const page of this.#api.pages(grant, list, shared))
      if (page.some(({ account_id, id }) => account_id === accountId || id === `act_${accountId}`)) return true;
    return false;
  }

  /** The same sharing again changes nothing. */
  async shareDataset(grant: Grant, datasetId: string, { accountId, businessId }: Sharing): Promise<void> {
    const json = { account_id: accountId, business: businessId };
    const path = `${encodeURIComponent(datasetId)}/shared_accounts`;
    const request = { method: 'POST', path, json, account: accountId, isRepeatable: true } as const;
    await this.#api.json(request, done, await grant.accessToken());
  }

  /** Ad sets that are optimised on the dataset. */
  async listAdSets(grant: Grant, accountId: string, datasetId: string): Promise<DatasetAdSet[]> {
    const query = {
      fields: 'id,name,campaign_id,effective_status,promoted_object{pixel_id}',
      effective_status: JSON.stringify(STATUSES),
    };
    const found: DatasetAdSet[] = [];
    const list = { path: `${actOf(accountId)}/adsets`, query, rows: ROWS, account: accountId };
    for await (const page of this.#api.pages(grant, list, adSet))
      for (const { id, name, effective_status: status, promoted_object: object } of page)
        if (object?.pixel_id === datasetId) found.push({ id, name, isLive: LIVE.includes(status) });
    return found;
  }

  /** The dataset of a messaging account. Meta creates it at the first call, and answers with the same one after that. */
  async messagingDataset(grant: Grant, messagingAccountId: string, name: string): Promise<string> {
    const path = `${encodeURIComponent(messagingAccountId)}/dataset`;
    const request = {
      method: 'POST',
      path,
      json: { dataset_name: name },
      account: messagingAccountId,
      isRepeatable: true,
    } as const;
    return (await this.#api.json(request, withId, await grant.accessToken())).id;
  }
}

interface Sharing {
  accountId: string;
  businessId: string;
}

const actOf = (accountId: string): string => `act_${encodeURIComponent(accountId)}`;

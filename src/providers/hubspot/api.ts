// The calls of HubSpot that a CRM account is read by. Lists are read by id, as pages by number would lose what changes while they are read.
import type { z } from 'zod';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import type { ProviderClient, ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import {
  type ChangedRange,
  type DealRecord,
  goneDeal,
  type LeadRecord,
  NO_CURRENCY,
  type OutcomeSource,
  type SourceRecord,
} from '../record-source.ts';
import {
  accountDetails,
  archived,
  associations,
  type Contact,
  contacts,
  type Deal,
  deals,
  forms,
  found,
  pipelines,
  submissions,
} from './shapes.ts';
import { dealOf, leadOf } from './translate.ts';

const PAGE = 100;
/** Records read at once with the history of a property. */
const WITH_HISTORY = 50;
const SUBMISSIONS = 50;
/** More forms than a page of the mapping could show. */
const MAX_FORMS = 500;
const DEAL_PROPERTIES = ['dealstage', 'amount', 'deal_currency_code', 'hs_is_closed_won', 'closedate', 'createdate'];
const CONTACT_PROPERTIES = ['email', 'phone', 'mobilephone', 'firstname', 'lastname', 'hs_country_region_code'];

/** The version of the API, in paths: a date, or the number that it was before (`v3`). Forms have no dated path that is out of beta. */
export const pathsOf = (version: string) => {
  const isDated = /^\d{4}-\d\d$/.test(version);
  const crm = (api: string): string => (isDated ? `crm/${api}/${version}` : `crm/${version}/${api}`);
  return {
    account: `account-info/${version}/details`,
    pipelines: `${crm('pipelines')}/deals`,
    objects: crm('objects'),
    associations: `${crm('associations')}/deals/contacts/batch/read`,
    forms: 'marketing/v3/forms',
  };
};

type Call = Pick<ProviderRequest, 'method' | 'path' | 'query' | 'json'>;

export class HubSpot {
  readonly #client: ProviderClient;
  readonly #clock: Clock;
  readonly #paths: ReturnType<typeof pathsOf>;

  constructor(client: ProviderClient, clock: Clock, version: string) {
    this.#client = client;
    this.#clock = clock;
    this.#paths = pathsOf(version);
  }

  /** Everything is read, what is asked by POST too. */
  async #ask<Shape extends z.ZodType>(grant: Grant, accountId: string, call: Call, shape: Shape): Promise<z.infer<Shape>> {
    const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
    return this.#client.json({ ...call, headers, account: accountId, isRepeatable: true }, shape);
  }

  async account(grant: Grant): Promise<AdAccount> {
    const { portalId, timeZone, companyCurrency } = await this.#ask(
      ...([grant, '', { method: 'GET', path: this.#paths.account }, accountDetails] as const),
    );
    return {
      id: portalId,
      name: `HubSpot ${portalId}`,
      currency: companyCurrency?.toUpperCase() ?? NO_CURRENCY,
      timezone: timeZone,
      status: 'active',
      hasWriteAccess: undefined,
    };
  }

  async outcomeSources(grant: Grant, { id: accountId }: AdAccount): Promise<OutcomeSource[]> {
    const { results } = await this.#ask(grant, accountId, { method: 'GET', path: this.#paths.pipelines }, pipelines);
    const stages = results.flatMap(({ label, stages }) =>
      stages.map(({ id, label: stage, metadata }) => ({
        kind: 'stage' as const,
        id,
        name: `${label}: ${stage}`,
        isWon: metadata?.isClosed === true && Number(metadata.probability) === 1,
      })),
    );
    const found: OutcomeSource[] = [];
    for await (const page of this.#pages(grant, accountId, { path: this.#paths.forms, limit: PAGE }, forms)) {
      found.push(...page.map(({ id, name }) => ({ kind: 'form' as const, id, name })));
      if (found.length >= MAX_FORMS) break;
    }
    return [...stages, ...found];
  }

  /** Deals by their ids; a missing or merged deal counts as deleted. */
  async deals(grant: Grant, accountId: string, ids: readonly string[]): Promise<DealRecord[]> {
    const records: DealRecord[] = [];
    for (const some of chunks(ids, WITH_HISTORY)) {
      const read = await this.#batch<Deal>(grant, accountId, 'deals', some, deals, DEAL_PROPERTIES, ['dealstage']);
      const present = new Map(read.filter((each) => !each.archived).map((each) => [each.id, each]));
      const people = await this.#contactsOf(grant, accountId, [...present.keys()]);
      for (const id of some) {
        const deal = present.get(id);
        records.push(deal ? dealOf(deal, people.get(id) ?? [], this.#clock.now()) : goneDeal(id));
      }
    }
    return records;
  }

  async #contactsOf(grant: Grant, accountId: string, dealIds: readonly string[]): Promise<Map<string, Contact[]>> {
    if (dealIds.length === 0) return new Map();
    const call = {
      method: 'POST' as const,
      path: this.#paths.associations,
      json: { inputs: inputsOf(dealIds) },
    };
    const { results } = await this.#ask(grant, accountId, call, associations);
    const ids = new Set(results.flatMap(({ to }) => to.map(({ id }) => id)));
    const names = new Map<string, Contact>();
    for (const some of chunks([...ids], PAGE))
      for (const each of await this.#batch<Contact>(grant, accountId, 'contacts', some, contacts, CONTACT_PROPERTIES))
        names.set(each.id, each);
    return new Map(results.map(({ from, to }) => [from.id, to.flatMap(({ id }) => names.get(id) ?? [])]));
  }

  async #batch<Row>(
    ...[grant, accountId, type, ids, shape, properties, propertiesWithHistory = []]: [
      ...[grant: Grant, accountId: string, type: string, ids: readonly string[], shape: z.ZodType<{ results: Row[] }>],
      ...[properties: readonly string[], propertiesWithHistory?: readonly string[]],
    ]
  ): Promise<Row[]> {
    const json = { inputs: inputsOf(ids), properties, propertiesWithHistory };
    const call = { method: 'POST' as const, path: `${this.#paths.objects}/${type}/batch/read`, json };
    return (await this.#ask(grant, accountId, call, shape)).results;
  }

  async *changed(grant: Grant, { id: accountId }: AdAccount, range: ChangedRange): AsyncGenerator<SourceRecord[]> {
    for (let after: string | undefined, isOver = false; !isOver; ) {
      const page: z.infer<typeof found>['results'] = await this.#search(grant, accountId, range, after);
      if (page.length > 0)
        yield await this.deals(
          grant,
          accountId,
          page.map(({ id }) => id),
        );
      const merged = page.flatMap(({ properties }) => properties?.hs_merged_object_ids?.split(/[;,\s]+/) ?? []);
      if (merged.length > 0) yield merged.filter((id) => id !== '').map(goneDeal);
      after = page.at(-1)?.id;
      isOver = page.length < PAGE;
    }
    yield* this.#deleted(grant, accountId, range);
    for (const formId of range.formIds) yield* this.#leads(grant, accountId, formId, range);
  }

  /** HubSpot lists 10,000 results of a search at most; those after an id are another search. */
  async #search(grant: Grant, accountId: string, { since, until }: ChangedRange, after: string | undefined) {
    const filters = [
      { propertyName: 'hs_lastmodifieddate', operator: 'BETWEEN', value: String(since), highValue: String(until) },
      ...(after === undefined ? [] : [{ propertyName: 'hs_object_id', operator: 'GT', value: after }]),
    ];
    const json = {
      filterGroups: [{ filters }],
      sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
      properties: ['hs_merged_object_ids'],
      limit: PAGE,
    };
    return (await this.#ask(grant, accountId, { method: 'POST', path: `${this.#paths.objects}/deals/search`, json }, found))
      .results;
  }

  /** Searches find no deleted deals; they are listed for 90 days. */
  async *#deleted(grant: Grant, accountId: string, { since, until }: ChangedRange): AsyncGenerator<DealRecord[]> {
    const list = { path: `${this.#paths.objects}/deals`, limit: PAGE, query: { archived: 'true', properties: 'dealstage' } };
    for await (const page of this.#pages(grant, accountId, list, archived))
      yield page
        .filter(({ archivedAt }) => archivedAt === undefined || (archivedAt >= since && archivedAt < until))
        .map(({ id }) => goneDeal(id));
  }

  /** The newest first. */
  async *#leads(grant: Grant, accountId: string, formId: string, { since, until }: ChangedRange): AsyncGenerator<LeadRecord[]> {
    const list = { path: `form-integrations/v1/submissions/forms/${encodeURIComponent(formId)}`, limit: SUBMISSIONS };
    try {
      for await (const page of this.#pages(grant, accountId, list, submissions)) {
        yield page.filter(({ submittedAt }) => submittedAt >= since && submittedAt < until).map((each) => leadOf(formId, each));
        if (page.some(({ submittedAt }) => submittedAt < since)) return;
      }
    } catch (error) {
      // A form that was deleted.
      if (!(error instanceof ProviderFailure && error.outcome === 'not_found')) throw error;
    }
  }

  async *#pages<Row>(
    grant: Grant,
    accountId: string,
    { path, limit, query = {} }: { path: string; limit: number; query?: Record<string, string> },
    shape: z.ZodType<{ results: Row[]; paging?: { next?: { after: string } | undefined } | undefined }>,
  ): AsyncGenerator<Row[]> {
    for (let after: string | undefined, isOver = false; !isOver; ) {
      const place = after === undefined ? {} : { after };
      const call = { method: 'GET' as const, path, query: { limit: String(limit), ...query, ...place } };
      const { results, paging } = await this.#ask(grant, accountId, call, shape);
      yield results;
      after = paging?.next?.after;
      isOver = after === undefined;
    }
  }
}

const inputsOf = (ids: readonly string[]) => ids.map((id) => ({ id }));

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

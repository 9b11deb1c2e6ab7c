// The calls of Pipedrive that a company's account is read by. Each company has a host of its own, which comes with the token.
import type { z } from 'zod';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { type ProviderAnswer, ProviderClient, type ProviderClientOptions, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { openPlacedToken } from '../placed-token.ts';
import {
  type ChangedRange,
  type DealRecord,
  goneDeal,
  type LeadRecord,
  NO_CURRENCY,
  type OutcomeSource,
  type SourceRecord,
} from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { HOOK_USER } from './hooks.ts';
import * as shapes from './shapes.ts';
import { dealOf, leadOf, WON } from './translate.ts';

const HOST = /^https:\/\/(?:[a-z0-9-]+\.)+pipedrive\.com$/;
const PAGE = 500;
const PERSONS = 100;
/** The kinds of objects that webhooks announce. */
const HOOK_OBJECTS = ['deal', 'lead'];
/** Leads are listed by offset: this number is read twice, since leads before them may be deleted during the reading. */
const OVERLAP = 20;

type Call = Pick<ProviderRequest, 'method' | 'path' | 'query' | 'json' | 'isRepeatable'>;

export class Pipedrive {
  readonly #override: string | undefined;
  readonly #options: Omit<ProviderClientOptions, 'baseUrl'>;

  constructor(override: string | undefined, options: Omit<ProviderClientOptions, 'baseUrl'>) {
    this.#override = override;
    this.#options = options;
  }

  async #send(grant: Grant, accountId: string, call: Call): Promise<{ client: ProviderClient; request: ProviderRequest }> {
    const { place, token } = openPlacedToken(await grant.accessToken());
    if (this.#override === undefined && !HOST.test(place))
      throw new ProviderFailure('pipedrive', 'unusable', 'pipedrive: the host of the company is none of Pipedrive');
    const client = new ProviderClient({ ...this.#options, baseUrl: this.#override ?? place });
    return { client, request: { ...call, headers: { authorization: `Bearer ${token}` }, account: accountId } };
  }

  async #ask<Shape extends z.ZodType>(grant: Grant, accountId: string, call: Call, shape: Shape): Promise<z.infer<Shape>> {
    const { client, request } = await this.#send(grant, accountId, call);
    return client.json(request, shape);
  }

  #get<Shape extends z.ZodType>(
    ...[grant, accountId, path, shape, query = {}]: [Grant, string, string, Shape, Record<string, string>?]
  ): Promise<z.infer<Shape>> {
    return this.#ask(grant, accountId, { method: 'GET', path, query }, shape);
  }

  async account(grant: Grant): Promise<AdAccount> {
    const { data } = await this.#get(grant, '', 'v1/users/me', shapes.user);
    return {
      id: data.company_id,
      name: data.company_name ?? `Pipedrive ${data.company_id}`,
      currency: data.default_currency?.toUpperCase() ?? NO_CURRENCY,
      timezone: data.timezone_name,
      status: 'active',
      hasWriteAccess: undefined,
    };
  }

  async outcomeSources(grant: Grant, { id: accountId }: AdAccount): Promise<OutcomeSource[]> {
    const pipelines = await this.#get(grant, accountId, 'api/v2/pipelines', shapes.pipelines, { limit: String(PAGE) });
    const stages = await this.#get(grant, accountId, 'api/v2/stages', shapes.stages, { limit: String(PAGE) });
    const sources = await this.#get(grant, accountId, 'v1/leadSources', shapes.leadSources);
    const names = new Map(pipelines.data.map(({ id, name }) => [id, name]));
    return [
      ...stages.data.map(({ id, name, pipeline_id }) => ({
        kind: 'stage' as const,
        id,
        name: `${names.get(pipeline_id) ?? pipeline_id}: ${name}`,
      })),
      { kind: 'stage', id: WON, name: 'Won, in any stage', isWon: true },
      ...sources.data.map(({ name }) => ({ kind: 'form' as const, id: name, name: `Leads from ${name}` })),
    ];
  }

  async deal(grant: Grant, { id: accountId }: AdAccount, id: string): Promise<DealRecord> {
    const path = `api/v2/deals/${encodeURIComponent(id)}`;
    const found = await this.#get(grant, accountId, path, shapes.oneDeal).catch(unlessGone);
    const [record] = found ? await this.#records(grant, accountId, [found.data], false) : [];
    return record ?? goneDeal(id);
  }

  /** One that has become a deal, or was deleted, came in all the same. */
  async lead(grant: Grant, { id: accountId }: AdAccount, id: string): Promise<LeadRecord | undefined> {
    const path = `v1/leads/${encodeURIComponent(id)}`;
    const found = await this.#get(grant, accountId, path, shapes.oneLead).catch(unlessGone);
    if (!found) return undefined;
    const people = await this.#persons(grant, accountId, [found.data.person_id]);
    return leadOf(found.data, people.get(found.data.person_id ?? ''));
  }

  async *changed(grant: Grant, { id: accountId }: AdAccount, range: ChangedRange): AsyncGenerator<SourceRecord[]> {
    const hasStages = range.stageIds.some((id) => id !== WON);
    const query = { updated_since: rfcOf(range.since), updated_until: rfcOf(range.until) };
    yield* this.#deals(grant, accountId, 'api/v2/deals', query, hasStages);
    yield* this.#deals(grant, accountId, 'api/v2/deals/archived', query, hasStages);
    yield* this.#deals(grant, accountId, 'api/v2/deals', { ...query, status: 'deleted' }, false);
    if (range.formIds.length === 0) return;
    for (const path of ['v1/leads', 'v1/leads/archived']) yield* this.#leads(grant, accountId, path, range);
  }

  /** By id, with a cursor: changes during the reading do not shift the pages. */
  async *#deals(
    ...[grant, accountId, path, query, hasStages]: [Grant, string, string, Record<string, string>, boolean]
  ): AsyncGenerator<DealRecord[]> {
    for (let cursor: string | undefined, isOver = false; !isOver; ) {
      const place = cursor === undefined ? {} : { cursor };
      const all = { limit: String(PAGE), sort_by: 'id', sort_direction: 'asc', ...query, ...place };
      const page = await this.#get(grant, accountId, path, shapes.dealPage, all).catch(unlessGone);
      yield await this.#records(grant, accountId, page?.data ?? [], hasStages);
      cursor = page?.additional_data?.next_cursor;
      isOver = cursor === undefined;
    }
  }

  /** @param hasStages True to read stages that deals have left: a call for each deal that has left one. */
  async #records(grant: Grant, accountId: string, deals: readonly shapes.Deal[], hasStages: boolean): Promise<DealRecord[]> {
    const people = await this.#persons(
      grant,
      accountId,
      deals.map(({ person_id }) => person_id),
    );
    const records: DealRecord[] = [];
    for (const deal of deals) {
      const changes = hasStages && deal.stage_change_time !== undefined ? await this.#changes(grant, accountId, deal.id) : [];
      records.push(dealOf(deal, people.get(deal.person_id ?? ''), changes));
    }
    return records;
  }

  async #changes(grant: Grant, accountId: string, id: string): Promise<shapes.Change[]> {
    const all: shapes.Change[] = [];
    for (let cursor: string | undefined, isOver = false; !isOver; ) {
      const query = { limit: String(PAGE), ...(cursor === undefined ? {} : { cursor }) };
      const path = `v1/deals/${encodeURIComponent(id)}/changelog`;
      const page = await this.#get(grant, accountId, path, shapes.changes, query).catch(unlessGone);
      all.push(...(page?.data ?? []));
      cursor = page?.additional_data?.next_cursor;
      isOver = cursor === undefined;
    }
    return all;
  }

  async #persons(grant: Grant, accountId: string, ids: readonly (string | undefined)[]): Promise<Map<string, shapes.Person>> {
    const wanted = [...new Set(ids.filter((id) => id !== undefined))];
    const persons = new Map<string, shapes.Person>();
    for (let at = 0; at < wanted.length; at += PERSONS) {
      const query = { ids: wanted.slice(at, at + PERSONS).join(','), limit: String(PERSONS) };
      const { data } = await this.#get(grant, accountId, 'api/v2/persons', shapes.persons, query);
      for (const each of data ?? []) persons.set(each.id, each);
    }
    return persons;
  }

  /** The newest first. */
  async *#leads(
    grant: Grant,
    accountId: string,
    path: string,
    { since, until, formIds }: ChangedRange,
  ): AsyncGenerator<LeadRecord[]> {
    for (let start = 0, isOver = false; !isOver; start += PAGE - OVERLAP) {
      const query = { limit: String(PAGE), start: String(start), sort: 'add_time DESC' };
      const page = (await this.#get(grant, accountId, path, shapes.leads, query)).data ?? [];
      const wanted = page.filter(
        ({ add_time, source_name }) => add_time >= since && add_time < until && formIds.includes(source_name ?? ''),
      );
      const people = await this.#persons(
        grant,
        accountId,
        wanted.map(({ person_id }) => person_id),
      );
      yield wanted.map((lead) => leadOf(lead, people.get(lead.person_id ?? '')));
      isOver = page.length < PAGE || page.some(({ add_time }) => add_time < since);
    }
  }

  /** One for each kind of records; replaces the ones that an earlier grant registered at the address. */
  async subscribe(grant: Grant, { id: accountId }: AdAccount, { url, secret }: { url: string; secret: Secret }) {
    const { data } = await this.#get(grant, accountId, 'v1/webhooks', shapes.hooks);
    for (const { id, subscription_url } of data ?? []) if (subscription_url === url) await this.unsubscribe(grant, accountId, id);
    const hookIds: string[] = [];
    for (const object of HOOK_OBJECTS) {
      const json = {
        subscription_url: url,
        event_action: '*',
        event_object: object,
        version: '2.0',
        http_auth_user: HOOK_USER,
        http_auth_password: secret.reveal(),
      };
      const call = { method: 'POST' as const, path: 'v1/webhooks', json, isRepeatable: false };
      hookIds.push((await this.#ask(grant, accountId, call, shapes.hook)).data.id);
    }
    return { hookId: hookIds.join(',') };
  }

  async unsubscribe(grant: Grant, accountId: string, hookId: string): Promise<void> {
    const path = `v1/webhooks/${encodeURIComponent(hookId)}`;
    const { client, request } = await this.#send(grant, accountId, { method: 'DELETE', path, isRepeatable: true });
    await client.send(request).catch((error: unknown): ProviderAnswer | undefined => unlessGone(error));
  }
}

const rfcOf = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
  throw error;
}

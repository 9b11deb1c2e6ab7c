// The calls of HighLevel that a location is read by. The location comes with the token.
import type { z } from 'zod';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import type { ProviderClient } from '../http/client.ts';
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
import * as shapes from './shapes.ts';
import { dealOf, leadOf, WON } from './translate.ts';

const PAGE = 100;
const FORMS = 50;
/** More forms than a page of the mapping could show. */
const MAX_FORMS = 500;

export class GoHighLevel {
  readonly #client: ProviderClient;

  constructor(client: ProviderClient) {
    this.#client = client;
  }

  async #get<Shape extends z.ZodType>(
    ...[grant, path, shape, query = {}]: [Grant, string, Shape, Record<string, string>?]
  ): Promise<z.infer<Shape>> {
    const { place, token } = openPlacedToken(await grant.accessToken());
    const headers = { authorization: `Bearer ${token}` };
    return this.#client.json({ method: 'GET', path, query, headers, account: place }, shape);
  }

  async account(grant: Grant): Promise<AdAccount> {
    const { place } = openPlacedToken(await grant.accessToken());
    const { location } = await this.#get(grant, `locations/${encodeURIComponent(place)}`, shapes.location);
    return {
      id: location.id,
      name: location.name ?? `HighLevel ${location.id}`,
      currency: NO_CURRENCY,
      timezone: location.timezone,
      status: 'active',
      hasWriteAccess: undefined,
    };
  }

  async outcomeSources(grant: Grant, { id: locationId }: AdAccount): Promise<OutcomeSource[]> {
    const { pipelines } = await this.#get(grant, 'opportunities/pipelines', shapes.pipelines, { locationId });
    const stages = pipelines.flatMap(({ name, stages }) =>
      stages.map(({ id, name: stage }) => ({ kind: 'stage' as const, id, name: `${name}: ${stage}` })),
    );
    const found: OutcomeSource[] = [];
    for (let isOver = false; !isOver && found.length < MAX_FORMS; ) {
      const query = { locationId, limit: String(FORMS), skip: String(found.length) };
      const { forms } = await this.#get(grant, 'forms/', shapes.forms, query);
      found.push(...forms.map(({ id, name }) => ({ kind: 'form' as const, id, name })));
      isOver = forms.length < FORMS;
    }
    return [...stages, { kind: 'stage', id: WON, name: 'Won, in any stage', isWon: true }, ...found];
  }

  async deal(grant: Grant, id: string): Promise<DealRecord> {
    const path = `opportunities/${encodeURIComponent(id)}`;
    const found = await this.#get(grant, path, shapes.oneOpportunity).catch(unlessGone);
    if (!found) return goneDeal(id);
    const { contact, contactId } = found.opportunity;
    const hasAddress = contact?.email !== undefined || contact?.phone !== undefined;
    return dealOf(found.opportunity, hasAddress ? contact : await this.#contact(grant, contactId));
  }

  async #contact(grant: Grant, id: string | undefined): Promise<shapes.Contact | undefined> {
    if (id === undefined) return undefined;
    return (await this.#get(grant, `contacts/${encodeURIComponent(id)}`, shapes.oneContact).catch(unlessGone))?.contact;
  }

  async *changed(grant: Grant, { id: locationId, timezone }: AdAccount, range: ChangedRange): AsyncGenerator<SourceRecord[]> {
    yield* this.#opportunities(grant, locationId, range);
    for (const formId of range.formIds) yield* this.#leads(grant, { locationId, timezone, formId }, range);
  }

  /** The list has no time of change: all are listed, from the last one read. One that has counted and is not listed is read singly. */
  async *#opportunities(
    grant: Grant,
    locationId: string,
    { since, until, countedDealIds }: ChangedRange,
  ): AsyncGenerator<DealRecord[]> {
    const listed = new Set<string>();
    const all = { location_id: locationId, limit: String(PAGE), status: 'all', order: 'added_desc' };
    for (let place = {}, isOver = false; !isOver; ) {
      const { opportunities, meta } = await this.#get(grant, 'opportunities/search', shapes.opportunities, { ...all, ...place });
      for (const { id } of opportunities) listed.add(id);
      const changed = opportunities.filter(({ createdAt, updatedAt = createdAt }) => updatedAt >= since && updatedAt < until);
      yield changed.map((each) => dealOf(each, each.contact));
      isOver = opportunities.length < PAGE || meta?.startAfter === undefined || meta.startAfterId === undefined;
      place = { startAfter: String(meta?.startAfter), startAfterId: String(meta?.startAfterId) };
    }
    for (const id of countedDealIds?.() ?? []) if (!listed.has(id)) yield [await this.deal(grant, id)];
  }

  /** Read by days; the first and last day are partial. */
  async *#leads(
    grant: Grant,
    { locationId, timezone, formId }: { locationId: string; timezone: string; formId: string },
    { since, until }: ChangedRange,
  ): AsyncGenerator<LeadRecord[]> {
    const days = { startAt: localDay(since, timezone), endAt: localDay(until, timezone) };
    for (let page: number | undefined = 1; page !== undefined; ) {
      const query: Record<string, string> = { locationId, formId, ...days, limit: String(PAGE), page: String(page) };
      const answer: z.infer<typeof shapes.submissions> = await this.#get(grant, 'forms/submissions', shapes.submissions, query);
      const wanted = answer.submissions.filter(({ createdAt }) => createdAt >= since && createdAt < until);
      yield wanted.map(leadOf);
      page = answer.meta?.nextPage;
    }
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
  throw error;
}

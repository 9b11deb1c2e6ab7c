// The reads of journeys from the warehouse: the person asked, their steps or touches, and for keyed journeys all further texts,
// in one read on one snapshot.
import type { ReadBase } from '../../base/base.ts';
import type { Param } from '../../base/warehouse/port.ts';
import { preparedParts, type RowsOfParts, type WarehouseName, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { askEach, type Version, versionOf } from '../../credit/pipeline/index.ts';

const NEWEST_CONVERSIONS = 50;

interface Page {
  limit: number;
  offset: number;
}

/** The person requested: the label of the statement that sets `journey`, and its parameters. */
export interface JourneyQuery {
  label: 'of_person' | 'of_conversion';
  params: Record<string, Param>;
}

export const personAsked = (keys: { customer_no?: bigint; visitor_key?: bigint; lone_outcome_key?: bigint }): JourneyQuery => ({
  label: 'of_person',
  params: {
    customer_no: keys.customer_no ?? null,
    visitor_key: keys.visitor_key ?? null,
    lone_outcome_key: keys.lone_outcome_key ?? null,
  },
});

export const conversionNamed = (keys: { conversion_no?: bigint; outcome_seqs?: bigint[] }): JourneyQuery => ({
  label: 'of_conversion',
  params: { conversion_no: keys.conversion_no ?? null, outcome_seqs: keys.outcome_seqs ?? [] },
});

/** A person, how many steps their journey has, and a page of them. */
export interface Journey<Step> {
  personKey: bigint;
  totalCount: number;
  steps: Step[];
}

export type StepRow = WarehouseRow<'warehouse/report/customers/journey/journey_get'>;
export type TouchRow = NonNullable<WarehouseRow<'warehouse/report/customers/journey/journey_touches_get'>['touches']>[number];
export type EarnedRow = WarehouseRow<'warehouse/report/customers/journey/journey_earned_get'>;
export type ConversionRow = WarehouseRow<'warehouse/report/customers/journey/journey_conversion_get'>;
export type PersonRow = WarehouseRow<'warehouse/report/customers/people_get'>;
export type CashRow = WarehouseRow<'warehouse/report/customers/people_cash_get'>;
export type NewestRow = WarehouseRow<'warehouse/report/customers/journey/journey_conversions_list'>;

const STEPS = {
  counts: 'warehouse/report/customers/journey/journey_count',
  steps: 'warehouse/report/customers/journey/journey_get',
} as const;
const KEYED = {
  conversion: 'warehouse/report/customers/journey/journey_conversion_get',
  cursors: 'warehouse/credit/pipeline/cursors_list',
} as const;
const TOUCHES = { touches: 'warehouse/report/customers/journey/journey_touches_get', ...KEYED } as const;
const FULL = {
  ...STEPS,
  earned: 'warehouse/report/customers/journey/journey_earned_get',
  ...KEYED,
  people: 'warehouse/report/customers/people_get',
  cash: 'warehouse/report/customers/people_cash_get',
  conversions: 'warehouse/report/customers/journey/journey_conversions_list',
} as const;

async function askParts<const Goals extends Record<string, WarehouseName>>(
  base: ReadBase,
  profileId: string,
  goals: Goals,
  { label, params }: JourneyQuery,
  page: Page,
): Promise<RowsOfParts<Goals>> {
  const { limit, offset } = page;
  const labels = [label, 'of_journey', 'of_people', 'in_force'];
  const { statements, rowsOf } = preparedParts(goals, { ...params, limit, offset, newest: NEWEST_CONVERSIONS }, labels);
  return rowsOf(await askEach(base, profileId, statements, { size: 'small' }));
}

function journeyOf({ counts, steps }: RowsOfParts<typeof STEPS>): Journey<StepRow> | undefined {
  const [row] = counts;
  return row && { personKey: row.person_key, totalCount: Number(row.total_count), steps };
}

export const askEvents = async (
  base: ReadBase,
  profileId: string,
  request: JourneyQuery,
  page: Page,
): Promise<Journey<StepRow> | undefined> => journeyOf(await askParts(base, profileId, STEPS, request, page));

/** The answer of a keyed journey beside its steps. */
export interface Keyed<Step> {
  journey: Journey<Step>;
  version: Version;
  /** The one requested, or the person's newest. */
  conversion: ConversionRow | undefined;
}

export interface FullJourney extends Keyed<StepRow> {
  /** The credit of the touches among the steps. */
  earned: EarnedRow[];
  person: PersonRow | undefined;
  /** The person's payments in all currencies. */
  cash: CashRow | undefined;
  conversions: NewestRow[];
}

/** Touches alone, for callers who may not read people. */
export async function askTouches(
  base: ReadBase,
  profileId: string,
  request: JourneyQuery,
  page: Page,
): Promise<Keyed<TouchRow> | undefined> {
  const { touches, conversion, cursors } = await askParts(base, profileId, TOUCHES, request, page);
  const [row] = touches;
  if (!row) return undefined;
  const journey = { personKey: row.person_key, totalCount: Number(row.total_count), steps: row.touches ?? [] };
  return { journey, version: versionOf(cursors), conversion: conversion[0] };
}

export async function askJourney(
  base: ReadBase,
  profileId: string,
  request: JourneyQuery,
  page: Page,
): Promise<FullJourney | undefined> {
  const rows = await askParts(base, profileId, FULL, request, page);
  const journey = journeyOf(rows);
  if (!journey) return undefined;
  return {
    journey,
    version: versionOf(rows.cursors),
    conversion: rows.conversion[0],
    earned: rows.earned,
    person: rows.people[0],
    cash: rows.cash[0],
    conversions: rows.conversions,
  };
}

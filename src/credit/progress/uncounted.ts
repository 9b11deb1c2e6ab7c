// Landed outcomes that no goal counts, for the checklist, the quality of tracking and the operator.

import type { Base, ReadBase } from '../../base/base.ts';
import type { OutcomeSum, QualitySignal, ReadinessStep, UncountedType } from '../../base/contract/slice-hooks.ts';
import { trimmedDecimal } from '../../base/kit/decimals.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { BEHAVIOUR_TYPES, callOf, shownSum, typeKey, wordsOf } from '../../collect/events/index.ts';
import { uncountedAmong } from '../definitions/index.ts';
import { ask, codeVersion, cursorsStatement, reachedOf } from '../pipeline/index.ts';

const uncounted = statement('warehouse/credit/progress/uncounted_list', { behaviour: [...BEHAVIOUR_TYPES] });

/** Rows per type and currency as sums per type. */
function sumsOf(rows: readonly WarehouseRow<'warehouse/credit/progress/uncounted_list'>[]): OutcomeSum[] {
  const sums = new Map<string, OutcomeSum>();
  for (const row of rows) {
    const eventType = row.event_type;
    const sum = sums.get(typeKey(eventType)) ?? { event_type: eventType, events: 0, money: [] };
    sums.set(typeKey(eventType), sum);
    sum.events += Number(row.events);
    const [currency, amount] = [row.currency, row.amount];
    if (currency !== null && amount !== null) sum.money.push({ currency, amount: trimmedDecimal(amount) });
  }
  return [...sums.values()];
}

/** Event types of outcomes that are in the figures' file and that no definition lists, of all time. */
export async function uncountedTypes(base: ReadBase, profileId: string): Promise<UncountedType[]> {
  return uncountedAmong(base, profileId, sumsOf(await ask(base, profileId, uncounted)));
}

/** As `uncountedTypes`, only where the file can be read as it is: nothing is made, rebuilt or waited for. */
export async function uncountedAsFound(base: Base, profileId: string): Promise<UncountedType[]> {
  try {
    if (!(await base.warehouse.exists(profileId))) return [];
    const { schemaVersion } = reachedOf(await base.warehouse.query({ profileId }, cursorsStatement));
    if (schemaVersion !== codeVersion()) return [];
    return uncountedAmong(base, profileId, sumsOf(await base.warehouse.query({ profileId }, uncounted)));
  } catch {
    // Faults of the file itself are reported by the warehouse.
    return [];
  }
}

const SHOWN = 5;

/** The types in one sentence, and the call that counts the first of them. */
function shownTypes(types: readonly UncountedType[]): string {
  const more = types.length > SHOWN ? ` and ${types.length - SHOWN} more` : '';
  return `${types.slice(0, SHOWN).map(shownSum).join(', ')}${more}`;
}

export async function uncountedSignals(base: ReadBase, profileId: string): Promise<QualitySignal[]> {
  const types = await uncountedTypes(base, profileId);
  const [first] = types;
  const signal: QualitySignal = {
    name: 'uncounted_outcomes',
    title: 'Outcomes that no goal counts',
    count: types.reduce((sum, { events }) => sum + events, 0),
    status: first ? 'attention' : 'ok',
    explanation: first
      ? `Outcomes of event types that no conversion definition lists, of all time: ${shownTypes(types)}. They are kept, and in no figure.`
      : 'Outcomes of event types that no conversion definition lists: they are kept, and in no figure.',
    next: first ? `Count ${shownSum(first)} if it is a conversion: ${callOf(first)}` : '',
    event_types: types,
  };
  return [signal];
}

export async function uncountedStep(base: ReadBase, profileId: string): Promise<ReadinessStep> {
  const [first] = await uncountedTypes(base, profileId);
  return {
    name: 'outcomes_counted',
    title: 'Every outcome is counted by a goal',
    done: first === undefined,
    next: first ? wordsOf(first) : '',
  };
}

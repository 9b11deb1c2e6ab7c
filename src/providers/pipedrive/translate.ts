// Deals, persons and leads of Pipedrive as records. A deal is won by its status at any stage: that counts as a stage of its own.
import { worthOf } from '../deal-worth.ts';
import type { DealRecord, LeadRecord, ReachedStage, RecordPerson } from '../record-source.ts';
import type { Change, Deal, Lead, Person } from './shapes.ts';

/** No stage of Pipedrive has this id: they are numbers. */
export const WON = 'won';

/** @param changes Of the deal; none where only its present stage matters. */
export function dealOf(deal: Deal, person: Person | undefined, changes: readonly Change[]): DealRecord {
  const { id, stage_id, status, value, currency, add_time, stage_change_time, won_time } = deal;
  const isWon = status === 'won';
  const present = { stageId: stage_id, at: stage_change_time ?? add_time };
  return {
    type: 'deal',
    id,
    reached: [...pastStages(changes, add_time), present, ...(isWon ? [{ stageId: WON, at: won_time }] : [])],
    ...worthOf(value, currency),
    person: personOf(person),
    wonStageId: isWon ? WON : undefined,
    isDeleted: deal.is_deleted === true || status === 'deleted',
  };
}

/** The first change says in which stage the deal was made. */
function pastStages(changes: readonly Change[], addedAt: number): ReachedStage[] {
  const moves = changes.filter(({ field_key }) => field_key === 'stage_id').sort((a, b) => a.time - b.time);
  const first = moves[0]?.old_value;
  const start = first === undefined ? [] : [{ stageId: first, at: addedAt }];
  return [
    ...start,
    ...moves.flatMap(({ new_value, time }) => (new_value === undefined ? [] : [{ stageId: new_value, at: time }])),
  ];
}

export function personOf(person: Person | undefined): RecordPerson {
  if (!person) return {};
  const { id, first_name, last_name, emails, phones } = person;
  return { email: firstOf(emails), phone: firstOf(phones), firstName: first_name, lastName: last_name, crmContactId: id };
}

const firstOf = (details: Person['emails']): string | undefined =>
  (
    details?.find(({ value, primary }) => primary === true && value !== undefined) ??
    details?.find(({ value }) => value !== undefined)
  )?.value;

/** Leads come in by their source, as by a form. */
export const leadOf = ({ id, add_time, source_name }: Lead, person: Person | undefined): LeadRecord => ({
  type: 'lead',
  id,
  formId: source_name ?? '',
  at: add_time,
  person: personOf(person),
});

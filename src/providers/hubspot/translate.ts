// Deals, contacts and submissions of HubSpot as records.

import { worthOf } from '../deal-worth.ts';
import type { DealRecord, LeadRecord, ReachedStage, RecordPerson } from '../record-source.ts';
import type { Contact, Deal, Submission } from './shapes.ts';

/** @param contacts Of the deal. @param now A close date may be a plan for later. */
export function dealOf({ id, properties, propertiesWithHistory }: Deal, contacts: readonly Contact[], now: number): DealRecord {
  const { dealstage, amount, deal_currency_code, hs_is_closed_won, closedate, createdate } = properties;
  const history = (propertiesWithHistory?.dealstage ?? []).flatMap(({ value, timestamp }) =>
    value === undefined ? [] : [{ stageId: value, at: timestamp }],
  );
  const wonStageId = hs_is_closed_won ? dealstage : undefined;
  const closedAt = closedate !== undefined && closedate <= now ? closedate : undefined;
  const reached = history.filter(({ stageId }) => stageId !== wonStageId);
  const present: ReachedStage[] =
    dealstage === undefined ? [] : [{ stageId: dealstage, at: lastOf(history, dealstage) ?? createdate }];
  const won: ReachedStage[] =
    wonStageId === undefined ? [] : [{ stageId: wonStageId, at: closedAt ?? lastOf(history, wonStageId) ?? createdate }];
  return {
    type: 'deal',
    id,
    reached: [...reached, ...(wonStageId === undefined ? present : won)],
    ...worthOf(amount, deal_currency_code),
    person: personOf(contacts),
    wonStageId,
    isDeleted: false,
  };
}

function lastOf(history: readonly { stageId: string; at: number }[], stageId: string): number | undefined {
  const times = history.filter((each) => each.stageId === stageId).map(({ at }) => at);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The contact that the deal has had longest, among the recognizable ones. */
function personOf(contacts: readonly Contact[]): RecordPerson {
  const byAge = [...contacts].sort((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
  const isReachable = ({ properties: { email, phone, mobilephone } }: Contact): boolean =>
    [email, phone, mobilephone].some((each) => each !== undefined);
  const first = byAge.find(isReachable) ?? byAge[0];
  if (!first) return {};
  const { email, phone, mobilephone, firstname, lastname, hs_country_region_code } = first.properties;
  return {
    email,
    phone: phone ?? mobilephone,
    firstName: firstname,
    lastName: lastname,
    crmContactId: first.id,
    country: hs_country_region_code,
  };
}

export function leadOf(formId: string, { conversionId, submittedAt, values }: Submission): LeadRecord {
  const fieldOf = (...names: string[]): string | undefined =>
    names.map((each) => values.find(({ name }) => name === each)?.value).find((value) => value !== undefined);
  return {
    type: 'lead',
    id: conversionId,
    formId,
    at: submittedAt,
    person: {
      email: fieldOf('email'),
      phone: fieldOf('phone', 'mobilephone'),
      firstName: fieldOf('firstname'),
      lastName: fieldOf('lastname'),
      country: fieldOf('hs_country_region_code'),
    },
  };
}

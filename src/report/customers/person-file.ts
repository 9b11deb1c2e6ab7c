// The computed journey of a person, for the person's file.
import type { PersonFigures } from '../../base/contract/erasing.ts';
import { eventOf } from './journey-answers.ts';
import { askJourney, personAsked } from './journey-reads.ts';

const PAGE_STEPS = 1_000;

/** All steps with their touches, and what each touch earned. Customers that are one person have one journey. */
export const journeyOfPerson: PersonFigures = async (base, profileId, { customerNos: [customer], visitorKeys }) => {
  const people = customer === undefined ? visitorKeys.map((visitor_key) => ({ visitor_key })) : [{ customer_no: customer }];
  const journey: Record<string, unknown>[] = [];
  const credit: Record<string, unknown>[] = [];
  for (const person of people)
    for (let offset = 0; ; offset += PAGE_STEPS) {
      const found = await askJourney(base, profileId, personAsked(person), { limit: PAGE_STEPS, offset });
      const steps = found?.journey.steps ?? [];
      journey.push(...steps.map((step) => ({ ...eventOf(step) })));
      credit.push(...(found?.earned ?? []).map(textsOf));
      if (steps.length < PAGE_STEPS) break;
    }
  return { journey, credit };
};

/** Numbers that JSON cannot hold are texts. */
const textsOf = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]));

// Opportunities, contacts and submissions of HighLevel as records. An opportunity is won by its status at any stage: that counts as a stage of its
// own.
import { worthOf } from '../deal-worth.ts';
import type { DealRecord, LeadRecord, RecordPerson } from '../record-source.ts';
import type { Contact, Opportunity, Submission } from './shapes.ts';

/** No stage of HighLevel has this id: theirs are UUIDs. */
export const WON = 'won';

export function dealOf(opportunity: Opportunity, contact: Contact | undefined): DealRecord {
  const { id, status, pipelineStageId, monetaryValue, createdAt, lastStageChangeAt, lastStatusChangeAt, contactId } = opportunity;
  const isWon = status === 'won';
  const present = { stageId: pipelineStageId, at: lastStageChangeAt ?? createdAt };
  return {
    type: 'deal',
    id,
    reached: [present, ...(isWon ? [{ stageId: WON, at: lastStatusChangeAt }] : [])],
    ...worthOf(monetaryValue, undefined),
    person: personOf(contact, contactId),
    wonStageId: isWon ? WON : undefined,
    isDeleted: false,
  };
}

function personOf(contact: Contact | undefined, contactId: string | undefined): RecordPerson {
  const { name, firstName, lastName, email, phone, country } = contact ?? {};
  return { email, phone, firstName: firstName ?? name, lastName, country, crmContactId: contact?.id ?? contactId };
}

export const leadOf = ({ id, formId, createdAt, name, email, contactId, others }: Submission): LeadRecord => ({
  type: 'lead',
  id,
  formId,
  at: createdAt,
  person: { email, phone: others?.phone, firstName: name, crmContactId: contactId },
});

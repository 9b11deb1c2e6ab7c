// Personal data in events: the customer's identity, for subscriptions whose creator requested it and may still read customers. Profiles that count as
// healthcare send it to no receiver.
import { z } from 'zod';
import { findProfile, findReach, profileRole } from '../../account/places/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { SliceEvent } from '../../base/contract/slice-hooks.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { describeCustomers } from '../../collect/identity/index.ts';
import type { Delivery } from './delivery.ts';
import type { Subscription } from './subscription.ts';

const PERSON = 'person:';

/** The person who requested it may have lost the role since, or the permission for personal data. */
export function mayHavePersonal(base: ReadBase, { includesPersonalData, personalDataBy, profileId }: Subscription): boolean {
  const profile = findProfile(base, profileId);
  if (!includesPersonalData || !profile || !personalDataBy?.startsWith(PERSON)) return false;
  return profileRole(base, personalDataBy.slice(PERSON.length), profile)?.canSeePii ?? false;
}

/** Parts of a name stay apart: an erasure finds each of them as a whole text. */
interface WebhookCustomer {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
}

/** Undefined for an event without a person, or about a person who was erased. */
export function customerOf(
  base: ReadBase,
  { profileId, customerNo }: Pick<SliceEvent, 'profileId' | 'customerNo'>,
): WebhookCustomer | undefined {
  if (customerNo === undefined || findReach(base, profileId)?.isHealthcare !== false) return undefined;
  const found = describeCustomers(base, profileId, [customerNo]).get(customerNo);
  return (
    found && {
      first_name: found.first_name,
      last_name: found.last_name,
      email: found.primary_email,
      phone: found.primary_phone,
    }
  );
}

/** What people wrote, for the same receivers as long as they may read messages; of healthcare for none. */
export const ownWords = (base: ReadBase, { profileId, personal = {} }: Pick<SliceEvent, 'profileId' | 'personal'>) =>
  findReach(base, profileId)?.isHealthcare === false ? personal : {};

/** A viewer reads no messages, whatever else they may see. */
export function mayReadMessages(base: ReadBase, { personalDataBy, profileId }: Subscription): boolean {
  const profile = findProfile(base, profileId);
  if (!profile || !personalDataBy?.startsWith(PERSON)) return false;
  const role = profileRole(base, personalDataBy.slice(PERSON.length), profile)?.role;
  return role !== undefined && role !== 'viewer';
}

/** The parts of `data` that are about a person: whole ones, and those of a report of delivery. */
const PERSONAL_PARTS = ['customer', 'sender', 'text'];
const REPORT_PARTS = ['failed_recipient', 'diagnostic_code'];

const announced = z.looseObject({ data: z.looseObject({ delivery_failure: z.looseObject({}).nullish() }) });

/** The bytes to send: of a profile that became one of healthcare after the event, without what it announces of nobody. */
export function sentBody(base: ReadBase, { profileId, content }: Pick<Delivery, 'profileId' | 'content'>): string {
  if (findReach(base, profileId)?.isHealthcare === false) return content.body;
  const event = readJson('the body of a webhook', announced, content.body);
  const { delivery_failure: report, ...data } = event.data;
  const isReport = report !== null && report !== undefined;
  const isBare = !PERSONAL_PARTS.some((name) => name in data) && !REPORT_PARTS.some((name) => isReport && report[name] != null);
  if (isBare) return content.body;
  const kept = Object.fromEntries(Object.entries(data).filter(([name]) => !PERSONAL_PARTS.includes(name)));
  const cleared = isReport ? { ...report, ...Object.fromEntries(REPORT_PARTS.map((name) => [name, null])) } : report;
  return JSON.stringify({ ...event, data: { ...kept, ...(report === undefined ? {} : { delivery_failure: cleared }) } });
}

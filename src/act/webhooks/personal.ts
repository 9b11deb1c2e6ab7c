// Personal data in events: the customer's identity, for subscriptions whose creator requested it and may still read customers. Profiles that count as
// healthcare send it to no receiver.
import { findProfile, findReach, profileRole } from '../../account/places/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { SliceEvent } from '../../base/contract/slice-hooks.ts';
import { describeCustomers } from '../../collect/identity/index.ts';
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
      ...{ first_name: found.first_name, last_name: found.last_name },
      ...{ email: found.primary_email, phone: found.primary_phone },
    }
  );
}

/** What people wrote, for the same receivers; of healthcare for none. */
export const ownWords = (base: ReadBase, { profileId, personal = {} }: Pick<SliceEvent, 'profileId' | 'personal'>) =>
  findReach(base, profileId)?.isHealthcare === false ? personal : {};

// Evidence, identifiers and people of proposals in words.
import type { Schemas } from '../../api/client.ts';
import { nameOf } from '../customers/names.ts';

type Proposal = Schemas['MergeProposal'];

const IDENTIFIERS: Record<string, string> = {
  external_id: 'your own id',
  crm_contact_id: 'CRM contact id',
  national_id: 'national id',
  email: 'e-mail address',
  phone: 'phone number',
};

export const identifierName = (type: string): string => IDENTIFIERS[type] ?? type;

const REASONS: Record<string, string> = {
  same_fact: 'One event or row names both',
  shared_browser: 'Both used one browser',
  browser_claim: 'A browser of one sent an identifier of the other',
};

/** E.g. `One event or row names both (e-mail address, 2 times)`, `Similar birth date`. */
export function reasonText({ code, identifier_type, times }: Proposal['reasons'][number]): string {
  const plain = code.replaceAll('_', ' ');
  const text = REASONS[code] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
  const details = [identifier_type === null ? '' : identifierName(identifier_type), times > 1 ? `${times} times` : ''];
  const detail = details.filter((part) => part !== '').join(', ');
  return detail === '' ? text : `${text} (${detail})`;
}

type Person = Proposal['customers'][number];

export const personName = (person: Person): string =>
  nameOf(person, person.primary_email ?? person.primary_phone ?? 'Without a name');

export const isOnePerson = ({ customers: [one, other] }: Proposal): boolean =>
  one?.customer_profile_id === other?.customer_profile_id;

/** Both sides by name; one name if they are one person already. */
export const pairName = (proposal: Proposal): string => {
  const names = proposal.customers.map(personName);
  return isOnePerson(proposal) ? (names[0] ?? '') : names.join(' and ');
};

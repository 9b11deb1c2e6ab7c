// Link tokens: what a link in a mail or message carries so that the browser that follows it is known as its customer's. Sealed
// with the profile's key, bound to a time; nothing in them can be read, and on another profile they mean nothing.
import type { ReadBase } from '../../../base/base.ts';
import { stateChange } from '../../../base/contract/operation.ts';
import { readSchema } from '../../../base/contract/schemas.ts';
import type { components } from '../../../base/contract/types.ts';
import { numberOf, publicId } from '../../../base/kit/ids.ts';
import { type IdentifierType, normaliseIdentifier, REFUSAL_WORDS } from '../identifiers.ts';
import { holdersOf } from '../spelling/keys.ts';
import { headOf } from '../stitching/components.ts';
import { sealLinkToken } from './sealed-link.ts';

type State = Pick<ReadBase, 'state'>;
type Result = components['schemas']['LinkTokenResult'];

/** The query parameter of a link. */
export const LINK_PARAMETER = 'svc_t' as const;
const DAY_SECONDS = 86_400;
const DEFAULT_DAYS = 90;

export const createLinkTokens = stateChange('createLinkTokens', (call, base) => {
  const { profileId } = call.profile;
  const { customers, expires_in_days: days = DEFAULT_DAYS, country } = call.body;
  const expires = Math.floor(base.clock.now() / 1000) + days * DAY_SECONDS;
  const expires_at = new Date(expires * 1000).toISOString();
  const results = customers.map((value, index): Result => {
    const named = namedBy(base, profileId, value, country);
    if ('reason' in named) return { index, status: 'invalid', reason: named.reason };
    const { customer } = named;
    if (customer === undefined) return { index, status: 'not_found' };
    const customer_profile_id = publicId('customer', profileId, headOf(base, profileId, customer));
    return { index, status: 'minted', customer_profile_id, token: sealLinkToken(base, profileId, customer, expires), expires_at };
  });
  const counted = (status: Result['status']): number => results.filter((result) => result.status === status).length;
  return {
    data: {
      results,
      param: LINK_PARAMETER,
      minted: counted('minted'),
      not_found: counted('not_found'),
      invalid: counted('invalid'),
      recipes: RECIPES,
    },
    meta: { profile_id: profileId },
  };
});

const recipe = (channel: string, store_token_in: string, utm: string, merge_tag: string) => ({
  channel,
  store_token_in,
  link_template: `https://your-site.example/?${utm}&${LINK_PARAMETER}=${merge_tag}`,
  merge_tag,
});

/** The merge tags by which mail and message tools insert a token. */
const RECIPES = [
  recipe('email', `contact field ${LINK_PARAMETER}`, 'utm_source=newsletter&utm_medium=email', `{{ contact.${LINK_PARAMETER} }}`),
  recipe('sms', `contact field ${LINK_PARAMETER}`, 'utm_source=sms&utm_medium=sms', `{{ contact.${LINK_PARAMETER} }}`),
  recipe('whatsapp', 'variable of the template’s link button', 'utm_source=whatsapp&utm_medium=message', '{{1}}'),
];

/** A known customer or none; or the reason why the row can name none. */
type Found = { customer: bigint | undefined } | { reason: string };

/** The customer that a row names, by exactly one of its ids. */
function namedBy(base: State, profileId: string, input: unknown, country: string | undefined): Found {
  const { value: row, fault } = readSchema('LinkTokenCustomer', input);
  if (fault) return { reason: `${fault.path === '' ? 'The row' : `${fault.path}:`} ${fault.message}.` };
  const ways = [row.customer_profile_id, row.email, row.phone, row.identifier_type ?? row.identifier_value];
  if (ways.filter((way) => way !== undefined).length !== 1)
    return { reason: 'Name the customer by one of customer_profile_id, email, phone, or identifier_type with identifier_value.' };
  if (row.customer_profile_id !== undefined) {
    const customer = numberOf('customer', profileId, row.customer_profile_id);
    return { customer: customer !== undefined && isKnown(base, profileId, customer) ? customer : undefined };
  }
  if (row.email !== undefined) return ownerOf(base, profileId, 'email', row.email, country);
  if (row.phone !== undefined) return ownerOf(base, profileId, 'phone', row.phone, country);
  if (row.identifier_type === undefined || row.identifier_value === undefined)
    return { reason: 'identifier_type and identifier_value belong together.' };
  return ownerOf(base, profileId, row.identifier_type, row.identifier_value, country);
}

export const isKnown = (base: State, profileId: string, customerNo: bigint): boolean =>
  base.state.statement('collect/identity/customer_get').get({ profile_id: profileId, customer_no: customerNo }) !== undefined;

function ownerOf(base: State, profileId: string, type: IdentifierType, value: unknown, country: string | undefined): Found {
  const normal = normaliseIdentifier(type, value, type === 'phone' ? country : undefined);
  if (normal.refused !== undefined) return { reason: `${type}: ${REFUSAL_WORDS[normal.refused]}.` };
  return { customer: holdersOf(base, profileId, type, normal.value)[0]?.customer };
}

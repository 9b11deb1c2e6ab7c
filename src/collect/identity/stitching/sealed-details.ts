// The details of customers in state, sealed with the profile's key.
import type { Base } from '../../../base/base.ts';
import { sealedDetails } from '../stored.ts';
import { DETAILS, type Details } from './details.ts';

const DETAILS_CONTEXT = 'customer_details';

export const openDetails = (base: Pick<Base, 'state'>, profileId: string, sealed: Uint8Array): Details =>
  sealedDetails.read(base.state.keys.decrypt(profileId, DETAILS_CONTEXT, sealed));

/** Fills what is missing, and replaces nothing. */
export function addDetails(base: Pick<Base, 'state'>, profileId: string, customerNo: bigint, overrides: Details): void {
  if (DETAILS.every((name) => overrides[name] === undefined)) return;
  const customer = { profile_id: profileId, customer_no: customerNo };
  const sealed = base.state.statement('collect/identity/customer_details_get').get(customer)?.sealed;
  const existing = sealed === undefined ? {} : openDetails(base, profileId, sealed as Buffer);
  if (DETAILS.every((name) => overrides[name] === undefined || existing[name] !== undefined)) return;
  base.state.statement('collect/identity/customer_details_put').run({
    ...customer,
    sealed: base.state.keys.encrypt(profileId, DETAILS_CONTEXT, sealedDetails.write({ ...overrides, ...existing })),
  });
}

// Stripe's units of money. It counts three currencies in other decimals than ISO 4217 (docs.stripe.com/currencies).
import { fromMinorUnits } from '../money.ts';

const OWN_DECIMALS = { ISK: 2, UGX: 2, MGA: 0 };

/** @throws RangeError for what is no currency. */
export const amountOf = (units: number, currency: string): string => fromMinorUnits(units, currency.toUpperCase(), OWN_DECIMALS);

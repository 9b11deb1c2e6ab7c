// Exchange rates for other slices: the known rates, and the value of one currency in another.
export { rateWarnings } from './rate-warnings.ts';
export {
  datedRatesInto,
  dayBefore,
  decimalOf,
  type Found,
  type MissingRates,
  newestRate,
  noteMissing,
  OLDEST_DAYS,
  ONE,
  ratesInto,
  readRates,
} from './rates.ts';
export { importRates, ownRates, ratesMark } from './rates-file.ts';
export {
  downloadRates,
  fetchRatesWhenDue,
  referenceRates,
  setReferenceUse,
  usesReferenceRates,
} from './reference-rates.ts';

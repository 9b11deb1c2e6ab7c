// What others may use of exchange rates: those that are known, and what one currency is worth in another.
export { rateWarnings } from './rate-warnings.ts';
export {
  dayBefore,
  decimalOf,
  type Found,
  type MissingRates,
  newestRate,
  noteMissing,
  OLDEST_DAYS,
  ratesInto,
  readRates,
} from './rates.ts';
export { importRates } from './rates-file.ts';
export { fetchRatesWhenDue } from './rates-source.ts';

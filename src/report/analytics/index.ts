// Analytics: overview, series, attribution, paths. What the reports to the right may call.
export { decimalText, roundedQuotient, trimmedDecimal } from '../../base/kit/decimals.ts';
export { atOneVersion, frameOf, type ReportFrame } from './frame.ts';
export { asWarnings, convertedMoney, rateWarnings } from './money.ts';

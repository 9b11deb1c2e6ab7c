// How figures of evidence are rounded for readers, so that the same figures are the same text and the same id.
import { trimmedDecimal } from '../../../base/kit/decimals.ts';

export const money = (amount: number): string => trimmedDecimal(amount.toFixed(2));
export const count = (value: number): number => Math.round(value * 1_000) / 1_000;

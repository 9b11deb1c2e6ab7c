// The comparison of two bodies under one key: by their meaning, not by their spelling. 129.9 is "129.90", eur is EUR, and a moment is the same in
// every zone; all other values are compared as sent.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { parseInstant } from '../../base/kit/time/instants.ts';
import { readAmount, readCurrency } from './enrich/money.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function amountOf(sent: unknown): unknown {
  const { amount } = readAmount(sent);
  return amount === undefined ? sent : decimalText(unitsOf(amount, 6), 6);
}

function momentOf(sent: unknown): unknown {
  const micros = parseInstant(sent);
  if (micros === undefined) return sent;
  const fraction = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return new Date(Math.floor(micros / 1000)).toISOString().replace(/\.\d+Z$/, fraction === '' ? 'Z' : `.${fraction}Z`);
}

function meaningOf(content: unknown): unknown {
  if (!isObject(content)) return content;
  const { value, occurred_at } = content;
  const money = isObject(value)
    ? { ...value, amount: amountOf(value['amount']), currency: readCurrency(value['currency']) ?? value['currency'] }
    : value;
  return { ...content, value: money, occurred_at: momentOf(occurred_at) };
}

/** The first 16 bytes of SHA-256 of what a body says: two bodies under one key are one or two by this. */
export const contentHashOf = (content: unknown): Uint8Array =>
  createHash('sha256')
    .update(canonicalJson(meaningOf(content)))
    .digest()
    .subarray(0, 16);

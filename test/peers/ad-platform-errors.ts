// Other people's recorded error bodies of ad platforms, and the outcome that each must have: what `expect` says, in our own outcomes.
import assert from 'node:assert/strict';
import { type ErrorRule, outcomeOf, type ProviderOutcome } from '../../src/providers/http/failure.ts';
import { publicText } from './public-data.ts';

interface ErrorCase {
  id: string;
  http_status: number;
  body: unknown;
  expect: { code: string; status: number | null };
}

const OUTCOMES: Readonly<Record<string, readonly ProviderOutcome[]>> = {
  'connection_not_ready 409': ['reconnect', 'forbidden'],
  'provider_error 503': ['throttled', 'unavailable', 'unknown'],
  'provider_error 502': ['rejected', 'unusable'],
  'validation_error 422': ['rejected'],
  'not_found 404': ['not_found'],
  'invalid_state 409': ['conflict'],
};

/** @returns How many cases were checked; those of writes that have a ledger of their own are not. */
export function checkErrorCases(
  platform: string,
  rules: readonly ErrorRule[],
  codeOf: (body: unknown) => string | undefined,
): number {
  const { cases } = JSON.parse(publicText('ad-platforms', platform, 'given', 'errors.json')) as { cases: ErrorCase[] };
  const checked = cases.filter(({ expect }) => `${expect.code} ${expect.status}` in OUTCOMES);
  for (const { id, http_status, body, expect } of checked) {
    const outcome = outcomeOf(rules, http_status, codeOf(body));
    assert.ok(OUTCOMES[`${expect.code} ${expect.status}`]?.includes(outcome), `${id}: ${outcome}`);
  }
  return checked.length;
}

// LinkedIn's recorded answers, as other people's connectors keep them, read by our shapes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkedInErrorCode, linkedInErrors } from '../../src/providers/linkedin/errors.ts';
import { accounts, analytics } from '../../src/providers/linkedin/shapes.ts';
import { spendOf } from '../../src/providers/linkedin/spend.ts';
import { checkErrorCases } from './ad-platform-errors.ts';
import { publicText } from './public-data.ts';

const recorded = (file: string) => JSON.parse(publicText('ad-platforms', 'linkedin', 'given', file));

test('a recorded list of accounts has its id as text', () => {
  const [account] = accounts.parse(recorded('ad-accounts.json').response).elements;
  assert.deepEqual([account?.id, account?.currency, account?.status], ['101100090', 'USD', 'ACTIVE']);
});

test('a recorded report has its days and its cost to the last place', () => {
  const { response, expect } = recorded('ad-analytics.json');
  // The recorded report asks for dollars; the client asks for the local currency.
  const text = JSON.stringify(response).replaceAll('costInUsd', 'costInLocalCurrency');
  const rows = analytics.parse(JSON.parse(text)).elements.map(spendOf);
  assert.deepEqual(Object.fromEntries(rows.map(({ day, spend }) => [day, spend])), expect);
  assert.deepEqual(
    rows.map(({ adSetId }) => adSetId),
    ['1111', '1111'],
  );
});

test('recorded errors have their outcome', () => {
  assert.ok(checkErrorCases('linkedin', linkedInErrors, linkedInErrorCode) >= 1);
});

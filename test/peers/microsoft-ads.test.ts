// Recorded answers of Microsoft Advertising, as other people's connectors keep them, read by our shapes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { microsoftErrorCode, microsoftErrors } from '../../src/providers/microsoft-ads/errors.ts';
import { rowsOf } from '../../src/providers/microsoft-ads/reports.ts';
import { accounts, polled } from '../../src/providers/microsoft-ads/shapes.ts';
import { accountOf } from '../../src/providers/microsoft-ads/translate.ts';
import { collect } from '../providers/conformance.ts';
import { checkErrorCases } from './ad-platform-errors.ts';
import { publicFile, publicText } from './public-data.ts';

const recorded = (file: string) => JSON.parse(publicText('ad-platforms', 'microsoft', 'given', file));

test('recorded accounts have IANA zones, and a hold on money is a payment that is missing', () => {
  const found = accounts.parse(recorded('accounts-search.json').response).Accounts.map(accountOf);
  assert.deepEqual(
    found.map(({ id, timezone, status, loginAccountId }) => [id, timezone, status, loginAccountId]),
    [
      ['180278106', 'America/Phoenix', 'payment_missing', '987654321'],
      ['180535609', 'America/Santiago', 'disabled', undefined],
    ],
  );
});

test('a recorded report has its days and amounts', async () => {
  const file = readFileSync(publicFile('ad-platforms', 'microsoft', 'given', 'ad-performance-report.csv'));
  const rows = (await collect(rowsOf(file, 'USD'))).flat();
  assert.deepEqual(
    rows.map(({ day, adId, spend, clicks }) => [day, adId, spend, clicks]),
    [
      ['2023-11-11', '84800390693061', '1.48', 1],
      ['2023-11-12', '84800390693061', '0', 0],
    ],
  );
});

test('a recorded poll is a success with its link', () => {
  assert.equal(polled.parse(recorded('report-poll.json').response).ReportRequestStatus.Status, 'Success');
});

test('recorded errors have their outcome', () => {
  assert.equal(checkErrorCases('microsoft', microsoftErrors, microsoftErrorCode), 2);
});

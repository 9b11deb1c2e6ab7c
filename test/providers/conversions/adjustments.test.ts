// What Google says of adjustments that it refused in part: a row that is not named is accepted only where another one is named.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Receipt } from '../../../src/providers/conversions/destination.ts';
import { ADJUSTMENTS, adjustmentsClient, sendAdjustments } from '../../../src/providers/conversions/google-adjustments.ts';
import { ProviderFailure, type ProviderOutcome } from '../../../src/providers/http/failure.ts';
import { startProviderServer } from '../../fakes/provider-server.ts';
import { grant, SETTINGS } from './events.ts';

const errorAt = (
  index?: number,
  errorCode: Record<string, string> = { conversionAdjustmentUploadError: 'CONVERSION_NOT_FOUND' },
) => ({
  errorCode,
  location: { fieldPathElements: [{ fieldName: 'conversion_adjustments', ...(index === undefined ? {} : { index }) }] },
});

const both = ['0 refused', '1 refused'];
const cases: [name: string, failure: unknown, rejected: string[]][] = [
  ['none', undefined, []],
  ['one row', { code: 3, details: [{ errors: [errorAt(1)] }] }, ['1 CONVERSION_NOT_FOUND']],
  ['no row', { code: 3, details: [{ errors: [errorAt()] }] }, both],
  ['a row that was not sent', { code: 3, details: [{ errors: [errorAt(7)] }] }, both],
  ['no errors', { code: 3, details: [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'r' }] }, both],
  ['no details', { code: 3, message: 'Some rows failed.' }, both],
];

async function retract(t: TestContext, partialFailureError: unknown): Promise<Receipt> {
  const body = { results: [{}, {}], ...(partialFailureError === undefined ? {} : { partialFailureError }) };
  const { url } = await startProviderServer(t, () => ({ status: 200, body }));
  const client = adjustmentsClient({ baseUrl: url });
  const payloads = ['a', 'b'].map((orderId) => ({ lane: ADJUSTMENTS, body: { orderId, adjustmentType: 'RETRACTION' } }));
  return sendAdjustments(client, grant, SETTINGS, payloads);
}

for (const [name, partialFailureError, rejected] of cases)
  test(`sendAdjustments: a failure that names ${name}`, async (t) => {
    const receipt = await retract(t, partialFailureError);
    assert.deepEqual(
      receipt.rejected.map(({ index, reason }) => `${index} ${reason}`),
      rejected,
    );
  });

test('sendAdjustments: an error of Google’s own in a row is no refusal', async (t) => {
  const errors = [errorAt(0, { internalError: 'TRANSIENT_ERROR' }), errorAt(1, { quotaError: 'RESOURCE_TEMPORARILY_EXHAUSTED' })];
  const { rejected } = await retract(t, { code: 13, details: [{ errors }] });
  assert.deepEqual(
    rejected.map(({ index, retryAfterMs = 0 }) => [index, retryAfterMs > 0]),
    [
      [0, true],
      [1, true],
    ],
  );
});

const whole: [name: string, failure: unknown, outcome: ProviderOutcome][] = [
  ['an error of Google’s own without a row', { code: 13, message: 'Internal error.' }, 'unavailable'],
  [
    'a limit without a row',
    { code: 8, details: [{ errors: [errorAt(undefined, { quotaError: 'RESOURCE_EXHAUSTED' })] }] },
    'throttled',
  ],
  [
    'a conversion action that is gone',
    {
      code: 3,
      details: [{ errors: [0, 1].map((at) => errorAt(at, { conversionAdjustmentUploadError: 'NO_CONVERSION_ACTION_FOUND' })) }],
    },
    'misconfigured',
  ],
  [
    'an account that is closed',
    { code: 7, details: [{ errors: [errorAt(undefined, { authorizationError: 'CUSTOMER_NOT_ENABLED' })] }] },
    'conflict',
  ],
];

for (const [name, failure, outcome] of whole)
  test(`sendAdjustments: ${name} is about no retraction`, async (t) => {
    await assert.rejects(retract(t, failure), (error) => error instanceof ProviderFailure && error.outcome === outcome);
  });

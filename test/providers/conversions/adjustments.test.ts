// What Google says of adjustments that it refused in part: a row that is not named is accepted only where another one is named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADJUSTMENTS, adjustmentsClient, sendAdjustments } from '../../../src/providers/conversions/google-adjustments.ts';
import { startProviderServer } from '../../fakes/provider-server.ts';
import { grant, SETTINGS } from './events.ts';

const errorAt = (index?: number) => ({
  errorCode: { conversionAdjustmentUploadError: 'CONVERSION_NOT_FOUND' },
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

for (const [name, partialFailureError, rejected] of cases)
  test(`sendAdjustments: a failure that names ${name}`, async (t) => {
    const body = { results: [{}, {}], ...(partialFailureError === undefined ? {} : { partialFailureError }) };
    const { url } = await startProviderServer(t, () => ({ status: 200, body }));
    const client = adjustmentsClient({ baseUrl: url });
    const payloads = ['a', 'b'].map((orderId) => ({ lane: ADJUSTMENTS, body: { orderId, adjustmentType: 'RETRACTION' } }));
    const receipt = await sendAdjustments(client, grant, SETTINGS, payloads);
    assert.deepEqual(
      receipt.rejected.map(({ index, reason }) => `${index} ${reason}`),
      rejected,
    );
  });

// The clients of the sources that this installation is registered with.
import type { ReadBase } from '../../../base/base.ts';
import type { RecordSource, RecordSourceId } from '../../../providers/record-source.ts';
import { createStripeAccount } from '../../../providers/stripe-account/client.ts';

/** Undefined where this installation is not registered. */
export function createSource({ config, clock, log }: ReadBase, id: RecordSourceId): RecordSource | undefined {
  switch (id) {
    case 'stripe':
      return createStripeAccount(config.providers.stripe, { clock, log });
  }
}

// What data quality asks of destinations: how much of what they were sent they accepted.
import type { ReadBase } from '../../base/base.ts';
import type { DeliverySum } from '../../base/contract/slice-hooks.ts';
import { sumEnded } from '../../base/ledger/ended-sums.ts';
import { deliveryOf, laneOf } from './delivery.ts';
import { destinationsOf } from './destination.ts';

export const deliverySums = (base: ReadBase, profileId: string, since: number): DeliverySum[] =>
  destinationsOf(base, profileId).map(({ destinationId, name }) => ({
    name,
    ...sumEnded(base, laneOf(destinationId), since, {
      ...{ good: 'accepted', bad: ['rejected', 'expired'] },
      reasonOf: (entry) => deliveryOf(entry).content.reason,
    }),
    list: { operation: 'listConversionDeliveries', params: { destination_id: destinationId, status: 'rejected' } },
  }));

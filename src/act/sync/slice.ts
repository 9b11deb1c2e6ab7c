// What app.ts composes of act/sync: its operations, jobs and hooks.
import type { Slice } from '../../base/contract/operation.ts';
import { getConversionCatalog, putConversionCatalog } from './catalog.ts';
import { listConversionDeliveries } from './deliveries.ts';
import { listDestinations, putDestination } from './destinations.ts';
import { followFigures, followJob } from './follow.ts';
import { archiveDestinations, erasePerson } from './hooks.ts';
import { laneJob } from './lane.ts';
import { syncUpkeep } from './upkeep.ts';

export const slice: Slice = {
  name: 'act/sync',
  handlers: { getConversionCatalog, putConversionCatalog, listConversionDeliveries, listDestinations, putDestination },
  jobs: [followJob, laneJob, syncUpkeep],
  hooks: { archive: archiveDestinations, computed: followFigures, erasure: { person: erasePerson } },
};

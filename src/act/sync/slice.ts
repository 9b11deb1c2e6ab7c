// The parts of act/sync for slices.ts: its operations, jobs and hooks.
import type { Slice } from '../../base/contract/operation.ts';
import { memberUpkeep, removalJob } from './audiences/audience-removal.ts';
import { createAudience } from './audiences/audiences.ts';
import { getConversionCatalog, putConversionCatalog } from './catalog.ts';
import { deliverySums, listConversionDeliveries } from './deliveries.ts';
import { listDestinations, putDestination } from './destinations.ts';
import { adSignals } from './event/signals.ts';
import { followFigures, followJob } from './follow.ts';
import {
  archiveDestinations,
  destinationReaches,
  erasePerson,
  erasePersonSignals,
  isLaneOf,
  waitingDestinations,
} from './hooks.ts';
import { lanes } from './lane.ts';
import { provisionPlatformSafe, setPlatformSafeTarget } from './platform-safe/platform-safe.ts';
import { resendConversionDeliveries } from './resend.ts';
import { syncUpkeep } from './upkeep.ts';
import { getConversionWiring } from './wiring.ts';

export const slice: Slice = {
  name: 'act/sync',
  handlers: {
    getConversionCatalog,
    putConversionCatalog,
    getConversionWiring,
    listConversionDeliveries,
    resendConversionDeliveries,
    listDestinations,
    putDestination,
    provisionPlatformSafe,
    setPlatformSafeTarget,
    createAudience,
  },
  jobs: [followJob, lanes.job, removalJob, memberUpkeep, syncUpkeep],
  hooks: {
    newItems: { deliver: waitingDestinations },
    archive: archiveDestinations,
    computed: followFigures,
    arrived: lanes.wakeOfProfile,
    deliveries: deliverySums,
    ledgerLost: lanes.sendAgain,
    erasure: { person: erasePerson, facts: erasePersonSignals },
    adSignals,
    reaches: destinationReaches,
    hasLane: isLaneOf,
  },
};

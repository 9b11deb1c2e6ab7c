// The parts of act/connections for slices.ts: its operations, jobs and hooks.
import type { Slice } from '../../base/contract/operation.ts';
import { leaveSandbox } from '../../sandbox/index.ts';
import { checkProviderApp, deleteProviderApp, listProviderApps, putProviderApp } from './apps/provider-apps.ts';
import { archiveConnections } from './archive.ts';
import { copyPicturesJob } from './catalogue/copy-pictures.ts';
import { forgetLostPictures, lookAtPictures, pictureProblems } from './catalogue/picture-files.ts';
import { removePictures } from './catalogue/pictures.ts';
import { connectProvider } from './connect.ts';
import { deleteConnection, listConnections, syncConnection } from './connections.ts';
import { connectionSignals, connectionSteps, waitingConnections } from './health.ts';
import { listMailFolders, putMailImport } from './mailboxes/mail-import.ts';
import { connectionReaches } from './reaches.ts';
import { putConnectionOutcomes } from './records/outcome-form.ts';
import { recordJob } from './records/read-record.ts';
import { recordSignals } from './records/record-health.ts';
import { shopOrders } from './records/shop-orders.ts';
import { connectDemo } from './sandbox/demo-connection.ts';
import { sandboxOwners } from './sandbox/owners.ts';
import { shopHooks } from './shops/shops.ts';
import { calendarJob, catalogueJob, dueSyncs, recordsJob, shopJob, spendJob } from './sync-queue.ts';

export const slice: Slice = {
  name: 'act/connections',
  handlers: {
    connectProvider,
    deleteConnection,
    listConnections,
    listMailFolders,
    putMailImport,
    putConnectionOutcomes,
    syncConnection,
    checkProviderApp,
    deleteProviderApp,
    listProviderApps,
    putProviderApp,
  },
  jobs: [dueSyncs, spendJob, catalogueJob, copyPicturesJob, recordJob, recordsJob, shopJob, calendarJob],
  hooks: {
    archive: archiveConnections,
    shopOrders,
    shops: shopHooks,
    reaches: connectionReaches,
    connectDemo,
    sandboxOwners,
    purgeWorkspace: leaveSandbox,
    purge: removePictures,
    files: { lookAt: lookAtPictures, problems: pictureProblems, acceptLosses: forgetLostPictures },
    readiness: connectionSteps,
    newItems: { connect: waitingConnections },
    quality: (base, profileId) => [...connectionSignals(base, profileId), ...recordSignals(base, profileId)],
  },
};

// The parts of report/analytics for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getAttribution } from './attribution.ts';
import { listAttributionPaths } from './attribution-paths.ts';
import { createBoard, deleteBoard, getBoard, listBoards, listBoardTemplates, putBoard } from './boards/boards.ts';
import { getAttributionChanges, getAttributionChangesProgress } from './changes.ts';
import { getCohorts } from './cohorts.ts';
import { getEconomics } from './economics/economics.ts';
import { previewEconomics } from './economics/preview.ts';
import { getLifetimeValue } from './lifetime/lifetime-value.ts';
import { getOverview, getOverviewSeries } from './overview.ts';
import { getPacing, putPacing } from './pacing.ts';
import {
  createSnapshot,
  listSnapshots,
  publicSnapshotsGuard,
  putSnapshotSettings,
  revokeSnapshot,
  snapshotEndJob,
} from './snapshots/snapshots.ts';
import { getFunnel } from './traffic/funnel.ts';
import { listTrafficJourneys, listTrafficPages } from './traffic/pages.ts';
import { getTraffic } from './traffic/traffic.ts';
import { previewDecisions } from './what-if/what-if.ts';
import { getWhy } from './why/why.ts';
import { createNote, deleteNote, listNotes } from './workbench/notes.ts';
import { listViews, putViews } from './workbench/views.ts';
import { getWorkspacePacing } from './workspace-pacing.ts';

export const slice: Slice = {
  name: 'report/analytics',
  handlers: {
    createBoard,
    deleteBoard,
    getBoard,
    listBoards,
    listBoardTemplates,
    putBoard,
    getAttribution,
    getAttributionChanges,
    getAttributionChangesProgress,
    getCohorts,
    getEconomics,
    previewEconomics,
    getLifetimeValue,
    getOverview,
    getOverviewSeries,
    listAttributionPaths,
    createNote,
    deleteNote,
    listNotes,
    listViews,
    putViews,
    createSnapshot,
    listSnapshots,
    putSnapshotSettings,
    revokeSnapshot,
    getPacing,
    getFunnel,
    getTraffic,
    listTrafficJourneys,
    listTrafficPages,
    getWhy,
    previewDecisions,
    getWorkspacePacing,
    putPacing,
  },
  jobs: [snapshotEndJob],
  hooks: { guards: { public_snapshots: publicSnapshotsGuard } },
};

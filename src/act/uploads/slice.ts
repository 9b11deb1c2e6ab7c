// The parts of act/uploads for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { commitJob } from './commit.ts';
import { getCheckSheet } from './elsewhere/check-sheet.ts';
import {
  commitImport,
  createImport,
  deleteImport,
  getImport,
  getImportFields,
  getImportRejects,
  listImports,
  readImportAgain,
  undoImport,
} from './imports.ts';
import { forgetInUploads, sweepUploads, uploadsJob } from './kept.ts';
import { createUploadLink, deleteUploadLink, listUploadLinks } from './links/links.ts';
import { scheduledFileJob, scheduledFilesJob } from './schedules/jobs.ts';
import {
  createImportSchedule,
  deleteImportSchedule,
  listImportSchedules,
  runImportSchedule,
  scheduleSignals,
  updateImportSchedule,
} from './schedules/schedules.ts';

export const slice: Slice = {
  name: 'act/uploads',
  handlers: {
    createImport,
    listImports,
    getImport,
    getImportFields,
    readImportAgain,
    commitImport,
    undoImport,
    deleteImport,
    getImportRejects,
    getCheckSheet,
    createUploadLink,
    deleteUploadLink,
    listUploadLinks,
    createImportSchedule,
    deleteImportSchedule,
    listImportSchedules,
    runImportSchedule,
    updateImportSchedule,
  },
  jobs: [commitJob, uploadsJob, scheduledFileJob, scheduledFilesJob],
  hooks: { quality: scheduleSignals, erasure: { person: forgetInUploads, facts: sweepUploads } },
};

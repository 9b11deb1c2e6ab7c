// The parts of report/reports for slices.ts: its operations and jobs. No other module imports it: operations are called by `invoke`.
import type { Base } from '../../base/base.ts';
import type { Slice } from '../../base/contract/operation.ts';
import { reportChatJob, writeReportsAgain } from './chat-delivery.ts';
import { leaveMailsBehind, pauseReader } from './outside/delivery.ts';
import { createReportReader, deleteReportReader, listReportReaders, readerReaches } from './outside/readers.ts';
import { getProcessingRecord } from './processing-record.ts';
import { generateReports, getReport, getReportPdf, getReportsHub, newReports } from './reports.ts';
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportSchedules,
  updateReportSchedule,
  updateReportSchedules,
} from './schedules.ts';
import { previewReportSchedule, sendReportSchedule } from './send-now.ts';
import { lateReports, reportJob } from './sending.ts';
import { listReportTemplates } from './sources/templates.ts';

function arrived(tx: Base, profileId: string): void {
  writeReportsAgain(tx, profileId);
  leaveMailsBehind(tx, profileId);
}

export const slice: Slice = {
  name: 'report/reports',
  handlers: {
    createReportSchedule,
    deleteReportSchedule,
    listReportSchedules,
    updateReportSchedule,
    updateReportSchedules,
    getProcessingRecord,
    listReportTemplates,
    listReportReaders,
    createReportReader,
    deleteReportReader,
    getReportPdf,
    generateReports,
    getReport,
    getReportsHub,
    previewReportSchedule,
    sendReportSchedule,
  },
  jobs: [reportJob, lateReports, reportChatJob],
  hooks: { newItems: { reports: newReports }, arrived, mailBounced: pauseReader, reaches: readerReaches },
};

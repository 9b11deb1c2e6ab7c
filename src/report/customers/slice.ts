// The parts of report/customers for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listCustomers, searchCustomers } from './customers.ts';
import { eraseSummaries, generateJourneySummary, getJourneySummary } from './journey-summaries.ts';
import { getConversionJourney, getCustomerJourney, getCustomerJourneyByKey } from './journeys.ts';
import { getMergePreview, getMergeProposalPreview } from './merge-previews.ts';
import { journeyOfPerson } from './person-file.ts';

export const slice: Slice = {
  name: 'report/customers',
  handlers: {
    getConversionJourney,
    getCustomerJourney,
    getCustomerJourneyByKey,
    generateJourneySummary,
    getJourneySummary,
    getMergePreview,
    getMergeProposalPreview,
    listCustomers,
    searchCustomers,
  },
  hooks: { erasure: { person: eraseSummaries, figures: journeyOfPerson } },
};

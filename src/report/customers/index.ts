// Customers and their journeys.
import type { Slice } from '../../base/contract/operation.ts';
import { listCustomers, searchCustomers } from './customers.ts';
import { getConversionJourney, getCustomerJourney, getCustomerJourneyByKey } from './journeys.ts';
import { getMergePreview, getMergeProposalPreview } from './merge-previews.ts';

export const slice: Slice = {
  name: 'report/customers',
  handlers: {
    getConversionJourney,
    getCustomerJourney,
    getCustomerJourneyByKey,
    getMergePreview,
    getMergeProposalPreview,
    listCustomers,
    searchCustomers,
  },
};

// Customers and their journeys.
import type { Slice } from '../../base/contract/operation.ts';
import { listCustomers, searchCustomers } from './customers.ts';
import { getConversionJourney, getCustomerJourney, getCustomerJourneyByKey } from './journeys.ts';

export const slice: Slice = {
  name: 'report/customers',
  handlers: { getConversionJourney, getCustomerJourney, getCustomerJourneyByKey, listCustomers, searchCustomers },
};

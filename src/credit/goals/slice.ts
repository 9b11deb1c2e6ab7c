// The parts of credit/goals for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getAttributionSettings, updateAttributionSettings } from './attribution-settings.ts';
import { getCosts, putCosts } from './costs.ts';
import { createGoal, listDefinitions, putDefinition, replaceOutcomeDefinitions } from './goals.ts';

export const slice: Slice = {
  name: 'credit/goals',
  handlers: {
    createGoal,
    getAttributionSettings,
    getCosts,
    listDefinitions,
    putCosts,
    putDefinition,
    replaceOutcomeDefinitions,
    updateAttributionSettings,
  },
};

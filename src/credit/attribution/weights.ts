// Credit under one model, as the reports read it.
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Statement } from '../../base/warehouse/port.ts';

/** The view `weighted_credit` (weight in millionths) over the table `credit` that stands now; after `chosenModel`. */
export const weightedCredit = (): Statement => ({ sql: sqlText('warehouse/credit/attribution/weighted_credit') });

/** The table `chosen_model` and the view `weighted_credit`. @param model that of the profile's settings when none is named */
export const weightStatements = (model: string | undefined): Statement[] => [
  { sql: sqlText('warehouse/credit/attribution/chosen_model'), params: { model: model ?? null } },
  weightedCredit(),
];

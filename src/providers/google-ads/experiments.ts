// Google's experiments of a customer: campaigns beside copies of them, each for a part of the auctions. What they came to are Google's own figures.
import { z } from 'zod';
import type { AdAccount, Grant, Study } from '../ad-platform.ts';
import { idText, optional } from '../shapes.ts';
import type { Search } from './client.ts';

const EXPERIMENTS =
  'SELECT experiment.resource_name, experiment.experiment_id, experiment.name, experiment.type, experiment.status, experiment.start_date, ' +
  'experiment.end_date, metrics.conversions, metrics.control_conversions, metrics.conversions_absolute_change_point_estimate, ' +
  'metrics.conversions_absolute_change_margin_of_error, metrics.conversions_absolute_change_p_value FROM experiment';
const ARMS =
  'SELECT experiment_arm.experiment, experiment_arm.resource_name, experiment_arm.name, experiment_arm.traffic_split, ' +
  'experiment_arm.campaigns FROM experiment_arm';

const number = optional(z.number());
export const experimentRow = z.object({
  experiment: z.object({
    resourceName: z.string(),
    experimentId: idText,
    name: z.string().default(''),
    status: z.string().default('UNKNOWN'),
    startDate: optional(z.string()),
    endDate: optional(z.string()),
  }),
  metrics: optional(
    z.object({
      conversions: number,
      controlConversions: number,
      conversionsAbsoluteChangePointEstimate: number,
      conversionsAbsoluteChangeMarginOfError: number,
      conversionsAbsoluteChangePValue: number,
    }),
  ),
});
export const armRow = z.object({
  experimentArm: z.object({
    experiment: z.string(),
    resourceName: z.string(),
    name: z.string().default(''),
    trafficSplit: optional(z.coerce.number()),
    campaigns: z.array(z.string()).default([]),
  }),
});

type Row = z.infer<typeof experimentRow>;
type Arm = z.infer<typeof armRow>['experimentArm'];

const OVER = ['PROMOTED', 'GRADUATED'];
const ENDED = ['HALTED', 'REMOVED'];

function stateOf({ status, startDate, endDate }: Row['experiment'], today: string): Study['state'] {
  if (ENDED.includes(status)) return 'cancelled';
  if (OVER.includes(status) || (endDate !== undefined && endDate < today)) return 'done';
  return status === 'SETUP' || (startDate ?? '') > today ? 'planned' : 'running';
}

const FIGURES = [
  ['conversions', 'conversions'],
  ['controlConversions', 'conversions of the control'],
  ['conversionsAbsoluteChangePointEstimate', 'change of conversions'],
  ['conversionsAbsoluteChangeMarginOfError', 'margin of error'],
  ['conversionsAbsoluteChangePValue', 'p-value'],
] as const;

function studyOf({ experiment, metrics = {} }: Row, arms: readonly Arm[], today: string): Study[] {
  const { startDate, endDate, resourceName } = experiment;
  if (startDate === undefined) return [];
  const figures = FIGURES.flatMap(([key, name]) => (metrics[key] === undefined ? [] : [{ name, value: String(metrics[key]) }]));
  return [
    {
      id: experiment.experimentId,
      name: experiment.name,
      kind: 'split',
      state: stateOf(experiment, today),
      firstDay: startDate.slice(0, 10),
      lastDay: endDate?.slice(0, 10),
      figures,
      pValue: metrics.conversionsAbsoluteChangePValue,
      arms: arms
        .filter(({ experiment: of }) => of === resourceName)
        .map(({ resourceName: id, name, trafficSplit: percent, campaigns }) => ({
          id,
          name,
          percent,
          campaignIds: campaigns.map((campaign) => campaign.split('/').at(-1) ?? ''),
        })),
    },
  ];
}

/** @throws ProviderFailure */
export async function readExperiments(search: Search, grant: Grant, account: AdAccount, today: string): Promise<Study[]> {
  const rows = await search(grant, account, EXPERIMENTS, experimentRow);
  if (rows.length === 0) return [];
  const arms = (await search(grant, account, ARMS, armRow)).map(({ experimentArm }) => experimentArm);
  return rows.flatMap((row) => studyOf(row, arms, today));
}

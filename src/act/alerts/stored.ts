// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

const condition = z.object({
  /** A later version may know others: a rule of one that is unknown here says so. */
  figure: z.string().exactOptional(),
  direction: z.enum(['below', 'above', 'both']).exactOptional(),
  value: z.string().exactOptional(),
  days: z.int().exactOptional(),
  false_alarms_per_month: z.number().exactOptional(),
  percent: z.number().exactOptional(),
  sender: z.string().exactOptional(),
  hours: z.int().exactOptional(),
  findings: z.array(z.string()).exactOptional(),
  channel: z.string().exactOptional(),
  source: z.string().exactOptional(),
  medium: z.string().exactOptional(),
  campaign: z.string().exactOptional(),
});
export type StoredCondition = z.infer<typeof condition>;
export const storedCondition = storedJson('alert_rules.condition', condition);

const delivery = z.object({
  recipients: z.array(z.string()),
  chats: z.array(z.string()),
  skipped_days: z.array(z.object({ date_from: z.string(), date_to: z.string() })),
  quiet_hours: z.object({ from: z.string(), to: z.string() }).nullable(),
});
export type Delivery = z.infer<typeof delivery>;
export const storedDelivery = storedJson('alert_rules.delivery', delivery);

/** A rule that raised an alert. */
const raiser = z.object({
  rule_id: z.string(),
  title: z.string(),
  /** Judged days in a row on which it did not hold. */
  calm_days: z.int(),
  /** Of states: since when it does not hold. */
  calm_since: z.int().nullable(),
});
export type Raiser = z.infer<typeof raiser>;
export const storedRaisers = storedJson('alerts.rules', z.array(raiser));

const contents = z.object({
  what: z.string(),
  since: z.string(),
  figure: z.string().nullable(),
  value: z.string().nullable(),
  usual: z.string().nullable(),
  money: z.object({ amount: z.string(), currency: z.string(), of: z.enum(['revenue', 'spend']) }).nullable(),
  causes: z.array(
    z.object({
      kind: z.enum(['visitors', 'rate', 'value', 'channel', 'outage', 'finding', 'connection']),
      text: z.string(),
      amount: z.string().nullable(),
    }),
  ),
  finding: z.string().nullable(),
  /** Below the console's address of the profile. */
  page: z.string(),
});
export type Contents = z.infer<typeof contents>;
export const storedContents = storedJson('alerts.contents', contents);

// Plans, read from seeds/plans.csv: what a workspace is allowed, and which plan allows more. They apply only where the operator
// switched them on; without them nothing is limited but what is generated, by a setting.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { readSeed } from '../../../base/kit/seeds.ts';

export interface Plan {
  plan: string;
  activeProfiles: number;
  /** The units that agents may use through tools between two midnights UTC. */
  mcpUnitsPerDay: number;
  /** Generated texts between two midnights UTC. */
  aiUnitsPerDay: number;
  /** Its reports and mails may have a look and a sender of its own. */
  hasOwnBrand: boolean;
  /** The days that a workspace may use it before somebody confirms or pays; 0 for the free plan. */
  trialDays: number;
  /** The plan above; `enterprise` is sold by people and never created here. */
  nextPlan: string;
}

function planOf(name: string): Plan {
  const row = readSeed('plans').find(({ plan }) => plan === name);
  if (!row) throw new Error(`seeds/plans.csv has no plan ${name}`);
  return {
    plan: name,
    activeProfiles: Number(row.active_profiles),
    mcpUnitsPerDay: Number(row.mcp_units_per_day),
    aiUnitsPerDay: Number(row.ai_units_per_day),
    hasOwnBrand: row.own_brand === 'yes',
    trialDays: Number(row.trial_days),
    nextPlan: row.next_plan ?? 'enterprise',
  };
}

/** More than any workspace uses; a number, as the contract has one. */
const UNLIMITED = 1_000_000_000;

/** The limits of a workspace on this plan, in this installation. */
export function limitsOf({ config }: Pick<Base, 'config'>, name: string): Plan {
  const plan = planOf(name);
  if (config.plans) return plan;
  const unlimited = { activeProfiles: UNLIMITED, mcpUnitsPerDay: UNLIMITED, hasOwnBrand: true };
  return { ...plan, ...unlimited, aiUnitsPerDay: config.aiUnitsPerDay };
}

const DAY_MS = 86_400_000;

/** The end of a trial that begins now; null for a plan without one. */
export const trialEnd = ({ clock }: Pick<Base, 'clock'>, name: string): number | null => {
  const { trialDays } = planOf(name);
  return trialDays === 0 ? null : clock.now() + trialDays * DAY_MS;
};

/** The look and the sender of a workspace are part of higher plans. What is there when a plan ends stays. @throws ApiError */
export function requireOwnBrand(base: Pick<Base, 'config'>, { plan }: { plan: string }): void {
  if (limitsOf(base, plan).hasOwnBrand) return;
  const higher = readSeed('plans').find((row) => row.own_brand === 'yes')?.plan ?? 'enterprise';
  throw new ApiError(
    'plan_upgrade_required',
    `The plan ${plan} does not include branding and a sending domain; ${higher} does.`,
    {
      upgrade_required: true,
      upgrade: { plan: higher },
    },
  );
}

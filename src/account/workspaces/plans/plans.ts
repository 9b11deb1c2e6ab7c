// Plans, read from seeds/plans.csv: what a workspace is allowed, and which plan allows more. They apply only where the operator
// switched them on; without them nothing is limited but what is generated, by a setting.
import type { Base } from '../../../base/base.ts';
import { readSeed } from '../../../base/kit/seeds.ts';

export interface Plan {
  plan: string;
  activeProfiles: number;
  /** The units that agents may use through tools between two midnights UTC. */
  mcpUnitsPerDay: number;
  /** Generated texts between two midnights UTC. */
  aiUnitsPerDay: number;
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
    nextPlan: row.next_plan ?? 'enterprise',
  };
}

/** More than any workspace uses; a number, as the contract has one. */
const UNLIMITED = 1_000_000_000;

/** The limits of a workspace on this plan, in this installation. */
export function limitsOf({ config }: Pick<Base, 'config'>, name: string): Plan {
  const plan = planOf(name);
  if (config.plans) return plan;
  return { ...plan, activeProfiles: UNLIMITED, mcpUnitsPerDay: UNLIMITED, aiUnitsPerDay: config.aiUnitsPerDay };
}

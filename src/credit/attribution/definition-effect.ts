// What changed definitions would count instead of what is counted, by the very models that match outcomes to them; nothing is written.
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import type { components } from '../../base/contract/types.gen.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { localDay } from '../../base/kit/local-day.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { ask } from './ask.ts';
import type { PlannedDefinitions } from './definitions.ts';
import { matchedUnder } from './supposed.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;
const DEADLINE_MS = 30_000;

const money = (units: unknown): string => decimalText(units as bigint, 6);

export async function effectOf(
  base: Base,
  profileId: string,
  { after }: PlannedDefinitions,
): Promise<components['schemas']['DefinitionEffect']> {
  const today = localDay(base.clock.now(), profileSettings(base, profileId).timezone);
  const range = { date_from: new Date(Date.parse(today) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10), date_to: today };
  const [[settings], rows] = await Promise.all([
    ask(base, profileId, { sql: sqlText('warehouse/credit/attribution/currency_get') }),
    ask(
      base,
      profileId,
      [
        ...matchedUnder(after),
        { sql: sqlText('warehouse/credit/attribution/money_days_matched'), params: range },
        { sql: sqlText('warehouse/report/money/converted') },
        { sql: sqlText('warehouse/report/money/day_rates') },
        { sql: sqlText('warehouse/credit/attribution/definition_effect'), params: range },
      ],
      { deadlineMs: DEADLINE_MS },
    ),
  ]);
  return {
    ...range,
    currency: settings?.['currency'] as string,
    definitions: rows.map((row) => ({
      conversion_key: row['conversion_key'] as string,
      conversions_before: Number(row['conversions_before']),
      conversions_after: Number(row['conversions_after']),
      revenue_before: money(row['revenue_before']),
      revenue_after: money(row['revenue_after']),
    })),
  };
}

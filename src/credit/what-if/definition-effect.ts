// The effect of changed definitions on conversions, by the very models that match outcomes to them; nothing is written.

import { profileDay } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { prepared, statement } from '../../base/warehouse/statements.ts';
import { type Definition, keyedDefinition, type PlannedDefinitions } from '../definitions/index.ts';
import { ask } from '../pipeline/index.ts';
import { rateWarnings } from '../rates/index.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;
const DEADLINE_MS = 30_000;

type Warning = components['schemas']['Warning'];

const incomplete = (message: string): Warning => ({ code: 'effect_incomplete', message });

/** No touch earns credit from further back; a window as long as that is none. */
const LONGEST_WINDOW_DAYS = 90;
const windowOf = ({ lookback_window_days }: Definition): number => lookback_window_days ?? LONGEST_WINDOW_DAYS;
const daysText = (days: number): string => {
  if (days === LONGEST_WINDOW_DAYS) return "within the profile's windows";
  return `up to ${days} ${days === 1 ? 'day' : 'days'} before a conversion`;
};

function warningsOfOne(before: Definition, after: Definition): Warning[] {
  const key = `"${after.conversion_key}"`;
  const [was, is] = [windowOf(before), windowOf(after)];
  const warnings: Warning[] = [];
  if (was !== is)
    warnings.push(
      incomplete(
        `${key}: touches earn credit ${daysText(is)}, no longer ${daysText(was)}; credit that this moves is not in the effect.`,
      ),
    );
  // Cash has a window and sums of its own; the other types are counted alike.
  if ((before.revenue_type === 'cash') !== (after.revenue_type === 'cash'))
    warnings.push(
      incomplete(
        `${key}: its money is ${after.revenue_type}, no longer ${before.revenue_type}; sums of cash and credit that this moves are not in the effect.`,
      ),
    );
  return warnings;
}

const defaultOf = (definitions: Definition[]): string | undefined =>
  definitions.find((definition) => definition.is_default)?.conversion_key;

/** Changes beyond the effect's counts and revenue; those of an added or removed definition are complete there. */
function effectWarnings({ before, after, changed }: PlannedDefinitions): Warning[] {
  const inForce = new Map(
    before.filter((definition) => definition.is_active).map((existing) => [existing.definition_no, existing]),
  );
  const ofEach = changed.flatMap((definition) => {
    const current = inForce.get(definition.definition_no);
    return current && definition.is_active ? warningsOfOne(current, definition) : [];
  });
  const [was, is] = [defaultOf(before), defaultOf(after)];
  if (was === is) return ofEach;
  return [...ofEach, incomplete(`"${is}" is what reports count by default, no longer "${was}"; the effect does not show this.`)];
}

const money = (units: bigint | null): string | null => (units === null ? null : decimalText(units, 6));

/** The effect, and the warnings about what it does not show. */
export async function effectOf(
  base: ReadBase,
  profileId: string,
  plan: PlannedDefinitions,
): Promise<{ effect: components['schemas']['DefinitionEffect']; warnings: Warning[] }> {
  const today = profileDay(base, profileId);
  const range = { date_from: new Date(Date.parse(today) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10), date_to: today };
  const request = { ...range, definitions: JSON.stringify(plan.after.map(keyedDefinition)) };
  const [[settings], rows] = await Promise.all([
    ask(base, profileId, statement('warehouse/credit/what-if/currency_get')),
    ask(
      base,
      profileId,
      prepared('warehouse/credit/what-if/definition_effect', request, ['matched', 'under_definitions', 'full']),
      {
        deadlineMs: DEADLINE_MS,
      },
    ),
  ]);
  const effect = {
    ...range,
    currency: settings?.currency ?? '',
    definitions: rows.map((row) => ({
      conversion_key: row.conversion_key,
      conversions_before: Number(row.conversions_before),
      conversions_after: Number(row.conversions_after),
      revenue_before: money(row.revenue_before),
      revenue_after: money(row.revenue_after),
    })),
  };
  const unpriced = rows.flatMap((row) => row.unpriced_currencies ?? []);
  return { effect, warnings: [...effectWarnings(plan), ...rateWarnings(unpriced)] };
}

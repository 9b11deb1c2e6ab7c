// What an answer says about its own figures: missing rates and spend, and the objections of later slices: what limits trust in them, and outages in
// their days, which graphs mark.

import { profileClocks } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { FiguresOutage, FiguresShown } from '../../base/contract/slice-hooks.ts';
import { localMs, type ZoneShifts } from '../../base/kit/time/zone-shifts.ts';
import { rateWarnings } from '../../credit/rates/index.ts';

export { rateWarnings };

export interface Warning {
  code: string;
  message: string;
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

interface OlderRate {
  currency: string;
  days: number;
  oldest: number;
}

/** The warning about currencies converted at a rate of an earlier day, from the member `older_rates` of a report's row. */
export function olderRateWarnings(listed: readonly OlderRate[] | null | undefined): Warning[] {
  if (!listed || listed.length === 0) return [];
  const named = listed.map(({ currency, days, oldest }) => `${currency} on ${daysText(days)} (up to ${daysText(oldest)} older)`);
  const message = `No exchange rate of the day itself for ${named.join(', ')}: those amounts are converted at the newest rate before it.`;
  return [{ code: 'rate_older_than_day', message }];
}

export function spendWarnings(isIncomplete: boolean, from: string, to: string): Warning[] {
  if (!isIncomplete) return [];
  return [
    {
      code: 'spend_incomplete',
      message: `Spend is reported for a part of ${from} to ${to} only: the spend shown is too low and ROAS too high.`,
    },
  ];
}

/** As a member of an answer: present only when something degraded. */
export const asWarnings = (warnings: Warning[]): { warnings?: Warning[] } => (warnings.length === 0 ? {} : { warnings });

interface Days {
  date_from: string;
  date_to: string;
  as_of?: string | undefined;
}

const SHOWN = 3;

const localText = (clocks: ZoneShifts, instant: string): string =>
  new Date(localMs(clocks, Date.parse(instant))).toISOString().slice(0, 16).replace('T', ' ');

function textOf(clocks: ZoneShifts, { sender, from, to, events, usual }: FiguresOutage): string {
  const span = to === null ? `since ${localText(clocks, from)}` : `from ${localText(clocks, from)} to ${localText(clocks, to)}`;
  return `${sender} sent ${events === 0 ? 'nothing' : 'next to nothing'} ${span}, where ${usual} events are usual`;
}

/** The words of a warning, in the clocks of the profile. */
export function outageText(base: ReadBase, profileId: string, outages: readonly FiguresOutage[]): string {
  const clocks = profileClocks(base, profileId);
  const largest = outages.toSorted((a, b) => b.usual - a.usual);
  const rest = outages.length - SHOWN;
  const more = rest > 0 ? `; and ${rest} shorter ${rest === 1 ? 'outage' : 'outages'}` : '';
  const texts = largest.slice(0, SHOWN).map((outage) => textOf(clocks, outage));
  return `Figures lack what was not sent: ${texts.join('; ')}${more}.`;
}

const findOutages = (base: ReadBase, profileId: string, days: Omit<Days, 'as_of'>): FiguresOutage[] =>
  hooksOf(base).flatMap(({ outages }) => outages?.(base, profileId, days) ?? []);

/** The answer with the outages of its days. Figures as of an earlier time have none: what is known now is not about them. */
export function withOutages<Answer extends { warnings?: Warning[] | undefined }>(
  base: ReadBase,
  profileId: string,
  days: Days,
  answer: Answer,
): Answer & { outages?: FiguresOutage[] } {
  if (days.as_of !== undefined) return answer;
  const outages = findOutages(base, profileId, days);
  if (outages.length === 0) return answer;
  const message = outageText(base, profileId, outages);
  return { ...answer, outages, warnings: [...(answer.warnings ?? []), { code: 'outage', message }] };
}

/** The days that a report shows; `compared_from` where it compares them. */
export type ShownDays = FiguresShown & { as_of?: string | undefined; compared_from?: string | undefined };

/** The answer with all objections. Figures as of an earlier time have none: what is known now is not about them. */
export async function withTrust<Answer extends { warnings?: Warning[] | undefined }>(
  base: ReadBase,
  profileId: string,
  shown: ShownDays,
  answer: Answer,
): Promise<Answer & { outages?: FiguresOutage[] }> {
  if (shown.as_of !== undefined) return answer;
  const found = await Promise.all(hooksOf(base).map(({ trust }) => trust?.(base, profileId, shown) ?? []));
  const own = answer.warnings ?? [];
  const more = found.flat().filter(({ code }) => own.every((warning) => warning.code !== code));
  const trusted = more.length === 0 ? answer : { ...answer, warnings: [...own, ...more] };
  return withOutages(base, profileId, { ...shown, date_from: shown.compared_from ?? shown.date_from }, trusted);
}

// The operation of the check sheet.
import type { ReadBase } from '../../../base/base.ts';
import { reading } from '../../../base/contract/operation.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import { askEach } from '../../../credit/pipeline/index.ts';
import { elsewhereDays } from './days.ts';
import { checkSheet, type OwnDay } from './differences.ts';

async function ownDays(base: ReadBase, profileId: string, date_from: string, date_to: string): Promise<Map<string, OwnDay>> {
  const [visits, payments] = await askEach(base, profileId, [
    statement('warehouse/act/uploads/days_measured_here', { date_from, date_to }),
    statement('warehouse/act/uploads/payments_measured_here', { date_from, date_to }),
  ]);
  const byDay = Map.groupBy(payments, ({ day }) => day);
  return new Map(
    visits.map((row) => [
      row.day,
      {
        visits: Number(row.visits),
        pageviews: Number(row.pageviews),
        robotVisits: Number(row.robot_visits),
        robotPageviews: Number(row.robot_pageviews),
        payments: new Map(
          (byDay.get(row.day) ?? []).map(({ currency, payments: count, gross, refunded }) => [
            currency,
            { payments: Number(count), gross, refunded },
          ]),
        ),
      },
    ]),
  );
}

export const getCheckSheet = reading('getCheckSheet', async ({ profile: { profileId } }, base) => {
  const theirs = elsewhereDays(base, profileId);
  const days = theirs.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  const own = first === undefined || last === undefined ? new Map<string, OwnDay>() : await ownDays(base, profileId, first, last);
  return { data: checkSheet(theirs, own), meta: { profile_id: profileId } };
});

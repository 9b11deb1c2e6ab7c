// The mail of a report with all of its parts, for checks of its form.
import type { Contents } from '../../src/report/analytics/index.ts';
import { mailOf, type ReportMail, withUnsubscribe } from '../../src/report/reports/mail.ts';
import { pictureOf } from '../../src/report/reports/picture/draw.ts';

export const LONG = 'a-campaign-with-a-name-that-nobody-would-break-into-words-by-themselves';

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'];

export const CONTENTS: Contents = {
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  goal: null,
  model: 'data_driven',
  sentence:
    'Revenue went from €98,120.50 to €123,456.78 (+€25,336.28): more visits +€18,000.00, a higher order value +€7,336.28.',
  warnings: [`Spend of 2026-03-08 is missing of google ${LONG}: the spend shown is too low and ROAS too high.`],
  blocks: [
    {
      kind: 'figures',
      figures: [
        { name: 'Revenue', unit: 'money', value: '1123456.78', before: '98120.5' },
        { name: 'ROAS', unit: 'ratio', value: 4, before: 3.9 },
        { name: 'Conversions', unit: 'credit', value: 2_310.25, before: 2_401 },
        { name: 'Visitors', unit: 'count', value: null, before: 3 },
        { name: 'Coverage', unit: 'percent', value: 66.666_7, before: 70 },
      ],
    },
    {
      kind: 'lines',
      title: 'Revenue and spend',
      days: DAYS.map((day) => ({ from: day, to: day })),
      series: [
        {
          name: 'Revenue',
          tone: 'accent',
          values: [12_000, 15_000, 9_000, null, 21_000, 25_000, 19_000],
          ghost: [10_000, 12_000, 8_000, 11_000, 15_000, 12_000, 9_000],
        },
        { name: 'Spend', tone: 'accent-2', values: [3_000, 3_200, 3_100, 2_900, 3_500, 3_400, 3_300] },
      ],
    },
    {
      kind: 'table',
      title: 'Channels',
      columns: [
        { name: 'Channel', unit: null },
        { name: 'Revenue', unit: 'money' },
      ],
      rows: Array.from({ length: 50 }, (_, at) => [`${LONG} ${at}`, String(at * 1_000)]),
      rows_left_out: 0,
    },
  ],
};

/** With another graph: its days and values. */
export async function reportMail(contents = CONTENTS): Promise<ReportMail & { unsubscribe: string }> {
  const mail = mailOf({
    title: 'Weekly overview',
    profile: 'Nordlicht Outdoor',
    days: { date_from: '2026-03-02', date_to: '2026-03-08' },
    link: 'https://tributary.example/console',
    headline: [],
    contents,
    picture: await pictureOf(contents),
  });
  return withUnsubscribe(mail, 'https://tributary.example/u/token');
}

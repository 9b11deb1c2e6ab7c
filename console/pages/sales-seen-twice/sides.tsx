// Both reports of a pair beside each other; rows in which the two differ are marked.
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { Scroll } from '../../design/scroll.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { moment, money } from '../../words/format.ts';
import type { Report } from './here.ts';
import { payerText } from './words.ts';

interface Line {
  title: string;
  /** By which the two are compared. */
  textOf: (report: Report) => string | null;
  /** As it is shown, if not as its value. */
  show?: (report: Report) => ComponentChildren;
  /** It always differs, and says nothing. */
  isOwn?: true;
}

function useLines(): Line[] {
  const { timezone } = useProfile();
  return [
    { title: 'Source', textOf: ({ system }) => system },
    { title: 'Reference', textOf: ({ reference }) => reference, isOwn: true },
    { title: 'Amount', textOf: ({ amount, currency }) => money(amount, currency) },
    { title: 'Time', textOf: ({ paid_at }) => moment(paid_at, timezone) },
    { title: 'Person', textOf: ({ payer }) => payer?.customer_profile_id ?? null, show: (report) => <Payer report={report} /> },
    { title: 'Counted', textOf: ({ is_counted }) => (is_counted ? 'Yes' : 'No, the other report is') },
    {
      title: 'Payment id',
      textOf: ({ payment_id }) => payment_id,
      show: ({ payment_id }) => <code>{payment_id}</code>,
      isOwn: true,
    },
  ];
}

function Payer({ report }: { report: Report }) {
  const { id } = usePlace();
  const { payer } = report;
  if (payer === null) return <>{report.is_counted ? 'Not a known customer' : '–'}</>;
  return (
    <>
      <Link href={`/console/${id}/customers/${payer.customer_profile_id}`}>{payerText(report)}</Link>
      {payer.name !== null && payer.email !== null && <span class="second-line">{payer.email}</span>}
    </>
  );
}

export function Sides({ reports }: { reports: readonly Report[] }) {
  const lines = useLines();
  return (
    <Scroll name="Both reports">
      <table class="twice-sides">
        <caption class="only-read">Both reports</caption>
        <thead>
          <tr>
            <th scope="col">Report</th>
            {reports.map(({ payment_id }, at) => (
              <th key={payment_id} scope="col" class="text">
                {at === 0 ? 'Reported first' : 'Reported later'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ title, textOf, show, isOwn }) => {
            const [one, other] = reports.map(textOf);
            const differs = isOwn !== true && one !== other;
            return (
              <tr key={title} class={differs ? 'twice-differs' : ''}>
                <th scope="row">
                  {title}
                  {differs && <span class="second-line">Differs</span>}
                </th>
                {reports.map((report) => (
                  <td key={report.payment_id} class="text">
                    {show ? show(report) : (textOf(report) ?? 'Not known')}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

// Both people beside each other and what they would be together; rows in which the two differ are marked.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Scroll } from '../../design/scroll.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { count, moment, moneyKnown } from '../../words/format.ts';
import { nameOf } from '../customers/names.ts';

type Preview = Schemas['MergePreviewAnswer']['data'];
type Side = Schemas['MergeSide'];

const list = (values: readonly string[]): string => values.join(', ') || '–';

export function Sides({ preview: { customers, merged } }: { preview: Preview }) {
  const { timezone, currency } = useProfile();
  const { id } = usePlace();
  const when = (iso: string | null): string => (iso === null ? '–' : moment(iso, timezone));
  const rows: [string, (side: Side) => string][] = [
    ['E-mail addresses', ({ identifiers }) => list(identifiers.emails)],
    ['Phone numbers', ({ identifiers }) => list(identifiers.phones)],
    ['Your own ids', ({ identifiers }) => list(identifiers.external_ids)],
    ['CRM contact ids', ({ identifiers }) => list(identifiers.crm_contact_ids)],
    ['National ids', ({ holdings }) => count(holdings.national_id)],
    ['Browsers', ({ holdings }) => count(holdings.anonymous_id)],
    ['First seen', ({ first_seen_at }) => when(first_seen_at)],
    ['Last seen', ({ last_seen_at }) => when(last_seen_at)],
    ['Sessions', ({ session_count }) => count(session_count)],
    ['Conversions', ({ conversion_count }) => count(conversion_count)],
    ['Paid, net of refunds', ({ cash_revenue }) => moneyKnown(cash_revenue, currency)],
  ];
  return (
    <Scroll name="The two customers and what they would be together">
      <table class="identity-sides">
        <caption class="only-read">The two customers and what they would be together</caption>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            {customers.map((side, at) => (
              <th key={at === 0 ? 'older' : 'younger'} scope="col" class="text">
                <Link href={`/console/${id}/customers/${side.customer_profile_id}`}>{nameOf(side)}</Link>
                <span class="second-line">{at === 0 ? 'The older' : 'The younger'}</span>
              </th>
            ))}
            <th scope="col" class="text">
              {nameOf(merged)}
              <span class="second-line">Together</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, textOf]) => {
            const [one, other] = customers.map(textOf);
            return (
              <tr key={title} class={one === other ? '' : 'identity-differs'}>
                <th scope="row">
                  {title}
                  {one !== other && <span class="second-line">Differs</span>}
                </th>
                <td class="text">{one}</td>
                <td class="text">{other}</td>
                <td class="text">{textOf(merged)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

// The three decisions that would move the most money; the page Decide has their evidence.
import { Link } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Panel } from '../../design/panel.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { money, plural } from '../../words/format.ts';

const SHOWN = 3;

export function Decisions() {
  const { profile_id } = useProfile();
  const { id } = usePlace();
  const query = { profile_id, status: ['open' as const], limit: 100 };
  const { data } = useFigures(['recommendations', query], (signal) =>
    unwrap(api.GET('/api/v1/recommendations', { params: { query }, signal })),
  );
  const all = (data?.data ?? []).toSorted((a, b) => Number(b.expected_impact_dollars) - Number(a.expected_impact_dollars));
  if (all.length === 0) return null;
  const href = `/console/${id}/decide`;
  return (
    <Panel
      title="To decide"
      lead="By what it would be worth, if money sells as it did"
      tools={<Link href={href}>{plural(all.length, 'decision')}</Link>}
    >
      <ul class="decisions">
        {all.slice(0, SHOWN).map(({ id: key, ad_name, target, action, expected_impact_dollars, impact_days, rationale }) => (
          <li key={key}>
            <span>
              <Link href={href}>
                <bdi>{ad_name ?? target.ad_id}</bdi>
              </Link>
              <span class="second-line">{action.text}</span>
            </span>
            <span class="number">
              {money(expected_impact_dollars, rationale.evidence.currency)}
              <span class="second-line">in {impact_days} days</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

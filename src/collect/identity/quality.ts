// Counts of open questions and faults of identity resolution: of all time, as decisions are.
import type { ReadBase } from '../../base/base.ts';
import type { QualitySignal } from '../../base/contract/slice-hooks.ts';
import type { RowOf } from '../../base/state/state.ts';

const signals: { column: keyof RowOf<'collect/identity/quality_get'>; signal: Omit<QualitySignal, 'count' | 'status'> }[] = [
  {
    column: 'left_off',
    signal: {
      name: 'identifiers_left_off',
      title: 'Identifiers left off',
      explanation:
        'Identifiers that would exceed the limit of a customer (one external or national id, five of each other type).',
      next: 'See whether a sender puts one address, such as its own, on many customers.',
    },
  },
  {
    column: 'refused_links',
    signal: {
      name: 'link_tokens_forwarded',
      title: 'Browsers beyond the limit of a link token',
      explanation:
        'Browsers that came by a link whose token had linked as many as the settings allow (browsers_per_link_token): their visits count, and they were linked to nobody.',
      next: 'See whether one link was sent to many people: each customer needs a token of their own (POST /customers/link-tokens).',
    },
  },
  {
    column: 'conflicts',
    signal: {
      name: 'identity_conflicts',
      title: 'Events that name two customers',
      explanation: 'Pairs of customers that one event named at once and nobody has decided about. They stay apart until then.',
      next: 'Decide on them: GET /api/v1/identity/merge-proposals.',
    },
  },
  {
    column: 'shared_browsers',
    signal: {
      name: 'shared_devices',
      title: 'Browsers of two customers',
      explanation: 'Pairs of customers who used one browser and nobody has decided about. It stays with the first.',
      next: 'Decide on them: GET /api/v1/identity/merge-proposals. A till or a kiosk is no sign of one person.',
    },
  },
];

export function identitySignals(base: ReadBase, profileId: string): QualitySignal[] {
  const counts = base.state.statement('collect/identity/quality_get').get({ profile_id: profileId });
  return signals.map(({ column, signal }) => {
    const count = counts?.[column] ?? 0;
    return { ...signal, count, status: count > 0 ? 'attention' : 'ok', next: count > 0 ? signal.next : '' };
  });
}

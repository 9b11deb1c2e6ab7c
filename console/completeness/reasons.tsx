// Why money is in no figure, or in doubt in them: each reason with the one thing that ends it, and the decisions that close it without.
import { Link } from 'wouter-preact';
import { forget } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { Act } from '../design/act.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Loaded } from '../design/panel.tsx';
import { usePlace, useProfile } from '../frame/place.tsx';
import { days, money, plural } from '../words/format.ts';
import { type DaysQuery, useCompleteness } from './asked.ts';

type Row = Schemas['MoneyReasonRow'];

const PAGES: Record<string, string> = {
  meaning: 'Open the goals',
  'meaning/rates': 'Open the exchange rates',
  payments: 'Open the payments',
  quality: 'Open the findings',
  'sales-seen-twice': 'Decide the pairs',
  tracker: 'Open the tracker',
};

const DECISIONS = { not_a_conversion: 'Not a conversion', not_ours: 'Not ours' } as const;
type Decision = keyof typeof DECISIONS;
const isDecision = (text: string): text is Decision => text in DECISIONS;

export function Reasons({ query, onClose }: { query: DaysQuery; onClose: () => void }) {
  const answer = useCompleteness(query);
  return (
    <Dialog title="What is missing" kind="drawer" onClose={onClose}>
      <Loaded answer={answer} lines={6}>
        {({ data }) => (
          <>
            <p>
              {days(query.date_from, query.date_to)}. {data.sentence}
            </p>
            {data.reasons.length === 0 && <p>All known money is in the figures.</p>}
            <ul class="completeness-reasons">
              {data.reasons.map((row) => (
                <Reason key={`${row.kind} ${row.reason} ${row.subject}`} row={row} currency={data.currency} onClose={onClose} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** In the profile's currency; money without a rate beside it in its own. */
const amountsOf = ({ amount, beside }: Row, currency: string): string =>
  [
    ...(Number(amount) === 0 && beside.length > 0 ? [] : [money(amount, currency)]),
    ...beside.map((each) => money(each.amount, each.currency)),
  ].join(' and ');

interface ReasonProps {
  row: Row;
  currency: string;
  onClose: () => void;
}

function entriesOf({ kind, entries, refunds }: Row): string {
  if (kind === 'spend') return plural(entries, 'row');
  return plural(entries, entries === refunds ? 'refund' : 'payment');
}

function Reason({ row, currency, onClose }: ReasonProps) {
  const { title, is_contained, status, cure } = row;
  const { role } = useProfile();
  return (
    <li>
      <h3>{title}</h3>
      <p class="soft">
        {amountsOf(row, currency)} in {entriesOf(row)}
        {is_contained && ', contained in what is counted'}
        {status === 'closed' && ', closed'}
      </p>
      {status === 'open' && <p>{cure.text}</p>}
      <div class="row">
        {status === 'open' && <Cure row={row} onClose={onClose} />}
        {role !== 'viewer' && !is_contained && <Decisions row={row} />}
      </div>
    </li>
  );
}

const again = (): void => forget('completeness');

/** What is known of the call that cures it is sent as it is; anything else is done on its page. */
function Cure({ row: { cure }, onClose }: Omit<ReasonProps, 'currency'>) {
  const { id } = usePlace();
  const { profile_id, role } = useProfile();
  const params = { query: { profile_id } };
  const { operation, page } = cure;
  if (role === 'manager' && operation?.name === 'putDefinition') {
    const { conversion_key } = operation.params;
    const body = { ...operation.params, conversion_key: typeof conversion_key === 'string' ? conversion_key : '' };
    return (
      <Act
        text="Count it"
        isPrimary
        act={() => unwrap(api.POST('/api/v1/goals/definitions', { params, body }))}
        afterwards={again}
      />
    );
  }
  if (role === 'manager' && operation?.name === 'recomputeFx')
    return (
      <Act text="Apply known rates" act={() => unwrap(api.POST('/api/v1/profile/recompute-fx', { params }))} afterwards={again} />
    );
  if (role === 'manager' && operation?.name === 'updateExchangeRates') {
    const body = { uses_reference_rates: true };
    const use = () => unwrap(api.PATCH('/api/v1/profile/exchange-rates', { params, body }));
    return <Act text="Use reference rates" isPrimary act={use} afterwards={again} />;
  }
  const text = PAGES[page];
  return text === undefined ? null : (
    <Link class="button" href={`/console/${id}/${page}`} onClick={onClose}>
      {text}
    </Link>
  );
}

type Closable = Schemas['NewMoneyClosing']['reason'];
const CLOSABLE: readonly Closable[] = [
  ...(['uncounted_type', 'without_rate', 'refused'] as const),
  ...(['refund_without_sale', 'refund_without_effect', 'left_out_by_goal'] as const),
];

function Decisions({ row: { kind, reason, subject, closing } }: { row: Row }) {
  const { profile_id } = useProfile();
  const query = { profile_id };
  const closable = CLOSABLE.find((each) => each === reason);
  if (closable === undefined) return null;
  if (closing !== null) {
    const path = { id: closing.id };
    const undo = () => unwrap(api.DELETE('/api/v1/completeness/closings/{id}', { params: { query, path } }));
    return <Act text={`Undo: ${DECISIONS[closing.decision].toLowerCase()}`} act={undo} afterwards={again} />;
  }
  const close = (decision: Decision) =>
    unwrap(api.POST('/api/v1/completeness/closings', { params: { query }, body: { kind, reason: closable, subject, decision } }));
  return (
    <>
      {Object.keys(DECISIONS)
        .filter(isDecision)
        .map((decision) => (
          <Act key={decision} text={DECISIONS[decision]} act={() => close(decision)} afterwards={again} />
        ))}
    </>
  );
}

// The receipt of a figure: its formula in words and with the numbers filled in, its interval, the rows behind it, its version, the SQL, and
// the same call for a terminal and for an agent.
import { useAnswer } from '../api/answer.ts';
import type { Schemas } from '../api/client.ts';
import { Dialog } from '../design/dialog.tsx';
import { ErrorBlock, Skeleton } from '../design/states.tsx';
import { count } from '../words/format.ts';
import { DerivedReceipt } from './derived.tsx';
import { type Evidence, loadEvidence } from './evidence.ts';
import { ModelRange, placeOf } from './model-range.tsx';
import { Calls, Formula, Part, Sql, Version } from './parts.tsx';
import { RowsBehind } from './rows-behind.tsx';
import { isDerived, type Opened, type Source } from './source.ts';

export function Drawer({ opened: { source, text, name }, close }: { opened: Opened; close: () => void }) {
  return (
    <Dialog title={name} kind="drawer" onClose={close}>
      <p class="receipt-figure number">{text}</p>
      {isDerived(source) ? <DerivedReceipt derived={source} /> : <ReceiptOf source={source} />}
    </Dialog>
  );
}

function ReceiptOf({ source }: { source: Source }) {
  const why = whyOf(source);
  const answer = useAnswer(['receipt', source.path, source.query, source.pointer], (signal) => loadEvidence(source, signal));
  return (
    <>
      {answer.error && <ErrorBlock error={answer.error} retry={answer.reload} />}
      {answer.isLoading && <Skeleton lines={9} />}
      {answer.data && <EvidenceOf evidence={answer.data} source={source} />}
      {why !== undefined && (
        <Part title="Has it changed since?">
          <p>
            <a href={why}>What we knew when</a>: the same days as they were known a week ago and now, cause by cause.
          </p>
        </Part>
      )}
      <Part title="The same call">
        <Calls source={source} />
      </Part>
    </>
  );
}

/** The name that the page of changes has for the figures that it explains. */
const EXPLAINED: Readonly<Record<string, string>> = {
  revenue: 'revenue',
  spend: 'spend',
  outcomes: 'outcomes',
  conversions: 'outcomes',
};

/** The page that explains how the figure became another one; undefined where it explains others. */
function whyOf({ path, query, pointer }: Source): string | undefined {
  const { profile_id, date_from, date_to, model, as_of } = query;
  const explained = EXPLAINED[pointer.split('/').at(-1) ?? ''];
  const isTotal = path === '/api/v1/overview' || (path === '/api/v1/attribution' && pointer.startsWith('/data/'));
  if (explained === undefined || !isTotal || date_from === undefined || profile_id === undefined || as_of !== undefined)
    return undefined;
  const isCredit = path === '/api/v1/attribution' && explained === 'revenue';
  const asked = new URLSearchParams({
    period: `${date_from}..${date_to}`,
    ...(model === undefined ? {} : { model: String(model) }),
    figure: isCredit ? 'credited_revenue' : explained,
  });
  return `/console/${profile_id}/known?${asked}`;
}

function EvidenceOf({ evidence, source }: { evidence: Evidence; source: Source }) {
  const place = placeOf(source);
  const { receipt, statement, interval } = evidence;
  return (
    <>
      <p>{receipt.text}</p>
      <Formula formula={receipt.formula} terms={receipt.terms}>
        {receipt.terms.map(({ name, value, unit }) => (
          <>
            <dt key={name}>{name.replaceAll('_', ' ')}</dt>
            <dd>
              {value === null ? 'not known' : value} <span class="soft">{unit}</span>
            </dd>
          </>
        ))}
      </Formula>
      {interval && (
        <Part title="Interval of chance, 95 %">
          <IntervalOf interval={interval} />
        </Part>
      )}
      {place && (
        <Part title="Under other models">
          <ModelRange source={source} place={place} />
        </Part>
      )}
      {receipt.rows.length > 0 && (
        <Part title="Rows behind it">
          <RowsBehind rows={receipt.rows} />
        </Part>
      )}
      <Part title="Version">
        <Version version={receipt.version} />
      </Part>
      {statement && <Sql statement={statement} />}
    </>
  );
}

function IntervalOf({ interval: { low, high, effective_people } }: { interval: Schemas['Interval'] }) {
  if (low === null || high === null)
    return (
      <p>
        Too few people cause this figure ({effective_people.toFixed(1)} that count alike) to say how far chance could move it.
      </p>
    );
  return (
    <p>
      <b class="number">
        {low} to {high}
      </b>
      , if other people of the same kind had come. It counts like {count(effective_people)} equal people, and says nothing about
      the choice of model or about cause.
    </p>
  );
}

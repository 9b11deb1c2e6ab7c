// The receipt of a figure: its formula in words and with the numbers filled in, its interval, the rows behind it, its version, the SQL, and
// the same call for a terminal and for an agent.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../api/answer.ts';
import type { Schemas } from '../api/client.ts';
import { Dialog } from '../design/dialog.tsx';
import { ErrorBlock, Skeleton } from '../design/states.tsx';
import { count } from '../words/format.ts';
import { ModelRange, placeOf } from './model-range.tsx';
import { RowsBehind } from './rows-behind.tsx';
import { type Evidence, loadEvidence, type Opened, queryText, type Source, toolOf } from './source.ts';

export function Drawer({ opened, close }: { opened: Opened; close: () => void }) {
  const { source, text, name } = opened;
  const why = whyOf(source);
  const answer = useAnswer(['receipt', source.path, source.query, source.pointer], (signal) => loadEvidence(source, signal));
  return (
    <Dialog title={name} kind="drawer" onClose={close}>
      <p class="receipt-figure number">{text}</p>
      {answer.error && <ErrorBlock error={answer.error} retry={answer.reload} />}
      {answer.isLoading && <Skeleton lines={9} />}
      {answer.data && <EvidenceOf evidence={answer.data} source={source} />}
      {why !== undefined && (
        <Part title="Has it changed since?">
          <p>
            <a href={why}>Why it moved</a>: the same days as they were known a week ago and now, cause by cause.
          </p>
        </Part>
      )}
      <Part title="The same call">
        <Calls source={source} />
      </Part>
    </Dialog>
  );
}

/** What the page of changes calls the figures that it explains. */
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
  return `/console/${profile_id}/why?${asked}`;
}

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="receipt-part">
    <h3>{title}</h3>
    {children}
  </section>
);

function EvidenceOf({ evidence, source }: { evidence: Evidence; source: Source }) {
  const place = placeOf(source);
  const { receipt, statement, interval } = evidence;
  const { version } = receipt;
  return (
    <>
      <p>{receipt.text}</p>
      <Part title="Formula">
        <p class="formula">{receipt.formula}</p>
        <p class="formula filled">= {filled(receipt)}</p>
        <dl class="terms">
          {receipt.terms.map(({ name, value, unit }) => (
            <Term key={name} name={name} value={value} unit={unit} />
          ))}
        </dl>
      </Part>
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
        <p>
          The first {count(version.through_seq)} facts and {count(version.through_decision)} decisions, models of version{' '}
          {version.code}. The same version gives the same figure, to the last digit.
        </p>
      </Part>
      {statement && <Sql statement={statement} />}
    </>
  );
}

const Term = ({ name, value, unit }: Pick<Schemas['ReceiptTerm'], 'name' | 'value' | 'unit'>) => (
  <>
    <dt>{name.replaceAll('_', ' ')}</dt>
    <dd>
      {value === null ? 'not known' : value} <span class="soft">{unit}</span>
    </dd>
  </>
);

/** The formula with the values in the place of their names. */
function filled({ formula, terms }: Schemas['Receipt']): string {
  const values = new Map(terms.map(({ name, value }) => [name, value ?? 'not known']));
  return formula.replace(/[a-z_]+/g, (name) => values.get(name) ?? name);
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

function Sql({ statement: { sql, parameters } }: { statement: Schemas['ReceiptStatement'] }) {
  return (
    <details class="receipt-part">
      <summary>SQL on the profile’s warehouse</summary>
      <Copyable text={sql} />
      <Copyable text={JSON.stringify(parameters, null, 2)} />
    </details>
  );
}

function Calls({ source }: { source: Source }) {
  const address = `${location.origin}${source.path}?${queryText(source.query)}`;
  const tool = toolOf(source);
  const call = { name: tool, arguments: source.query };
  return (
    <>
      <Copyable text={`curl -H "Authorization: Bearer $TOKEN" \\\n  '${address}'`} />
      {tool !== undefined && <Copyable text={JSON.stringify(call, null, 2)} />}
    </>
  );
}

function Copyable({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div class="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" class="button" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}

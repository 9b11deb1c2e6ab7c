// The receipt of a figure that a page computes: its formula over figures of answers, each of which opens a receipt of its own, and the calls
// that they are from.
import { useAnswer } from '../api/answer.ts';
import { ErrorBlock, Skeleton } from '../design/states.tsx';
import { days } from '../words/format.ts';
import { loadEvidence } from './evidence.ts';
import { Calls, Formula, Part, Sql, Version } from './parts.tsx';
import { Figure } from './receipts.tsx';
import { callOf, type Derived, type Source } from './source.ts';

export function DerivedReceipt({ derived: { text, formula, terms } }: { derived: Derived }) {
  const calls = [...new Map(terms.map(({ source }) => [callOf(source), source])).values()];
  return (
    <>
      <p>{text}</p>
      <Formula formula={formula} terms={terms}>
        {terms.map(({ name, label, value, unit, source }) => (
          <>
            <dt key={name}>
              <span class="formula">{name}</span> {label}
            </dt>
            <dd>
              <Figure name={label} source={source} hasCall>
                {value ?? 'not known'}
              </Figure>{' '}
              <span class="soft">{unit}</span>
            </dd>
          </>
        ))}
      </Formula>
      {calls.map((source) => (
        <CallBehind key={callOf(source)} source={source} isOnly={calls.length === 1} />
      ))}
    </>
  );
}

/** Version, SQL and call of an answer that terms are from. */
function CallBehind({ source, isOnly }: { source: Source; isOnly: boolean }) {
  const { data, error, reload } = useAnswer(['receipt', source.path, source.query, source.pointer], (signal) =>
    loadEvidence(source, signal),
  );
  const { date_from, date_to } = source.query;
  return (
    <Part title={isOnly ? 'Version' : `Figures of ${days(String(date_from), String(date_to))}`}>
      {error && <ErrorBlock error={error} retry={reload} />}
      {!error && data === undefined && <Skeleton lines={3} />}
      {data && <Version version={data.receipt.version} />}
      {data?.statement && <Sql statement={data.statement} />}
      <Calls source={source} />
    </Part>
  );
}

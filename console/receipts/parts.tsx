// The parts that receipts have in common: the formula with its terms, the version, the SQL, and the same call for a terminal and for an agent.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../api/client.ts';
import { count } from '../words/format.ts';
import { toolOf } from './evidence.ts';
import { callOf, type Source } from './source.ts';

export const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="receipt-part">
    <h3>{title}</h3>
    {children}
  </section>
);

interface FormulaProps {
  formula: string;
  terms: readonly { name: string; value: string | null }[];
  /** The list of terms. */
  children: ComponentChildren;
}

export const Formula = ({ formula, terms, children }: FormulaProps) => (
  <Part title="Formula">
    <p class="formula">{formula}</p>
    <p class="formula filled">= {filled(formula, terms)}</p>
    <dl class="terms">{children}</dl>
  </Part>
);

/** The formula with the values in the place of their names. */
function filled(formula: string, terms: FormulaProps['terms']): string {
  const values = new Map(terms.map(({ name, value }) => [name, value ?? 'not known']));
  return formula.replace(/[a-z_]+/g, (name) => values.get(name) ?? name);
}

export const Version = ({ version }: { version: Schemas['FiguresVersion'] }) => (
  <p>
    The first {count(version.through_seq)} facts and {count(version.through_decision)} decisions, models of version {version.code}
    . The same version gives the same figure, to the last digit.
  </p>
);

export function Sql({ statement: { sql, parameters } }: { statement: Schemas['ReceiptStatement'] }) {
  return (
    <details class="receipt-part">
      <summary>SQL on the profile’s warehouse</summary>
      <Copyable text={sql} />
      <Copyable text={JSON.stringify(parameters, null, 2)} />
    </details>
  );
}

export function Calls({ source }: { source: Source }) {
  const address = `${location.origin}${callOf(source)}`;
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

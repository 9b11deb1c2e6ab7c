// The rows behind a figure: conversions on their page, other rows as a file.
import { useState } from 'preact/hooks';
import { CallError, download, type Schemas } from '../api/client.ts';
import { ErrorBlock } from '../design/states.tsx';

type Row = Schemas['ReceiptRows'];

const TITLES: Record<string, string> = {
  listCustomers: 'Conversions and their customers',
  listSpend: 'Spend',
  listPayments: 'Payments and what was returned of them',
  listTrackingEvents: 'Events',
  getAttribution: 'The report as it was known then',
};

export const RowsBehind = ({ rows }: { rows: readonly Row[] }) => (
  <ul class="stack">
    {rows.map((row) => (
      <li key={row.path}>
        <Rows row={row} />
      </li>
    ))}
  </ul>
);

const KEPT = ['goal', 'channel', 'source', 'campaign', 'model'] as const;

/** The page of customers with the same question; undefined for rows that have no page. */
function pageOf({ operation, path }: Row): string | undefined {
  const query = new URL(path, location.origin).searchParams;
  if (operation !== 'listCustomers' || query.has('path')) return undefined;
  const asked = new URLSearchParams({ period: `${query.get('date_from')}..${query.get('date_to')}` });
  const modes = new Map(
    query
      .get('filter_modes')
      ?.split(',')
      .map((each) => [each.split(':')[0] ?? '', each.split(':')[1]]),
  );
  for (const name of KEPT) {
    const [value, mode] = [query.get(name), modes.get(name)];
    if (value !== null || mode !== undefined) asked.set(mode === undefined ? name : `${name}.${mode}`, value ?? '');
  }
  return `/console/${query.get('profile_id')}/customers?${asked}`;
}

function Rows({ row }: { row: Row }) {
  const [fault, setFault] = useState<CallError>();
  const title = TITLES[row.operation] ?? row.operation;
  const page = pageOf(row);
  if (page !== undefined) return <a href={page}>{title}</a>;
  const save = (): void => {
    download(row.path, 'application/json', `${row.operation}.json`).then(
      () => setFault(undefined),
      (error: unknown) => setFault(error instanceof CallError ? error : undefined),
    );
  };
  return (
    <>
      <span class="row">
        {title}
        <button type="button" class="button" onClick={save}>
          Save as JSON
        </button>
      </span>
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}

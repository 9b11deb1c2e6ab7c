// What a file comes to by month and currency, with the sum of all its months.
import { Table } from '../../design/table.tsx';
import { money, monthName } from '../../words/format.ts';
import { sumOf } from './amounts.ts';
import type { ImportedFile, Kind } from './types.ts';

const TITLES: Readonly<Partial<Record<Kind, string>>> = {
  events: 'Purchases by month',
  deals: 'Won deals by month',
  payments: 'Sales less refunds by month',
  spend: 'Spend by month',
};

interface SumsProps {
  kind: Kind | null;
  sums: ImportedFile['sums'];
}

export function Sums({ kind, sums }: SumsProps) {
  const months = [...new Set(sums.map(({ month }) => month))].sort();
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort();
  if (months.length === 0) return null;
  const amountsOf = (currency: string, month?: string): string[] =>
    sums.filter((each) => each.currency === currency && (month ?? each.month) === each.month).map(({ amount }) => amount);
  const cell = (currency: string, month?: string): string => {
    const amounts = amountsOf(currency, month);
    return amounts.length === 0 ? '–' : money(sumOf(amounts), currency);
  };
  // Receipts of a bank are of no kind: they are no sales.
  const name = (kind && TITLES[kind]) ?? 'Sum by month';
  return (
    <section class="stack" aria-label={name}>
      <h3>{name}</h3>
      <Table name={name} columns={['Month', ...currencies.map((number) => ({ number }))]}>
        {months.map((month) => (
          <tr key={month}>
            <th scope="row">{monthName(month)}</th>
            {currencies.map((currency) => (
              <td key={currency}>{cell(currency, month)}</td>
            ))}
          </tr>
        ))}
        {months.length > 1 && (
          <tr class="import-total">
            <th scope="row">All</th>
            {currencies.map((currency) => (
              <td key={currency}>{cell(currency)}</td>
            ))}
          </tr>
        )}
      </Table>
    </section>
  );
}

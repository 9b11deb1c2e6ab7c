// The preview of an import: totals, the rows that are refused and why, and the first rows.
import { money } from '../../words/format.ts';
import { type Parsed, VERDICTS } from './fields.ts';

export const Preview = ({ parsed: { totals, problems, preview } }: { parsed: Parsed }) => (
  <>
    <p>
      Sales less refunds:{' '}
      {totals.length === 0 ? 'nothing' : totals.map(({ amount, currency }) => money(amount, currency)).join(', ')}
    </p>
    {problems.length > 0 && (
      <section aria-label="Rows that are refused">
        <h3>Rows that are refused</h3>
        <ul class="payments-problems">
          {problems.map(({ row, words }) => (
            <li key={`${row} ${words}`}>
              Row {row}: {words}
            </li>
          ))}
        </ul>
      </section>
    )}
    <section class="scroll" aria-label="Table: First rows of the file" {...{ tabIndex: 0 }}>
      <table>
        <caption class="only-read">First rows of the file</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col" class="text">
              Is
            </th>
            <th scope="col" class="text">
              What happens
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.map(({ row, verdict, words, brings }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              <td class="text">{VERDICTS[verdict]}</td>
              <td class="text name">
                {words}
                {brings.some(({ is_known }) => is_known) && <span class="second-line">Added before; it counts once.</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </>
);

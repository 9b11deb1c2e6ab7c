// The counts of a statement for a finding: one row for all its cases, and one per line of evidence.
import { type Evidence, evidenceOf, type Measured, millionths } from './findings.ts';
import { thresholdOf } from './rules.ts';

export interface MeasureRow {
  finding: string;
  /** Null: all cases together. */
  label: string | null;
  hits: number;
  cases: number;
  cash: string;
  cases_cash: string;
  before_hits: number;
  before_cases: number;
}

const NONE: Omit<MeasureRow, 'finding'> = {
  label: null,
  hits: 0,
  cases: 0,
  cash: '0',
  cases_cash: '0',
  before_hits: 0,
  before_cases: 0,
};

export const totalOf = (finding: string, rows: readonly MeasureRow[]): MeasureRow =>
  rows.find((row) => row.finding === finding && row.label === null) ?? { finding, ...NONE };

/** Money under the finding is that of the hits, or of the rest where hits are good. In a split, each line counts all its cases. */
export function measuredOf(finding: string, rows: readonly MeasureRow[], isSplit = false, line = finding): Measured {
  const total = totalOf(finding, rows);
  const cash = millionths(total.cash) ?? 0n;
  const all = millionths(total.cases_cash) ?? 0n;
  return {
    hits: total.hits,
    cases: total.cases,
    money: { spend: null, cash: thresholdOf(line).isWorseBelow ? all - cash : cash },
    cashShare: all > 0n ? Number(cash) / Number(all) : null,
    before: { hits: total.before_hits, cases: total.before_cases },
    evidence: rows.flatMap((row) =>
      row.finding !== finding || row.label === null || row.cases === 0 ? [] : evidenceRow(row.label, row, isSplit),
    ),
  };
}

function evidenceRow(label: string, row: MeasureRow, isSplit: boolean): Evidence {
  return evidenceOf(label, {
    count: isSplit ? row.cases : row.hits,
    of: isSplit ? null : row.cases,
    cash: isSplit ? row.cases_cash : row.cash,
  });
}

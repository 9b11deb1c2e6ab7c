// Rules for the first lines of DuckDB's statements, so that plans can be made of them (src/base/warehouse/statements.ts).
import type { Header } from '../../src/base/warehouse/statements.ts';

/** Sentences about needs without a maker, names with two, and circles. */
export function faultsOfHeaders(headers: ReadonlyMap<string, Header>, tables: ReadonlySet<string>): string[] {
  const makers = Map.groupBy(
    [...headers].flatMap(([statement, { makes }]) => makes.map((result) => ({ ...result, statement }))),
    ({ name }) => name,
  );
  const faults: string[] = [];
  for (const [relation, list] of makers)
    for (const [at, maker] of list.entries()) {
      const other = list
        .slice(0, at)
        .find(({ label }) => label === maker.label || label === undefined || maker.label === undefined);
      if (other)
        faults.push(
          `${other.statement}.sql and ${maker.statement}.sql both make ${relation}: give each a label of its own, "-- makes: ${relation} (label)".`,
        );
    }
  for (const [statement, { needs, unlessEmpty, fills }] of headers)
    for (const need of [...needs, ...unlessEmpty, ...fills.map(({ name }) => name)])
      if (!makers.has(need) && !tables.has(need))
        faults.push(`${statement}.sql needs ${need}: no statement makes it, and it is no table.`);
  return [...faults, ...circlesOf(headers, makers, tables)];
}

/** Where a need leads back to the statement that has it, by makers alone: what replaces a table reads the table. */
function circlesOf(
  headers: ReadonlyMap<string, Header>,
  makers: ReadonlyMap<string, readonly { statement: string }[]>,
  tables: ReadonlySet<string>,
): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (statement: string, path: readonly string[]): void => {
    const from = path.indexOf(statement);
    if (from >= 0) found.push(`These statements need each other: ${[...path.slice(from), statement].join(' → ')}.`);
    if (from >= 0 || done.has(statement)) return;
    const needs = (headers.get(statement)?.needs ?? []).filter((need) => !tables.has(need));
    for (const need of needs) for (const maker of makers.get(need) ?? []) visit(maker.statement, [...path, statement]);
    done.add(statement);
  };
  for (const statement of headers.keys()) visit(statement, []);
  return found;
}

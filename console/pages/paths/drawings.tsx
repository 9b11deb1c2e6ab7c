// The drawings of paths: the flow from the first channel to the last, and conversions in classes. Each figure is a sum of parts of paths, and its
// receipt names them.
import { Columns } from '../../charts/columns.tsx';
import { Flow } from '../../charts/flow.tsx';
import { Panel } from '../../design/panel.tsx';
import { figureCell, useReceipt } from '../../receipts/receipts.tsx';
import { type Derived, pointerTo, type SourceQuery, termName } from '../../receipts/source.ts';
import { count, credit } from '../../words/format.ts';
import { byDays, byTouches, flowOf, type Path, PLACES, type Share } from './flow.ts';

/** The receipt of conversions that are summed from parts of paths. */
function sumOfPaths(text: string, shares: readonly Share[], paths: readonly Path[], query: SourceQuery): Derived {
  const places = [...new Set(shares.map(({ at }) => at))];
  const nameOf = (at: number): string => termName('path', places.indexOf(at));
  const sums = [...Map.groupBy(shares, ({ parts }) => parts)].map(([parts, all]) => {
    const sum = all.map(({ at }) => nameOf(at)).join(' + ');
    return parts === 1 ? sum : `(${sum}) ÷ ${parts}`;
  });
  return {
    text,
    formula: sums.length === 0 ? '0' : sums.join(' + '),
    terms: places.map((at) => ({
      name: nameOf(at),
      label: paths[at]?.path.join(' › ') ?? '',
      unit: 'conversions',
      value: String(paths[at]?.conversions ?? 0),
      source: { path: '/api/v1/attribution/paths', query, pointer: pointerTo('data', at, 'conversions') },
    })),
  };
}

/** Opens and prints sums of parts of paths. */
function useSums(paths: readonly Path[], query: SourceQuery, about: string) {
  const open = useReceipt();
  const opened = ({ name, value, of }: { name: string; value: number; of: readonly Share[] }) => ({
    name,
    text: credit(value),
    source: sumOfPaths(`${about}, of the ${count(paths.length)} paths with the most conversions.`, of, paths, query),
  });
  return { opened, open };
}

interface ClassesProps {
  paths: readonly Path[];
  query: SourceQuery;
}

export const Classes = ({ paths, query }: ClassesProps) => (
  <div class="columns">
    <Panel title="Days to the conversion" lead="Conversions by the mean of their path, from its first touch">
      <ClassesOf paths={paths} query={query} title="Days to the conversion" columns={byDays(paths)} tone="accent" />
    </Panel>
    <Panel title="Touches before it" lead="Conversions by the mean of their path">
      <ClassesOf paths={paths} query={query} title="Touches before the conversion" columns={byTouches(paths)} tone="accent-2" />
    </Panel>
  </div>
);

interface ClassesOfProps extends ClassesProps {
  title: string;
  columns: ReturnType<typeof byDays>;
  tone: string;
}

function ClassesOf({ paths, query, title, columns, tone }: ClassesOfProps) {
  const { opened, open } = useSums(paths, query, 'Conversions whose path has this mean');
  const at = (index: number) => {
    const column = columns[index];
    return column && opened({ ...column, name: `${title}: ${column.name}` });
  };
  return (
    <Columns
      title={title}
      columns={columns}
      tone={tone}
      description="Conversions in classes."
      valueName="Conversions"
      format={credit}
      onPick={(index) => {
        const found = at(index);
        if (found) open(found);
      }}
      cell={figureCell(at)}
    />
  );
}

export function FlowOfPaths({ paths, query }: ClassesProps) {
  const { nodes, links, hasMiddle } = flowOf(paths);
  const { opened, open } = useSums(paths, query, 'Conversions along this stretch');
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  /** Links, then nodes, as the table has them. */
  const at = (index: number) => {
    const [link, node] = [links[index], nodes[index - links.length]];
    if (link) return opened({ ...link, name: `${names.get(link.from)} → ${names.get(link.to)}` });
    return node && opened({ ...node, name: `${node.place}: ${node.name}` });
  };
  return (
    <Flow
      title="Conversions"
      description="A flow from the first channel of paths, over those between, to the last."
      heads={hasMiddle ? PLACES : [PLACES[0], PLACES[2]]}
      format={credit}
      height={380}
      onPick={(index) => {
        const found = at(index);
        if (found) open(found);
      }}
      cell={figureCell(at)}
      nodes={nodes}
      links={links}
    />
  );
}

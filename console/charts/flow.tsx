// A flow between columns of places: first, middle and last. The thicker, the more.
import { sankey, sankeyLinkHorizontal } from 'd3-sankey';
import { type DrawCell, Figure, Legend } from './figure.tsx';
import { clipped, type Format } from './scales.tsx';

export interface FlowNode {
  id: string;
  name: string;
  tone: string;
  /** For the table, which lists nodes that have one after the links: what goes through it, and its column. */
  value?: number;
  place?: string;
}

export interface FlowLink {
  from: string;
  to: string;
  value: number;
}

export interface FlowProps {
  title: string;
  description: string;
  nodes: readonly FlowNode[];
  links: readonly FlowLink[];
  /** Above the columns. */
  heads?: readonly string[];
  format: Format;
  height?: number;
  /** Called with the position of the chosen link. */
  onPick?: (at: number) => void;
  cell?: DrawCell;
}

const [TOP, SIDE] = [20, 4];
/** Below this width only the ends have names; the readout and the table have the others. */
const NARROW = 520;

type Placed = FlowNode & { x0?: number; x1?: number; y0?: number; y1?: number; value?: number; depth?: number };
type Link = { key: string };

function laidOut({ nodes, links }: Pick<FlowProps, 'nodes' | 'links'>, width: number, height: number) {
  const layout = sankey<Placed, Link>()
    .nodeId(({ id }) => id)
    .nodeWidth(10)
    .nodePadding(12)
    .extent([
      [SIDE, TOP],
      [width - SIDE, height - 6],
    ]);
  return layout({
    nodes: nodes.map((node) => ({ ...node })),
    links: links.map(({ from, to, value }) => ({ key: `${from} ${to}`, source: from, target: to, value })),
  });
}

export function Flow({ title, description, nodes, links, heads = [], format, height = 320, onPick, cell }: FlowProps) {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const nameOf = ({ from, to }: FlowLink): string => `${names.get(from)} → ${names.get(to)}`;
  return (
    <Figure
      title={title}
      description={description}
      height={height}
      onPick={onPick}
      cell={cell}
      points={links.length}
      readout={(at) => {
        const link = at === null ? undefined : links[at];
        return (
          <Legend
            head={link ? nameOf(link) : undefined}
            items={link ? [{ name: title, tone: 'accent', form: 'block', value: format(link.value) }] : []}
          />
        );
      }}
      table={{
        columns: ['', title],
        rows: [
          ...links.map((link) => [nameOf(link), format(link.value)]),
          ...nodes.flatMap(({ name, place, value }) => (value === undefined ? [] : [[`${place}: ${name}`, format(value)]])),
        ],
      }}
      draw={({ width, at }) =>
        links.length === 0 ? null : (
          <Drawn nodes={nodes} links={links} heads={heads} format={format} width={width} height={height} at={at} />
        )
      }
    />
  );
}

interface DrawnProps extends Pick<FlowProps, 'nodes' | 'links' | 'format'> {
  heads: readonly string[];
  width: number;
  height: number;
  at: number | null;
}

function Drawn({ nodes, links, heads, format, width, height, at }: DrawnProps) {
  const graph = laidOut({ nodes, links }, width, height);
  const path = sankeyLinkHorizontal<Placed, Link>();
  const last = Math.max(...graph.nodes.map(({ depth = 0 }) => depth), 1);
  return (
    <>
      {heads.map((head, column) => (
        <text
          key={head}
          x={SIDE + ((width - 2 * SIDE) * column) / last}
          y={11}
          text-anchor={column === 0 ? 'start' : column === last ? 'end' : 'middle'}
        >
          {head}
        </text>
      ))}
      {graph.links.map((link, index) => {
        const from = typeof link.source === 'object' ? link.source : undefined;
        const to = typeof link.target === 'object' ? link.target : undefined;
        return (
          <path
            key={`${from?.id} ${to?.id}`}
            class={`flow-link tone-${from?.tone ?? 'soft'}${index === at ? ' flow-marked' : ''}`}
            d={path(link) ?? ''}
            stroke-width={Math.max(1, link.width ?? 1)}
          >
            <title>{`${from?.name} → ${to?.name}: ${format(link.value)}`}</title>
          </path>
        );
      })}
      {graph.nodes.map(({ id, name, tone, x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0 }) => {
        const isLast = x1 > width - SIDE - 1;
        const room = (width >= NARROW ? width / (last + 1) : width / 2) - 24;
        const hasName = width >= NARROW || isLast || x0 < SIDE + 1;
        return (
          <g key={id} class={`tone-${tone}`}>
            <rect class="block" x={x0} y={y0} width={x1 - x0} height={Math.max(1, y1 - y0)} rx={2} />
            {hasName ? (
              <text
                class="bar-name flow-name"
                x={isLast ? x0 - 6 : x1 + 6}
                y={(y0 + y1) / 2}
                dy="0.32em"
                text-anchor={isLast ? 'end' : 'start'}
              >
                {clipped(name, room - 40)} <tspan class="soft">{format(value)}</tspan>
              </text>
            ) : null}
          </g>
        );
      })}
    </>
  );
}

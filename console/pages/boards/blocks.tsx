// The blocks of a board, drawn by the parts of the pages that they are of: each figure opens its receipt there and here.
import { Money } from '../overview/money.tsx';
import { Tiles } from '../overview/tiles.tsx';
import type { Block, BlockOf } from './asked.ts';
import { Cohorts } from './cohorts.tsx';
import { Bars, Rows } from './rows.tsx';

/** Tiles that follow one another are one row. */
type Part = { tiles: BlockOf<'tile'>['figure'][] } | Exclude<Block, { kind: 'tile' }>;

function partsOf(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind !== 'tile') parts.push(block);
    else if (last && 'tiles' in last) last.tiles.push(block.figure);
    else parts.push({ tiles: [block.figure] });
  }
  return parts;
}

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {partsOf(blocks).map((part, at) => (
      <PartOf key={at} part={part} />
    ))}
  </>
);

function PartOf({ part }: { part: Part }) {
  if ('tiles' in part) return <Tiles only={part.tiles} />;
  if (part.kind === 'table') return <Rows dimension={part.dimension} />;
  if (part.kind === 'cohort') return <Cohorts metric={part.metric} />;
  if (part.kind === 'text') return <Words text={part.text} />;
  if (part.graph === 'revenue_and_spend') return <Money />;
  return <Bars dimension={part.graph === 'channels' ? 'channel' : 'campaign'} />;
}

const Words = ({ text }: { text: string }) => (
  <section class="panel boards-text">
    <p>
      <bdi>{text}</bdi>
    </p>
  </section>
);

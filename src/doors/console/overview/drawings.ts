// The charts, loaded with the first page that shows one: the drawing library takes longer to load than everything else at start.
import type { creditBars } from '../charts/credit-bars.ts';
import type { moneyLines, sizes } from '../charts/money-lines.ts';
import type { flows, pathFlow } from '../charts/path-flow.ts';

export interface Drawings {
  flows: typeof flows;
  sizes: typeof sizes;
  creditBars: typeof creditBars;
  moneyLines: typeof moneyLines;
  pathFlow: typeof pathFlow;
}

export async function loadDrawings(): Promise<Drawings> {
  const [bars, lines, flow] = await Promise.all([
    import('../charts/credit-bars.ts'),
    import('../charts/money-lines.ts'),
    import('../charts/path-flow.ts'),
  ]);
  return {
    creditBars: bars.creditBars,
    moneyLines: lines.moneyLines,
    pathFlow: flow.pathFlow,
    flows: flow.flows,
    sizes: lines.sizes,
  };
}

// A block of a report as one drawing of the chart kit, for the picture of a mail. It has no variables of a style sheet, as programs that draw SVG know none: the
// colours of the light look are written out.
import { PrintedWidth } from '../charts/figure.tsx';
import { BlockOf } from './blocks.tsx';
import type { Block, Contents } from './document.ts';
import { IsMeasured } from './parts.tsx';

/** As wide as a phone's column, so that its words can be read there. */
export const PICTURE_WIDTH = 360;

export const PICTURE_STYLE = [
  'text{font:11px Inter;fill:#4d5752}',
  '.rule{stroke:#dfe4e1}.rule-zero{stroke:#b9c2bd}',
  '.tone-accent .line,.tone-accent .ghost{stroke:#0b6b58}.tone-accent .area,.tone-accent .dot{fill:#0b6b58}',
  '.tone-accent-2 .line,.tone-accent-2 .ghost{stroke:#a5460c}.tone-accent-2 .area,.tone-accent-2 .dot{fill:#a5460c}',
  '.line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}',
  '.ghost{fill:none;stroke-width:1.5;stroke-dasharray:3 4;opacity:.6}.area{opacity:.12}',
  '.band{fill:#0b6b58;opacity:.16}.target line{stroke:#4d5752;stroke-dasharray:5 4}',
  '.block{fill:#0b6b58}.bar-row{fill:none}.whisker{stroke:#1a1a1a;fill:none}.bar-name,.bar-value{fill:#1a1a1a}',
].join('');

const MAX_BARS = 8;
const cut = (block: Block): Block => (block.kind === 'bars' ? { ...block, rows: block.rows.slice(0, MAX_BARS) } : block);

/** Drawn with all that is around it; the caller takes the drawing alone. */
export const Picture = ({ block, contents }: { block: Block; contents: Contents }) => (
  <IsMeasured.Provider value={true}>
    <PrintedWidth.Provider value={PICTURE_WIDTH}>
      <BlockOf block={cut(block)} contents={contents} />
    </PrintedWidth.Provider>
  </IsMeasured.Provider>
);

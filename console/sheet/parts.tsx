// The parts of blocks: a section with a heading, and a chart for several widths, as nothing measures on a page without scripts.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { PrintedWidth } from '../charts/figure.tsx';

/** By the class whose rule shows it. */
const WIDTHS = { phone: 300, small: 470, medium: 730, wide: 1040 } as const;

/** True in the workbench, where a drawing takes the width that it has. */
export const IsMeasured = createContext(false);

/** The same drawing for each width; a style sheet shows one of them. */
export const EachWidth = ({ children }: { children: ComponentChildren }) =>
  useContext(IsMeasured) ? <>{children}</> : <OfEachWidth>{children}</OfEachWidth>;

const OfEachWidth = ({ children }: { children: ComponentChildren }) => (
  <>
    {Object.entries(WIDTHS).map(([name, width]) => (
      <div key={name} class={`shared-chart shared-${name}`}>
        <PrintedWidth.Provider value={width}>{children}</PrintedWidth.Provider>
      </div>
    ))}
  </>
);

export const Section = ({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) => (
  <section class="panel">
    <div>
      <h2>{title}</h2>
      {lead && <p class="soft">{lead}</p>}
    </div>
    {children}
  </section>
);

// A part that may be wider than its panel: a region with a name that keys reach and scroll.
import type { ComponentChildren } from 'preact';

interface ScrollProps {
  /** The subject of the table. */
  name: string;
  class?: string;
  children: ComponentChildren;
}

export const Scroll = ({ name, class: look, children }: ScrollProps) => (
  <section class={look === undefined ? 'scroll' : `scroll ${look}`} tabIndex={0} aria-label={`Table: ${name}`}>
    {children}
  </section>
);

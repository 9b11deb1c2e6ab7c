// Gives each table and each graph of the page a menu that saves it. It follows the page instead of being a part of each table: pages know nothing of it, and it
// comes after the first load.
import { render } from 'preact';
import { ExportControl } from './control.tsx';

/** The table of a graph is saved with the graph. */
const TARGETS = 'figure.chart, table:not(figure.chart table)';
const controls = new Map<HTMLElement, HTMLElement>();

/** The element after which the menu of a table is: what scrolls with the table must not scroll with the menu. */
const anchorOf = (target: HTMLElement): HTMLElement => target.closest<HTMLElement>('.scroll') ?? target;

function place(target: HTMLElement, control: HTMLElement): void {
  if (target.matches('figure.chart')) {
    if (control.parentElement !== target) target.append(control);
    return;
  }
  const anchor = anchorOf(target);
  if (control.previousElementSibling !== anchor) anchor.after(control);
}

function add(target: HTMLElement): HTMLElement {
  const control = document.createElement('div');
  control.className = 'export';
  render(<ExportControl target={target} />, control);
  controls.set(target, control);
  return control;
}

function follow(root: HTMLElement): void {
  for (const [target, control] of controls) {
    if (target.isConnected) continue;
    controls.delete(target);
    render(null, control);
    control.remove();
  }
  for (const target of root.querySelectorAll<HTMLElement>(TARGETS)) place(target, controls.get(target) ?? add(target));
}

/** Once for all changes of a moment. */
export function startExports(root: HTMLElement): void {
  let isAsked = false;
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      follow(root);
    });
  };
  new MutationObserver(ask).observe(root, { childList: true, subtree: true });
  ask();
}

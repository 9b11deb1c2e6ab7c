// Gives each table and each graph of the page a menu that saves it. It follows the page instead of being a part of each table: pages know nothing of it, and it
// comes after the first load.
import { render } from 'preact';
import { ExportControl } from './control.tsx';

/** The table of a graph is saved with the graph; one with fields is what a person is filling in. */
const TARGETS =
  'figure.chart, table:not(figure.chart table, form table, :has(select, input:not([type="checkbox"], [type="radio"])))';
/** What blocks offer without showing a table or a graph. */
const OFFERS = '.panel .offers';
const controls = new Map<HTMLElement, HTMLElement>();

/** The element after which the menu of a table is: what scrolls with the table must not scroll with the menu. */
const anchorOf = (target: HTMLElement): HTMLElement => target.closest<HTMLElement>('.scroll') ?? target;

function place(target: HTMLElement, control: HTMLElement): void {
  if (!(target instanceof HTMLTableElement)) {
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

const all = (root: Element, selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];

const isAlone = (marker: HTMLElement): boolean => !marker.closest('.panel')?.querySelector(TARGETS);

function follow(root: HTMLElement): void {
  const targets = new Set([...all(root, TARGETS), ...all(root, OFFERS).filter(isAlone)]);
  for (const [target, control] of controls) {
    if (targets.has(target)) continue;
    controls.delete(target);
    render(null, control);
    control.remove();
  }
  for (const target of targets) place(target, controls.get(target) ?? add(target));
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

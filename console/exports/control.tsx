// The menu that saves a table or a graph as it is on the page: as CSV, as a workbook and, of a graph, as a picture; and what its block offers beside that. Each is a root of its own, where ids of
// Preact begin again, so it names nothing by an id.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CallError } from '../api/client.ts';
import { saveFile } from '../api/save.ts';
import { Choice } from '../design/menu.tsx';
import { cellsOf, csvOf } from './cells.ts';
import { type Offer, offersFor } from './offers.ts';
import { pngOf } from './png.ts';
import { fileName, rowsOf, titleOf } from './read.ts';
import { workbook } from './xlsx.ts';

type Form = 'csv' | 'xlsx' | 'png';
const NAMES: Readonly<Record<Form, string>> = { csv: 'CSV', xlsx: 'XLSX', png: 'PNG' };
const GAP = 4;

const tableIn = (target: HTMLElement): HTMLTableElement | null =>
  target instanceof HTMLTableElement ? target : target.querySelector('table');

async function fileOf(target: HTMLElement, form: Form): Promise<Blob> {
  const title = titleOf(target);
  if (form === 'png') return pngOf(target, title);
  const table = tableIn(target);
  const rows = table ? rowsOf(table) : [];
  // With the mark by which spreadsheets know UTF-8.
  return form === 'csv' ? new Blob([`\ufeff${csvOf(rows)}`], { type: 'text/csv' }) : workbook(title, cellsOf(rows));
}

/** None of a block that shows neither. */
function formsOf(target: HTMLElement): readonly Form[] {
  if (target instanceof HTMLTableElement) return ['csv', 'xlsx'];
  return target.matches('figure') ? ['png', 'csv', 'xlsx'] : [];
}

const saysOf = (target: HTMLElement): string =>
  target instanceof HTMLTableElement ? 'this table' : target.matches('figure') ? 'this graph' : 'these figures';

const failureOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'The file could not be made in this browser.';

/** Above its button, at the right, as it is below a table. */
function openAt(button: HTMLElement, panel: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  panel.style.setProperty('left', `${Math.max(GAP, at.right - width)}px`);
  panel.style.setProperty('top', `${at.top > height + GAP ? at.top - GAP - height : at.bottom + GAP}px`);
  panel.querySelector('button')?.focus();
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const choices = [...event.currentTarget.querySelectorAll('button')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLButtonElement ? choices.indexOf(focused) : -1;
  choices[(at + step + choices.length) % choices.length]?.focus();
  event.preventDefault();
}

export function ExportControl({ target }: { target: HTMLElement }) {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  useLayoutEffect(() => {
    if (button.current) button.current.popoverTargetElement = panel.current;
    if (isOpen && button.current && panel.current) openAt(button.current, panel.current);
  });
  const formOffers = formsOf(target).map(
    (form): Offer => ({
      text: NAMES[form],
      save: async () => saveFile(await fileOf(target, form), `${fileName(titleOf(target))}.${form}`),
    }),
  );
  const save = async (offer: Offer): Promise<void> => {
    try {
      await offer.save();
      panel.current?.hidePopover();
      button.current?.focus();
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <>
      <button ref={button} type="button" class="control quiet export-button" aria-expanded={isOpen}>
        <span class="only-read">Export {saysOf(target)}: </span>Export
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys move among the buttons inside */}
      <div
        ref={panel}
        popover="auto"
        class="menu"
        onToggle={(event) => {
          setFailure(undefined);
          setOpen(event.newState === 'open');
        }}
        onKeyDown={moveFocus}
      >
        {isOpen &&
          [...formOffers, ...offersFor(target)].map((offer) => (
            <Choice key={offer.text} choose={() => void save(offer)}>
              {offer.text}
            </Choice>
          ))}
        {failure !== undefined && <p class="menu-form small">{failure}</p>}
      </div>
    </>
  );
}

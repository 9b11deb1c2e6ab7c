// The output of a command: the result on standard output, as text or as JSON; progress, notices and errors on
// standard error, so that one can be piped without the other.
import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import { stringify } from 'yaml';
import type { Progress } from '../../base/loads.ts';
import type { Refusal } from '../jobs/refusals.ts';

/** Numbers with their thousands apart. */
export const valueText = (value: unknown): string => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value));

export interface Screen {
  progress(progress: Progress): void;
  notice(text: string): void;
  /** For a person only, before there is a result. */
  text(text: string): void;
  /** `text` is what a person reads; a script gets the value itself. */
  result(value: Record<string, unknown>, text: string): void;
  refusal(refusal: Refusal): void;
  /** Takes the bar away. */
  done(): void;
}

const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? each.toString() : each));

export function createScreen(options: { json: boolean }): Screen {
  const bar = process.stderr.isTTY && !options.json ? createBar() : undefined;
  const lines = createLines((text) => err(`tributary: ${text}`));
  const err = (text: string): void => void process.stderr.write(`${text}\n`);
  return {
    progress: (progress) => (bar ? bar.show(progress) : lines(progress)),
    notice: (text) => {
      bar?.stop();
      err(`tributary: ${text}`);
    },
    text: (text) => {
      if (!options.json) process.stdout.write(`${text}\n`);
    },
    result: (value, text) => {
      bar?.stop();
      process.stdout.write(`${options.json ? jsonOf(value) : text.trimEnd()}\n`);
    },
    refusal: ({ code, message }) => {
      bar?.stop();
      err(`tributary: ${message}`);
      if (options.json) process.stdout.write(`${jsonOf({ error: { code, message } })}\n`);
    },
    done: () => bar?.stop(),
  };
}

const LINE_EVERY_MS = 5_000;

/** Where there is no screen to draw on, a line every few seconds says that it continues, and how long it has taken. */
function createLines(say: (text: string) => void): (progress: Progress) => void {
  let last = performance.now();
  return ({ phase, done, total, note }) => {
    const now = performance.now();
    if (now - last < LINE_EVERY_MS) return;
    last = now;
    const share = total ? ` ${Math.floor((100 * done) / total)} %` : '';
    say(`  ${phase}${share}${note === undefined ? '' : ` (${note})`}, after ${Math.round(now / 1000)} s`);
  };
}

function createBar(): { show(progress: Progress): void; stop(): void } {
  let bar: SingleBar | undefined;
  let phase = '';
  const stop = (): void => {
    bar?.stop();
    bar = undefined;
    phase = '';
  };
  const show = (progress: Progress): void => {
    const total = progress.total || 1;
    if (progress.phase !== phase) {
      stop();
      phase = progress.phase;
      bar = new SingleBar({
        format: '{phase} {bar} {percentage} % {note}',
        clearOnComplete: true,
        hideCursor: true,
        stream: process.stderr,
      });
      bar.start(total, 0, { phase: phase.padEnd(10), note: '' });
    }
    bar?.setTotal(total);
    bar?.update(Math.min(progress.done, total), { note: progress.note ?? '' });
  };
  return { show, stop };
}

/** A plain table without lines: it survives being pasted. */
export function table(head: string[], rows: string[][]): string {
  const plain = {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
  };
  const inner = { left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' };
  const grid = new Table({
    head,
    chars: { ...plain, ...inner },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  grid.push(...rows);
  return grid.toString().replace(/ +$/gm, '');
}

/** Names and values, one a line. */
export const listing = (value: Record<string, unknown>): string => stringify(value, { lineWidth: 0 });

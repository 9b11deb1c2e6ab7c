// The severity, as a word and a mark.
import type { Status as Name } from './asked.ts';

const WORDS: Record<Name, string> = { ok: 'Fine', attention: 'Attention', problem: 'Problem' };

export const Status = ({ status }: { status: Name }) => <span class={`quality-status ${status}`}>{WORDS[status]}</span>;

// A channel by its colour and its name.
import { toneOf } from './channels.ts';

export const Channel = ({ name }: { name: string }) => <span class={`channel tone-${toneOf(name)}`}>{name}</span>;

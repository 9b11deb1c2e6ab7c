// The panel for users without access to personal data: the hidden part, the reason, and the person who can change it.
import type { ComponentChildren } from 'preact';
import type { CallError } from '../api/client.ts';
import { Empty } from './states.tsx';

interface HiddenProps {
  /** E.g. `Payments are hidden from you.` */
  title: string;
  error: CallError;
  children?: ComponentChildren;
}

export const Hidden = ({ title, error, children }: HiddenProps) => (
  <Empty title={title}>
    <p>{error.message} An administrator of the workspace can change your role.</p>
    {children}
  </Empty>
);

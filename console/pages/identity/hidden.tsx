// What a person without access to personal data sees: what is hidden, and why.
import type { CallError } from '../../api/client.ts';
import { Empty } from '../../design/states.tsx';

export const Hidden = ({ error }: { error: CallError }) => (
  <Empty title="Pairs of customers and their identifiers are hidden from you.">
    <p>{error.message} An administrator of the workspace can change your role.</p>
  </Empty>
);

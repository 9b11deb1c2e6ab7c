// What a person without the role sees: what is refused, and who can change it.
import type { CallError } from '../../api/client.ts';
import { Empty, ErrorBlock } from '../../design/states.tsx';

export const Hidden = ({ error }: { error: CallError }) => (
  <Empty title="Payments are hidden from you.">
    <p>{error.message} An administrator of the workspace can change your role.</p>
  </Empty>
);

/** A refused write. */
export const Refused = ({ error }: { error: CallError }) =>
  error.status === 403 ? (
    <Empty title="Your role cannot change payments.">
      <p>{error.message} An administrator of the workspace can change your role.</p>
    </Empty>
  ) : (
    <ErrorBlock error={error} />
  );

// A refused write: by the role, with who can change that, or for another reason.
import type { CallError } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { ErrorBlock } from '../../design/states.tsx';

export const Refused = ({ error }: { error: CallError }) =>
  error.status === 403 ? <Hidden title="Your role cannot change payments." error={error} /> : <ErrorBlock error={error} />;

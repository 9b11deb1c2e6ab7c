// One write of a dialog or button: whether it is on its way, and its refusal.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { CallError } from '../../api/client.ts';

/** Figures follow a change within seconds. */
const LOOKS_MS = [0, 2_000, 5_000, 10_000];

export interface Work {
  isBusy: boolean;
  fault: CallError | undefined;
  /** Afterwards everything of this page is asked again, whether it succeeded or not: an answer may be lost after the change. */
  run: (write: () => Promise<unknown>) => Promise<void>;
}

export function useWork(): Work {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CallError>();
  const run: Work['run'] = async (write) => {
    setBusy(true);
    setFault(undefined);
    try {
      await write();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
      for (const wait of LOOKS_MS) setTimeout(() => forget('payments'), wait);
    }
  };
  return { isBusy, fault, run };
}

// One write of a button or dialog: a second press during a write does nothing, and a refusal is shown until the next press.
import { useRef, useState } from 'preact/hooks';
import { CallError } from './client.ts';

export interface Write {
  isBusy: boolean;
  fault: CallError | undefined;
  run: (write: () => Promise<unknown>) => Promise<void>;
}

/** @param afterwards Runs whether the write succeeded or not: the answer may be lost after the change. */
export function useWrite(afterwards: () => void = () => undefined): Write {
  const [fault, setFault] = useState<CallError>();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run: Write['run'] = async (write) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFault(undefined);
    try {
      await write();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
      afterwards();
    }
  };
  return { isBusy, fault, run };
}

// One write at a time: a second press while one is on its way does nothing, and a refusal is kept until the next.
import { useRef, useState } from 'preact/hooks';
import { CallError } from '../../api/client.ts';

interface Work {
  isBusy: boolean;
  fault: CallError | undefined;
  run: (work: () => Promise<void>) => Promise<void>;
}

export function useWork(): Work {
  const [fault, setFault] = useState<CallError>();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run: Work['run'] = async (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, fault, run };
}

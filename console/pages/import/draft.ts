// How a person wants a file to be read. Changes are sent shortly after, one call at a time and the latest last; the answer is the preview that is shown.
import { useEffect, useRef, useState } from 'preact/hooks';
import { CallError } from '../../api/client.ts';
import { keepImport, sendReading } from './calls.ts';
import type { Change, Import, Reading } from './types.ts';

const PAUSE_MS = 400;

export interface Draft {
  reading: Reading;
  /** The preview shown is of an earlier reading. */
  isPending: boolean;
  fault: CallError | undefined;
  change: (some: Partial<Reading>) => void;
}

interface Sending {
  /** Not sent yet. */
  next: Change | undefined;
  isUnderWay: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function useDraft(profileId: string, { import_id, reading: first }: Pick<Import, 'import_id' | 'reading'>): Draft {
  const [reading, setReading] = useState(first);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<CallError>();
  const sending = useRef<Sending>({ next: undefined, isUnderWay: false, timer: undefined }).current;
  useEffect(() => () => clearTimeout(sending.timer), [sending]);

  const send = async (): Promise<void> => {
    if (sending.isUnderWay) return;
    sending.isUnderWay = true;
    while (sending.next) {
      const sent = sending.next;
      sending.next = undefined;
      try {
        const found = await sendReading(profileId, import_id, sent);
        keepImport(profileId, found);
        setFault(undefined);
        // What was refused before is not of the reading.
        if (!sending.next) setReading(found.reading);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setFault(error);
      }
    }
    sending.isUnderWay = false;
    setPending(false);
  };
  const change = (some: Partial<Reading>): void => {
    sending.next = { ...sending.next, ...some };
    setReading((before) => ({ ...before, ...some }));
    setPending(true);
    clearTimeout(sending.timer);
    sending.timer = setTimeout(() => void send(), PAUSE_MS);
  };
  return { reading, isPending, fault, change };
}

// Writes of this page: afterwards everything of it is loaded again, at once and while the figures follow.
import { forget } from '../../api/answer.ts';
import { useWrite, type Write } from '../../api/write.ts';

/** Figures follow a change within seconds. */
const RELOADS_MS = [0, 2_000, 5_000, 10_000];

export const usePaymentWrite = (): Write =>
  useWrite(() => {
    for (const wait of RELOADS_MS) setTimeout(() => forget('payments'), wait);
  });

// What Google's Data Manager says later of a request that it accepted: how many of its events were refused and why, never which. Reasons are of
// google.ads.datamanager.v1.ProcessingErrorReason.
import { z } from 'zod';
import { wholeNumber } from '../shapes.ts';
import type { RequestStatus } from './destination.ts';

export const statusAnswer = z.object({
  requestStatusPerDestination: z
    .array(
      z.object({
        requestStatus: z.string().default('REQUEST_STATUS_UNKNOWN'),
        errorInfo: z
          .object({
            errorCounts: z
              .array(z.object({ recordCount: wholeNumber.default(0), reason: z.string().default('UNSPECIFIED') }))
              .default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});

const ENDED = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED'];
const PREFIX = /^PROCESSING_ERROR_(REASON_)?/;

/** Our own repetition: the conversion is there under its id. */
const REPEATED = 'DUPLICATE_TRANSACTION_ID';
/** The conversion is there under another id, by its click and time. */
const DUPLICATE = 'DUPLICATE_GCLID';

/** Reasons that are about no event: the same event is accepted later, or once a person has done something at Google. */
const LATER: Readonly<Record<string, 'unavailable' | 'terms' | 'misconfigured'>> = {
  INTERNAL_ERROR: 'unavailable',
  TOO_RECENT_CLICK: 'unavailable',
  DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED: 'terms',
  // The advertiser has not agreed to the use of data by Google's ad services.
  NO_CONSENT: 'misconfigured',
  // The conversion action takes its credit from elsewhere, and no events.
  EXTERNAL_ATTRIBUTION_DATA_MISSING: 'misconfigured',
};

/** A state that is none of these is no end: `REQUEST_STATUS_UNKNOWN` is asked again, as is an answer without states. */
export function requestStatusOf({ requestStatusPerDestination: all }: z.infer<typeof statusAnswer>): RequestStatus {
  if (all.length === 0 || !all.every(({ requestStatus }) => ENDED.includes(requestStatus)))
    return { isFinished: false, rejected: [] };
  const counts = all
    .flatMap(({ errorInfo }) => errorInfo?.errorCounts ?? [])
    .map(({ recordCount, reason }) => ({ count: recordCount, reason: reason.replace(PREFIX, '') }));
  const duplicates = counts.filter(({ reason }) => reason === DUPLICATE);
  const later = counts.flatMap(({ count, reason }) => {
    const outcome = LATER[reason];
    return outcome === undefined ? [] : [{ count, reason, outcome }];
  });
  const isWhole = all.every(({ requestStatus }) => requestStatus === 'SUCCESS');
  const isFailed = all.every(({ requestStatus }) => requestStatus === 'FAILED');
  return {
    isFinished: true,
    rejected: counts.filter(({ reason }) => reason !== REPEATED && reason !== DUPLICATE && LATER[reason] === undefined),
    ...(duplicates.length === 0 ? {} : { duplicates }),
    ...(later.length === 0 ? {} : { later }),
    ...(isWhole || counts.length > 0 ? {} : { unexplained: isFailed ? 'all' : 'some' }),
  };
}

// The receivers of conversions of nine platforms, with their own words: how each names bad events, repeats, dead tokens and limits.
import type { Closing, FakeAnswer, FakeRequest } from '../provider-server.ts';
import { type Bad, bearerOf, type PlatformRules, type Receiver, startReceiver } from './receiver.ts';
import * as shapes from './shapes.ts';

const at = (event: unknown, ...path: string[]): unknown =>
  path.reduce((value: unknown, name) => (Object(value) as Record<string, unknown>)[name], event);
const listAt = (body: unknown, ...path: string[]): unknown[] => at(body, ...path) as unknown[];

const metaError = (code: number, message: string, more = {}, status = 400): FakeAnswer => ({
  status,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'trace-1', ...more } },
});
const META: PlatformRules = {
  path: /^\/v26\.0\/([\w-]+)\/events$/,
  tokenOf: bearerOf,
  eventsOf: (body) => listAt(body, 'data'),
  event: shapes.metaEvent,
  refusalOf: shapes.metaRefusal,
  maxEvents: 1_000,
  isPartial: false,
  keyOf: (event) => `${at(event, 'event_name')} ${at(event, 'event_id')}`,
  accepted: (events) => ({ status: 200, body: { events_received: events, messages: [], fbtrace_id: 'trace-1' } }),
  refused: () => metaError(100, 'Invalid parameter', { error_subcode: 2_804_003, is_transient: false }),
  deadToken: metaError(190, 'Error validating access token', { error_subcode: 463 }),
  other: ({ method }, { pathname }) => {
    const [, account] = /^\/v26\.0\/(\w+)\/dataset$/.exec(pathname) ?? [];
    if (method !== 'POST' || account === undefined) return undefined;
    if (account === 'foreign') return metaError(100, 'Unsupported post request', { error_subcode: 33 });
    return { status: 200, body: { id: `dataset-of-${account}` } };
  },
  wrongTarget: metaError(100, "Unsupported post request. Object with ID '777' does not exist", { error_subcode: 33 }),
  terms: metaError(2663, '(#2663) Terms of service has not been accepted'),
  scripts: {
    error_once: metaError(2, '(#2) Service temporarily unavailable', { is_transient: true }, 500),
    throttled: metaError(17, 'User request limit reached', {}, 500),
  },
};

const googleError = (status: number, word: string, details: unknown[] = []): FakeAnswer => ({
  status,
  body: { error: { code: status, status: word, message: 'There was a problem with the request.', details } },
});
const fieldViolations = (fields: { field: string; reason: string }[]): FakeAnswer =>
  googleError(400, 'INVALID_ARGUMENT', [
    { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'g-1' },
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: fields },
  ]);
const DAY_MS = 86_400_000;

/** The Google Ads API: rows of conversions that it has, by their ids, each refused with its own code. */
function adjust(request: FakeRequest, path: string, { kept, now }: Receiver): FakeAnswer {
  const [, customer = ''] = /^\/v26\/customers\/(\d+):/.exec(path) ?? [];
  if (request.headers['developer-token'] !== 'developer') return googleError(400, 'INVALID_ARGUMENT');
  const { conversionAdjustments: rows } = shapes.googleAdjustments(customer).parse(JSON.parse(request.body));
  const refusalOf = ({ orderId, adjustmentType }: (typeof rows)[number]): string | undefined => {
    const event = kept.find((each) => at(each.event, 'transactionId') === orderId)?.event;
    if (!event) return 'CONVERSION_NOT_FOUND';
    if (now() - Date.parse(String(at(event, 'eventTimestamp'))) < DAY_MS) return 'TOO_RECENT_CONVERSION';
    const earlier = kept.filter(({ target, event: one }) => target === 'adjustments' && at(one, 'orderId') === orderId);
    if (earlier.some(({ event: one }) => at(one, 'adjustmentType') === 'RETRACTION')) return 'CONVERSION_ALREADY_RETRACTED';
    kept.push({ target: 'adjustments', event: { orderId, adjustmentType, row: rows.find((row) => row.orderId === orderId) } });
    return undefined;
  };
  const errors = rows.flatMap((row, index) => {
    const code = refusalOf(row);
    const location = { fieldPathElements: [{ fieldName: 'conversion_adjustments', index }] };
    return code === undefined ? [] : [{ errorCode: { conversionAdjustmentUploadError: code }, message: 'no', location }];
  });
  const failure = { partialFailureError: { code: 3, message: 'Some rows failed.', details: [{ errors }] } };
  return { status: 200, body: { results: rows.map(() => ({})), jobId: '1', ...(errors.length > 0 ? failure : {}) } };
}

/** What Google says later of a request: a state, and counts by reasons. */
export const googleState = (requestStatus: string, counts: Readonly<Record<string, number>> = {}): unknown => ({
  requestStatus,
  ...(Object.keys(counts).length === 0
    ? {}
    : {
        errorInfo: {
          errorCounts: Object.entries(counts).map(([reason, count]) => ({
            reason: `PROCESSING_ERROR_REASON_${reason}`,
            recordCount: String(count),
          })),
        },
      }),
});
const PARTIAL = googleState('PARTIAL_SUCCESS', { EVENT_TOO_OLD: 2, DUPLICATE_TRANSACTION_ID: 5 });

const GOOGLE: PlatformRules = {
  path: /^\/v1\/(events):ingest$/,
  tokenOf: bearerOf,
  eventsOf: (body) => {
    shapes.googleRequest.parse(body);
    return listAt(body, 'events');
  },
  event: shapes.googleEvent,
  maxEvents: 2_000,
  isPartial: false,
  keyOf: (event) => String(at(event, 'transactionId')),
  accepted: () => ({ status: 200, body: { requestId: 'google-1' } }),
  refused: (bad) => fieldViolations(bad.map(({ index }) => ({ field: `events[${index}].user_data`, reason: 'INVALID_FORMAT' }))),
  deadToken: googleError(401, 'UNAUTHENTICATED'),
  wrongTarget: fieldViolations([
    { field: 'destinations[0].product_destination_id', reason: 'INVALID_CONVERSION_ACTION_TYPE' },
    { field: 'destinations[0].operating_account', reason: 'INVALID_DESTINATION' },
  ]),
  terms: fieldViolations([{ field: 'destinations[0]', reason: 'TERMS_AND_CONDITIONS_NOT_SIGNED' }]),
  scripts: {
    error_once: googleError(503, 'UNAVAILABLE'),
    throttled: googleError(429, 'RESOURCE_EXHAUSTED', [{ retryDelay: '3600s' }]),
  },
  other: (request, { pathname }, receiver) =>
    /:uploadConversionAdjustments$/.test(pathname)
      ? adjust(request, pathname, receiver)
      : pathname === '/v1/requestStatus:retrieve'
        ? { status: 200, body: { requestStatusPerDestination: receiver.states ?? [PARTIAL] } }
        : undefined,
};

const tiktok = (code: number, message: string): FakeAnswer => ({ status: 200, body: { code, message, request_id: 't-1' } });
const TIKTOK: PlatformRules = {
  path: /^\/open_api\/v1\.3\/event\/(track)\/$/,
  tokenOf: ({ headers }) => String(headers['access-token']),
  eventsOf: (body) => listAt(body, 'data'),
  event: shapes.tiktokEvent,
  maxEvents: 1_000,
  isPartial: false,
  keyOf: (event) => `${at(event, 'event')} ${at(event, 'event_id')}`,
  accepted: () => tiktok(0, 'OK'),
  // One at a time.
  refused: ([first]) => tiktok(40_002, `Batch.${first?.index}.user.email: Not a valid string`),
  wrongTarget: tiktok(40_002, 'event_source_id: Pixel code is not valid'),
  deadToken: tiktok(40_105, 'Access token is incorrect or has been revoked.'),
  scripts: {
    error_once: tiktok(50_000, 'System error'),
    throttled: { ...tiktok(40_100, 'Too many requests.'), headers: { 'retry-after': '3600' } },
  },
};

const linkedInLines = (bad: readonly Bad[]): string =>
  bad.map(({ index }) => `Index: ${index}, ERROR :: /conversionValue/amount :: field is required but not found\n`).join('');
const LINKEDIN: PlatformRules = {
  path: /^\/rest\/(conversionEvents)$/,
  tokenOf: (request) => (request.headers['linkedin-version'] === '202610' ? bearerOf(request) : undefined),
  eventsOf: (body) => listAt(body, 'elements'),
  event: shapes.linkedInEvent,
  maxEvents: 5_000,
  isPartial: false,
  keyOf: (event) => String(at(event, 'eventId')),
  accepted: (events) => ({ status: 200, body: { elements: Array.from({ length: events }, () => ({ status: 201 })) } }),
  refused: (bad) =>
    bad.length % 2 === 0
      ? {
          status: 400,
          body: { status: 400, message: `Bad values at indices [${bad.map(({ index }) => index).join(', ')}] (0-indexed)` },
        }
      : { status: 422, body: { message: linkedInLines(bad), status: 422 } },
  // A rule that takes its conversions from a tag, in LinkedIn's words.
  wrongTarget: {
    status: 400,
    body: {
      message:
        "Incorrect conversions information provided. Conversion's method should be CONVERSIONS_API, indices [0, 1] (0-indexed)",
      status: 400,
    },
  },
  deadToken: { status: 401, body: { status: 401, serviceErrorCode: 65_601, code: 'REVOKED_ACCESS_TOKEN', message: 'revoked' } },
};

const MICROSOFT: PlatformRules = {
  path: /^\/CampaignManagement\/v13\/(OfflineConversions|OfflineConversionAdjustments)\/Apply$/,
  tokenOf: (request) =>
    request.headers['developertoken'] && request.headers['customeraccountid'] ? bearerOf(request) : undefined,
  eventsOf: (body) => Object.values(Object(body) as Record<string, unknown[]>)[0] ?? [],
  event: shapes.microsoftRow,
  maxEvents: 1_000,
  isPartial: true,
  keyOf: (event) =>
    [
      ...['MicrosoftClickId', 'HashedEmailAddress', 'HashedPhoneNumber', 'ConversionTime'].map((name) => at(event, name)),
      ...['AdjustmentType', 'AdjustmentTime'].map((name) => at(event, name)),
    ].join(' '),
  accepted: (_events, bad) => ({
    status: 200,
    body: {
      TrackingId: 'm-1',
      PartialErrors: bad.map(({ index, message }) => ({ Index: index, Code: 5_201, ErrorCode: 'InvalidRow', Message: message })),
    },
  }),
  wrongTarget: {
    status: 200,
    body: {
      PartialErrors: [
        { Index: 0, Code: 2_403, ErrorCode: 'OfflineConversionGoalNotFound', Message: 'There is no goal of that name.' },
      ],
    },
  },
  deadToken: { status: 401, body: { Errors: [{ Code: 105, ErrorCode: 'InvalidCredentials', Message: 'no' }] } },
  scripts: { throttled: { status: 400, body: { OperationErrors: [{ Code: 117, ErrorCode: 'CallRateExceeded' }] } } },
};

const PINTEREST: PlatformRules = {
  path: /^\/v5\/ad_accounts\/(\d+)\/events$/,
  tokenOf: bearerOf,
  eventsOf: (body) => listAt(body, 'data'),
  event: shapes.pinterestEvent,
  maxEvents: 1_000,
  isPartial: true,
  keyOf: (event) => String(at(event, 'event_id')),
  accepted: (events, bad) => ({
    status: bad.length === events ? 422 : 200,
    body: {
      num_events_received: events,
      num_events_processed: events - bad.length,
      events: Array.from({ length: events }, (_, index) => {
        const refusal = bad.find((each) => each.index === index);
        return { status: refusal ? 'failed' : 'processed', error_message: refusal?.message ?? '', warning_message: '' };
      }),
    },
  }),
  wrongTarget: { status: 404, body: { code: 50, message: 'No such ad account.' } },
  deadToken: { status: 401, body: { code: 2, message: 'Authentication failed.' } },
};

const SNAP: PlatformRules = {
  path: /^\/v3\/([\w-]+)\/events$/,
  tokenOf: ({ url }) => new URL(url, 'http://fake').searchParams.get('access_token') ?? undefined,
  eventsOf: (body) => listAt(body, 'data'),
  event: shapes.snapEvent,
  maxEvents: 2_000,
  isPartial: false,
  keyOf: (event) => String(at(event, 'event_id')),
  accepted: () => ({ status: 200, body: { status: 'OK', reason: 'Events have been processed successfully.' } }),
  refused: () => ({ status: 400, body: { status: 'INVALID', reason: 'Events have invalid fields.' } }),
  wrongTarget: { status: 400, body: { status: 'INVALID', reason: 'The pixel id is not valid.' } },
  deadToken: { status: 401, body: { status: 'UNAUTHORIZED', reason: 'Invalid token' } },
};

const REDDIT: PlatformRules = {
  path: /^\/api\/v3\/pixels\/(\w+)\/conversion_events$/,
  tokenOf: bearerOf,
  eventsOf: (body) => listAt(body, 'data', 'events'),
  event: shapes.redditEvent,
  maxEvents: 1_000,
  isPartial: false,
  keyOf: (event) => String(at(event, 'metadata', 'conversion_id')),
  accepted: (events) => ({ status: 200, body: { message: `Successfully processed ${events} conversion events.` } }),
  refused: (bad) => ({
    status: 400,
    body: { message: 'invalid', invalid_events: bad.map(({ message, event }) => ({ error_message: message, event })) },
  }),
  wrongTarget: { status: 400, body: { error: { code: 400, message: 'pixel 777 does not exist' } } },
  deadToken: { status: 401, body: {}, text: 'Authorization Required' },
};

const OPENAI: PlatformRules = {
  path: /^\/v1\/events$/,
  targetOf: ({ searchParams }) => searchParams.get('pid') ?? '',
  tokenOf: bearerOf,
  eventsOf: (body) => listAt(body, 'events'),
  isCheck: (body) => at(body, 'validate_only') === true,
  event: shapes.openAiEvent,
  maxEvents: 1_000,
  isPartial: false,
  keyOf: (event) => `${at(event, 'type')} ${at(event, 'id')}`,
  accepted: (events) => ({ status: 202, body: { accepted: events } }),
  refused: () => ({ status: 400, body: { error: { message: 'events[1].data: unexpected field' } } }),
  wrongTarget: { status: 400, body: { error: { message: 'Unknown pixel' } } },
  deadToken: { status: 401, body: { error: { message: 'Invalid API key' } } },
};

export const RECEIVERS = {
  meta: META,
  google_ads: GOOGLE,
  tiktok: TIKTOK,
  linkedin: LINKEDIN,
  microsoft_ads: MICROSOFT,
  pinterest: PINTEREST,
  snap: SNAP,
  reddit: REDDIT,
  openai_ads: OPENAI,
};
export type ReceiverId = keyof typeof RECEIVERS;

export const startConversionReceiver = (t: Closing, id: ReceiverId): Promise<Receiver> => startReceiver(t, RECEIVERS[id]);

/** The settings of the installation that lead to a receiver. */
export const receiverSettings = (id: ReceiverId, url: string): { [provider: string]: Record<string, unknown> } => ({
  [id]: ['pinterest', 'snap', 'reddit', 'openai_ads'].includes(id)
    ? { url }
    : {
        url,
        clientId: 'app',
        clientSecret: 'secret',
        ...(['google_ads', 'microsoft_ads'].includes(id) ? { developerToken: 'developer' } : {}),
      },
});

// The capture interface of PostHog: /capture, /batch and /e, as JSON, also in base64 in a form, and packed with gzip.
import { gunzipSync } from 'node:zlib';
import { ApiError } from '../../../base/contract/api-error.ts';
import { clickIdKinds } from '../../../providers/click-ids.ts';
import { filledOf, isObject, type Json, listIn, membersOf, objectIn, textIn } from './values.ts';
import { postsOf, type Wire, type WireEvent } from './wire.ts';

/** What a packed body may be, as an unpacked one. */
const UNPACKED_BYTES = 512 * 1024;
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
/** What the tag notes for itself, and what says nothing of a visit. */
const IGNORED = new Set([
  '$pageleave',
  '$autocapture',
  '$rageclick',
  '$web_vitals',
  '$feature_flag_called',
  '$groupidentify',
  '$set',
  '$opt_in',
  '$snapshot',
  '$heatmap',
  '$$heatmap',
  '$exception',
  '$dead_click',
  '$copy_autocapture',
  '$performance_event',
]);
const DIRECT = '$direct';

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES });
  } catch (error) {
    const isLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isLong) throw new ApiError('payload_too_large', 'The body is larger than the 512 kB that this operation takes.');
    throw new ApiError('invalid_request', 'The body is gzipped and cannot be unpacked.');
  }
}

/** The text of a body, or of its member `data` in a form, which may be base64. */
function textOf(bytes: Buffer): string {
  const text = unpacked(bytes).toString('utf8').trim();
  if (!/^data=/.test(text) && !/[&?]data=/.test(text.slice(0, 200))) return text;
  const data = new URLSearchParams(text).get('data') ?? '';
  return /^\s*[[{]/.test(data) ? data : Buffer.from(data.replaceAll(' ', '+'), 'base64').toString('utf8');
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('invalid_request', 'The body is not valid JSON.');
  }
}

interface Who {
  anonymous_id: string | undefined;
  external_id: string | undefined;
}

/** The id of the device, which stays, and that of the person once there is one. */
function whoOf(call: Json, properties: Json, name: string): Who {
  const id = textIn(call['distinct_id'] ?? properties['distinct_id']);
  const device = textIn(properties['$device_id']);
  if (name === '$identify') return { anonymous_id: device ?? textIn(properties['$anon_distinct_id']) ?? id, external_id: id };
  if (name === '$create_alias') return { anonymous_id: textIn(properties['alias']), external_id: id };
  const isPerson = properties['$is_identified'] === true || (device !== undefined && device !== id);
  return { anonymous_id: device ?? id, external_id: isPerson ? id : undefined };
}

function timeOf(call: Json, now: number): string | undefined {
  const offset = Number(call['offset']);
  if (call['timestamp'] === undefined && Number.isFinite(offset) && offset > 0) return new Date(now - offset).toISOString();
  return textIn(call['timestamp']);
}

function eventOf(call: Json, now: number): WireEvent {
  const properties = objectIn(call['properties']);
  const name = textIn(call['event']);
  if (name === undefined || IGNORED.has(name)) return { event: undefined };
  const isIdentity = name === '$identify' || name === '$create_alias';
  const { anonymous_id, external_id } = whoOf(call, properties, name);
  const traits = objectIn(call['$set'] ?? properties['$set']);
  const referrer = textIn(properties['$referrer']);
  const isView = name === '$pageview' || name === '$screen';
  const event = {
    event_id: textIn(call['uuid'] ?? properties['$insert_id']),
    event_type: isView ? 'page_view' : isIdentity ? 'identify' : name.slice(0, 100),
    anonymous_id,
    client_time: timeOf(call, now),
    url: textIn(properties['$current_url']),
    referrer: referrer === DIRECT ? undefined : referrer,
    page_title: textIn(properties['title']),
    utm: membersOf(properties, UTM),
    click_ids: membersOf(properties, clickIdKinds()),
    user_traits: filledOf({ external_id, ...membersOf(traits, ['email', 'phone', 'first_name', 'last_name']) }),
    ...(isView || isIdentity ? {} : { properties: ownOf(properties) }),
  };
  return { event, userAgent: textIn(properties['$raw_user_agent'] ?? properties['$useragent']) };
}

/** Without what the tag adds to every event. */
const ownOf = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).filter(([name]) => !name.startsWith('$') && name !== 'token' && name !== 'distinct_id'),
  );

function keyIn(body: unknown, calls: readonly Json[]): string | undefined {
  const own = objectIn(body);
  const first = calls[0] ?? {};
  return textIn(own['api_key'] ?? own['token'] ?? first['api_key'] ?? first['token'] ?? objectIn(first['properties'])['token']);
}

export const posthogWire: Wire = {
  success: '{"status":1}',
  read: (_request, bytes, now) => {
    const body = parsed(bytes);
    const listed = Array.isArray(body) ? body : isObject(body) && Array.isArray(body['batch']) ? listIn(body['batch']) : [body];
    const calls = listed.filter(isObject);
    const key = keyIn(body, calls);
    if (key === undefined) throw new ApiError('unauthorized', 'The key is missing: api_key is the tracking key.');
    return postsOf(
      key,
      textIn(objectIn(body)['sent_at']),
      calls.map((call) => eventOf(call, now)),
    );
  },
};

// The HTTP tracking interface of Segment, which RudderStack has too: /v1/track, page, screen, identify, alias, group and batch.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../../base/contract/api-error.ts';
import { clickIdKinds } from '../../../providers/click-ids.ts';
import { filledOf, isObject, type Json, listIn, membersOf, objectIn, textIn } from './values.ts';
import { postsOf, type Wire, type WireEvent } from './wire.ts';

/** The user of `Authorization: Basic`, whose password is empty. */
function keyInHeader({ authorization }: IncomingMessage['headers']): string | undefined {
  const [, encoded] = /^basic\s+([a-z0-9+/=]+)\s*$/i.exec(authorization ?? '') ?? [];
  return encoded === undefined ? undefined : textIn(Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0]);
}

const TRAITS = ['email', 'phone', 'country'];

function traitsOf(userId: string | undefined, traits: Json): Record<string, string> | undefined {
  const names = { first_name: traits['firstName'] ?? traits['first_name'], last_name: traits['lastName'] ?? traits['last_name'] };
  return filledOf({ external_id: userId, ...membersOf(traits, TRAITS), ...names });
}

/** What a browser says of money counts as little as what it tells the tracker. */
function orderOf(properties: Json): object {
  const order = textIn(properties['order_id'] ?? properties['orderId']);
  const amount = textIn(properties['total'] ?? properties['value'] ?? properties['revenue']);
  return {
    event_type: 'payment_received',
    idempotency_key: order,
    value: amount === undefined ? undefined : { amount, currency: textIn(properties['currency']) },
  };
}

/** Undefined of calls that bring nothing here. */
function kindOf(type: string, call: Json, properties: Json): object | undefined {
  const name = textIn(call['name'] ?? properties['name']);
  switch (type) {
    case 'page':
    case 'screen':
      return { event_type: 'page_view', event_name: name };
    case 'track': {
      const event = textIn(call['event']);
      if (event === undefined) return undefined;
      return event.toLowerCase() === 'order completed' ? orderOf(properties) : { event_type: event.slice(0, 100), properties };
    }
    case 'identify':
    case 'alias':
      return { event_type: 'identify' };
    default:
      return undefined;
  }
}

const UTM = { source: 'source', medium: 'medium', campaign: 'name', term: 'term', content: 'content' };

/**
 * Of the names that the library read from the address of the page.
 * TRICKY: it splits at each equals sign, so `utm_campaign=size=42` is called `size`; the address has the whole value.
 */
function utmOf(campaign: Json, address: string | undefined): Record<string, string> | undefined {
  const query = (address === undefined ? null : URL.parse(address))?.searchParams;
  const found = Object.entries(UTM).map(([field, name]) => {
    const [called, whole] = [textIn(campaign[name]), query?.get(`utm_${field}`)];
    return [field, called !== undefined && whole?.startsWith(`${called}=`) ? whole : called];
  });
  return filledOf(Object.fromEntries(found));
}

function eventOf(call: Json, type: string): WireEvent {
  const [context, properties] = [objectIn(call['context']), objectIn(call['properties'])];
  const page = objectIn(context['page']);
  const url = textIn(properties['url'] ?? page['url']);
  const userAgent = textIn(context['userAgent']);
  const kind = kindOf(type, call, properties);
  if (!kind) return { event: undefined };
  const traits = type === 'identify' ? objectIn(call['traits']) : objectIn(context['traits']);
  const event = {
    event_id: textIn(call['messageId']),
    anonymous_id: textIn(type === 'alias' ? call['previousId'] : call['anonymousId']),
    client_time: textIn(call['originalTimestamp'] ?? call['timestamp']),
    // A name of a user is no page: a screen of an app has none.
    url,
    referrer: textIn(properties['referrer'] ?? page['referrer']),
    page_title: textIn(properties['title'] ?? page['title']),
    utm: utmOf(objectIn(context['campaign']), url),
    click_ids: membersOf(properties, clickIdKinds()),
    user_traits: traitsOf(textIn(call['userId']), traits),
    ...kind,
  };
  return { event, userAgent };
}

function callsIn(body: Json, path: string): { call: Json; type: string }[] {
  if (path !== 'batch') return [{ call: body, type: path }];
  return listIn(body['batch']).flatMap((call) => (isObject(call) ? { call, type: textIn(call['type']) ?? 'track' } : []));
}

/** @param path The last part of the address. */
export const segmentWire = (path: string): Wire => ({
  success: '{"success":true}',
  read: ({ headers }, bytes) => {
    let body: unknown;
    try {
      body = JSON.parse(bytes.toString('utf8'));
    } catch {
      throw new ApiError('invalid_request', 'The body is not valid JSON.');
    }
    if (!isObject(body)) throw new ApiError('invalid_request', 'The body is no JSON object.');
    const key = keyInHeader(headers) ?? textIn(body['writeKey']);
    if (key === undefined)
      throw new ApiError(
        'unauthorized',
        'The write key is missing: the tracking key as the user of Basic authorization, or writeKey.',
      );
    const events = callsIn(body, path).map(({ call, type }) => eventOf(call, type));
    return postsOf(key, textIn(body['sentAt']), events);
  },
});

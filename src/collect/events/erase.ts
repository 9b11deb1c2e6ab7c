// The personal parts of an event, and the parts that join it to other events: read when a person is erased. The input of figures stays: type, time,
// money, origin, device and country.
import type { Body, Change, ErasableKind, NamedClick, Traces } from '../../base/contract/erasing.ts';
import { clickKeys } from './enrich/origin.ts';
import type { EventBody } from './event-body.ts';

/** Said in the person's own words, or of them alone. */
const FREE = [
  'event_name',
  'page_title',
  'utm_term',
  'utm_content',
  'city',
  'client_network',
  'event_source_url',
  'properties',
] as const satisfies (keyof EventBody)[];
const ERASED_PATH = '/erased';
const HOST = /^https?:\/\/[^/?#]*/i;

function clicksOf({ click_ids: ids = {} }: EventBody): NamedClick[] {
  return Object.entries(ids).map(([kind, value]) => {
    const [click] = clickKeys(new Map([[kind, value]])).clicks;
    return click ? { kind, value, key: click.click_key } : { kind, value };
  });
}

const traces = (body: EventBody): Traces => ({ clicks: clicksOf(body), path: body.path ?? null });

function eraseClicks(body: EventBody, change: Change): void {
  if (!body.click_ids) return;
  const ids = new Map(clicksOf(body).map((click) => [click.kind, change.clickId(click)]));
  const { clicks, hash } = clickKeys(ids);
  body.click_ids = Object.fromEntries(ids);
  body.click_hash = hash;
  if (clicks.length > 0) body.clicks = clicks;
}

function eraseOwn(body: EventBody, change: Change): void {
  for (const name of FREE) delete body[name];
  if (body.path !== undefined && !change.keepsPath(body.path)) body.path = ERASED_PATH;
  if (body.url !== undefined) body.url = `${HOST.exec(body.url)?.[0] ?? ''}${body.path ?? ''}`;
}

/** Every text of a value, in its place. */
function textsOf(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => textsOf(each, text));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, textsOf(each, text)]));
}

function erase(eventBody: EventBody, change: Change): EventBody {
  const body = structuredClone(eventBody);
  if (body.visitor_key !== undefined) body.visitor_key = change.visitorKey(body.visitor_key);
  if (body.identifiers)
    body.identifiers = body.identifiers.map((one) => ({ ...one, identifier_key: change.identifierKey(one.identifier_key) }));
  eraseClicks(body, change);
  if (change.isOwn) eraseOwn(body, change);
  return textsOf(body, change.text) as EventBody;
}

export const erasableEvent: ErasableKind = {
  traces: (body) => traces(body as unknown as EventBody),
  erase: (body, change) => erase(body as unknown as EventBody, change) as unknown as Body,
};

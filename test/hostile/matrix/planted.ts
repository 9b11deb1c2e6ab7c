// A foreign place full of things: every operation of the contract that makes something is called there by its owner with the contract's example, whose
// words are marked; then everything that its owner can read is read, and the ids in it are known.
import { randomUUID } from 'node:crypto';
import { type ContractOperation, contract, resolveSchema } from '../../../src/base/contract/document.ts';
import { bodyFor, matrixOperations, send, urlFor } from './asking.ts';
import type { Place } from './rules.ts';
import type { MatrixWorld } from './world.ts';

const MARK = 'Foreignword';
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/;
const OPAQUE = /(?:[a-z]+_)+(?=[A-Za-z]*\d)[A-Za-z\d]{12,}/;
const FREE_TEXT = /^(?:name|first_name|last_name|display_name|title|text|note|description|label|filename|campaign|reason)$/;

/** The example with a mark in each free text and address, so that no other place has the same. */
function marked(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => marked(each, key));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each, name)]));
  if (typeof value !== 'string') return value;
  if (FREE_TEXT.test(key)) return `${value} ${MARK}`;
  return /^[^@\s]+@[^@\s]+$/.test(value) ? value.replace(/^.*@/, `${MARK.toLowerCase()}@`) : value;
}

/** What ends a place or takes away who looks. */
const ENDS = /^(?:delete|revoke|remove|end|archive|erase|withdraw|undo|change|sign|purge|leave)/;

/** An id, the path of the operation that answered with it, and the field that it was in. */
export interface FoundId {
  id: string;
  path: string;
  key: string;
}

export interface Planted {
  /** Ids that only the foreign place has; one that was found in several ways is there as often. */
  found: FoundId[];
  /** The same, each once. */
  ids: string[];
  /** Operations that made something. */
  made: number;
}

interface Answer {
  path: string;
  text: string;
}

const isId = (text: string): boolean => [UUID, OPAQUE].some((form) => new RegExp(`^${form.source}$`).test(text));

function idsIn(value: unknown, path: string, key = ''): FoundId[] {
  if (Array.isArray(value)) return value.flatMap((each) => idsIn(each, path, key));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, each]) => idsIn(each, path, name));
  return typeof value === 'string' && isId(value) ? [{ id: value, path, key }] : [];
}

interface Reader {
  world: MatrixWorld;
  personId: string;
  place: Place;
}

/** An operation of a person, by a session of its own: limits of a minute are not what is tried, and tokens of others last an hour. */
async function call({ world, personId, place }: Reader, operation: ContractOperation, body: unknown): Promise<Answer> {
  const session = { header: `Bearer ${world.make.sessionOf(personId)}` };
  const { status, text } = await send(operation, session, urlFor(world, operation, place), body);
  return { path: operation.path, text: status < 300 ? text : '' };
}

async function readAll(reader: Reader): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const operation of matrixOperations)
    if (operation.effect === 'read' && operation.auth.includes('session') && operation.grain !== 'none')
      answers.push(await call(reader, operation, bodyFor(operation, reader.place)));
  return answers;
}

/** Outcomes of a customer, as a server sends them. */
async function plantEvents({ app, make }: MatrixWorld, place: Place): Promise<void> {
  const api = app.api(make.keyOf(place, ['goals:write', 'attribution:write']));
  const traits = { email: `${MARK.toLowerCase()}@elsewhere.example`, first_name: MARK, phone: '+14155550123' };
  for (const [n, event_type] of ['payment_received', 'lead', 'payment_received'].entries()) {
    const value = event_type === 'lead' ? {} : { value: { amount: '17.00', currency: 'USD' } };
    await api.post('/events', { event_type, idempotency_key: `${MARK}-${n}`, user_traits: traits, ...value });
  }
  await app.settle(place.profileId);
}

export async function plant(world: MatrixWorld): Promise<Planted> {
  const { places, ownerId, strangerId } = world;
  const there: Reader = { world, personId: strangerId, place: places.foreign };
  await plantEvents(world, places.foreign);
  const answers: Answer[] = [];
  for (const operation of matrixOperations) {
    if (operation.effect === 'read' || operation.method === 'delete' || operation.grain === 'none') continue;
    if (ENDS.test(operation.id) || !operation.auth.includes('session')) continue;
    answers.push(await call(there, operation, marked(bodyFor(operation, places.foreign))));
  }
  await world.app.settle(places.foreign.profileId);
  const ours = await Promise.all([places.own, places.sibling].map((place) => readAll({ world, personId: ownerId, place })));
  const known = `${ours.flat().map(({ text }) => text)}\n${JSON.stringify(contract().document)}`;
  const found = [...answers, ...(await readAll(there))]
    .filter(({ text }) => text.startsWith('{'))
    .flatMap(({ path, text }) => idsIn(JSON.parse(text), path))
    .filter(({ id }) => !known.includes(id));
  const ids = [...new Set(found.map(({ id }) => id))];
  places.foreign.words.push(MARK, MARK.toLowerCase(), ...ids);
  return { found, ids, made: answers.filter(({ text }) => text !== '').length };
}

/** An id of the same form that nobody has. */
export function nobodys(id: string, random: (below: number) => number): string {
  if (/^[\da-f]{8}-/.test(id)) return randomUUID();
  const [prefix = ''] = /^(?:[a-z]+_)+/.exec(id) ?? [];
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return prefix + Array.from({ length: id.length - prefix.length }, () => letters[random(letters.length)]).join('');
}

/** Ids that callers choose themselves: those of others are as good as any, and are new in each place. */
export const isOwnWord = (name: string): boolean => /_ref$|^deal_id$|^event_id$|^external_id$/.test(name);

export interface IdSlot {
  where: 'path' | 'query' | 'body';
  name: string;
}

/** Where an operation takes an id beside those of its place: in its path, its query and its body. */
export function idSlots(operation: ContractOperation): IdSlot[] {
  const { document } = contract();
  const isPlace = (name: string): boolean => ['workspaceId', 'profileId', 'workspace_id', 'profile_id'].includes(name);
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ where: 'path' as const, name }));
  const inQuery = operation.parameters
    .filter(({ in: where, name }) => where === 'query' && /(?:_id|_ids)$/.test(name))
    .map(({ name }) => ({ where: 'query' as const, name }));
  const schema = operation.bodySchema ? resolveSchema(document, operation.bodySchema) : {};
  const inBody = Object.keys(schema.properties ?? {})
    .filter((name) => /(?:_id|_ids|_ref)$|^ids$/.test(name))
    .map((name) => ({ where: 'body' as const, name }));
  return [...inPath, ...inQuery, ...inBody].filter(
    ({ name }) => !isPlace(name) && !['provider', 'feature', 'appId'].includes(name),
  );
}

/** Ids of the kind that the slot takes: by the field's name, or by the list that the path goes on from. */
export function idsFor({ found }: Planted, { path }: ContractOperation, { where, name }: IdSlot): string[] {
  const list = path.slice(0, path.indexOf(`/{${name}}`));
  const plain = (text: string): string => text.replace(/s$/, '').replaceAll('_', '').toLowerCase();
  const fits = found.filter(
    (each) => plain(each.key) === plain(name) || (where === 'path' && each.path === list && /^(?:id|\w+_id)$/.test(each.key)),
  );
  return [...new Set(fits.map(({ id }) => id))];
}

// The calls of the matrix: every operation of the contract with its own examples, at a place, by a credential; and what is wrong with the answer.
import { randomUUID } from 'node:crypto';
import { authorizeApp } from '../../../src/account/apps/index.ts';
import { type ContractOperation, contract, resolveParameter } from '../../../src/base/contract/document.ts';
import { type Credential, type Expected, expectedOf, type Place, type Target } from './rules.ts';
import type { MatrixWorld } from './world.ts';

const { document, operations: all } = contract();

/** Trackers have a door and keys of their own; what lets an app reach further comes last. */
export const matrixOperations: readonly ContractOperation[] = all
  .filter(({ auth }) => !auth.includes('tracker'))
  .sort((a, b) => Number(a.reach === 'any') - Number(b.reach === 'any'));

/** The contract's own example of a JSON body. */
export function exampleBody({ path, method }: ContractOperation): unknown {
  const media = document.paths[path]?.[method]?.requestBody?.content['application/json'];
  if (!media) return undefined;
  const [first] = Object.values(media.examples ?? {});
  return media.example ?? first?.value ?? {};
}

function exampleOf({ path, method }: ContractOperation, name: string): string {
  const item = document.paths[path];
  const list = [...(item?.parameters ?? []), ...(item?.[method]?.parameters ?? [])];
  const parameter = list.map((node) => resolveParameter(document, node)).find((each) => each.name === name);
  return String(parameter?.example ?? parameter?.schema?.['example'] ?? randomUUID());
}

const namesIn = (body: unknown, name: string): boolean => body !== null && typeof body === 'object' && name in body;

/** The example with the ids of a place in it. */
export function bodyFor(operation: ContractOperation, place: Place): unknown {
  const body = exampleBody(operation);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  return {
    ...body,
    ...(namesIn(body, 'workspace_id') ? { workspace_id: place.workspaceId } : {}),
    ...(namesIn(body, 'profile_id') ? { profile_id: place.profileId } : {}),
  };
}

/** @param ids Values of other path parameters, by name. */
export function urlFor({ app }: MatrixWorld, operation: ContractOperation, place: Place, ids: Record<string, string> = {}): URL {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'workspaceId') return place.workspaceId;
    if (name === 'profileId') return place.profileId;
    return encodeURIComponent(ids[name] ?? exampleOf(operation, name));
  });
  const url = new URL(path, app.baseUrl);
  const isInPath = operation.path.includes('{profileId}');
  if (operation.grain === 'profile' && !isInPath) url.searchParams.set('profile_id', place.profileId);
  for (const { name, in: where, required } of operation.parameters)
    if (where === 'query' && required && name === 'workspace_id') url.searchParams.set(name, place.workspaceId);
    else if (where === 'query' && required && name !== 'profile_id') url.searchParams.set(name, exampleOf(operation, name));
  return url;
}

/** Its own container, made for this one cell, where the operation would end the one that the others need. */
export function disposable({ make, ownerId }: MatrixWorld, cell: Cell, place: Place): Place {
  const { operation, credential, target } = cell;
  const endsContainer = operation.method === 'delete' && /\{(workspaceId|profileId)\}$/.test(operation.path);
  const isAlive = target === 'own' || target === 'sibling';
  if (!endsContainer || !isAlive || wantedOf(cell) !== 'reached') return place;
  if (credential.kind !== 'app') return make.profileIn(make.workspaceOf(ownerId, `Passing ${randomUUID()}`), 'Passing');
  const passing = make.profileIn(place.workspaceId, `Passing ${randomUUID()}`);
  const appId = atob(credential.header?.slice('Basic '.length) ?? '').split(':')[0] ?? '';
  authorizeApp(make.base, { appId, place: passing, kind: 'provisioned' });
  return passing;
}

export interface Cell {
  operation: ContractOperation;
  credential: Credential;
  target: Target;
}

export const wantedOf = ({ operation, credential, target }: Cell): Expected =>
  expectedOf(operation, credential, target, namesIn(exampleBody(operation), 'profile_id'));

export interface CellAnswer {
  status: number;
  text: string;
}

export async function send(
  operation: ContractOperation,
  { header }: Pick<Credential, 'header'>,
  url: URL,
  body: unknown,
): Promise<CellAnswer> {
  const response = await fetch(url, {
    method: operation.method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(header ? { authorization: header } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(operation.idempotency === 'required' ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** What is wrong with a cell, in words; nothing where it is as it must be. */
export async function ask(world: MatrixWorld, cell: Cell): Promise<string[]> {
  const { operation, credential, target } = cell;
  const place = disposable(world, cell, world.placeOf(credential, target));
  const { status, text } = await send(operation, credential, urlFor(world, operation, place), bodyFor(operation, place));
  const wanted = wantedOf(cell);
  const told = operation.id === 'listAudit' ? withoutRefusals(text) : text;
  return [...wrongStatus(wanted, status, text), ...leaks(world, credential, told, wanted === 'reached' ? target : undefined)].map(
    (what) => `${operation.id} × ${credential.name} × ${target}: ${what}`,
  );
}

/** A refused call is in the audit of who called, with the ids that the caller named. */
function withoutRefusals(text: string): string {
  const { data } = JSON.parse(text) as { data?: { action: string }[] };
  return JSON.stringify(data?.filter(({ action }) => action !== 'call.refused') ?? text);
}

/** Refusals that only the door gives, and answers that nobody may get. */
function wrongStatus(wanted: Expected, status: number, text: string): string[] {
  const error = text.startsWith('{') ? (JSON.parse(text) as { error?: { code?: string; message?: string } }).error : undefined;
  const got = `${status} ${error?.code ?? ''}`.trim();
  if (wanted !== 'reached') return got === wanted ? [] : [`expected ${wanted}, got ${got} ${error?.message ?? ''}`];
  const isRefusedAtDoor =
    ['401 unauthorized', '403 forbidden', '403 insufficient_scope', '429 rate_limit_exceeded'].includes(got) ||
    /^No such (workspace|profile)\.$/.test(error?.message ?? '');
  // Apps at providers are the operator's: the operation itself refuses every other owner.
  if (/its operator alone/.test(error?.message ?? '')) return [];
  // Who lacks a payment processor is told so by the operation itself.
  return isRefusedAtDoor || status === 500 || (status === 503 && error?.code !== 'service_unavailable')
    ? [`expected to get through, got ${got} ${error?.message ?? ''}`]
    : [];
}

/** Names and ids from beyond the caller's reach. What this very call was to reach (an app adopts, say) may be named. */
export function leaks(
  { places }: MatrixWorld,
  { reaches, kind }: Credential,
  text: string,
  reached: Target | undefined,
): string[] {
  const beyond = (['own', 'sibling', 'foreign', 'archived'] as const).filter(
    (target) => !reaches.includes(target) && target !== reached,
  );
  const words = beyond.flatMap((target) => places[target].words);
  if (kind !== 'app' && !reaches.includes('sibling')) words.push(...places.apps.words);
  return words.filter((word) => text.includes(word)).map((word) => `the answer holds ${word}`);
}

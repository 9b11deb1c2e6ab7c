// Every reading operation of the contract that needs no more than a place and days, and the reports with their models, dimensions and filters; and what a service
// on a data folder answers to each.
import { type ContractOperation, contract } from '../../../src/base/contract/document.ts';
import { questionsOf } from '../../clickhouse/tools/reports.ts';
import { type Api, startTestApp } from '../../harness.ts';
import { letPass } from '../../until.ts';
import { NOW, type Place } from './world.ts';

export type Question = [path: string, query: Record<string, string>];
export interface Answer {
  question: Question;
  status: number;
  body: unknown;
}

/** They say how this process or this moment is, and nothing of the folder. */
const OF_THE_MOMENT = /^\/$|\/(?:openapi|healthz|readyz|metrics|events\/stream|progress|tracking\/ops)|\/changes$|\/export/;

function questionTo(operation: ContractOperation, values: Record<string, string>): Question[] {
  const query: Record<string, string> = {};
  let { path } = operation;
  for (const { name, in: where, required } of operation.parameters) {
    const value = values[name];
    if (value === undefined && required && where !== 'header') return [];
    if (value === undefined) continue;
    if (where === 'path') path = path.replace(`{${name}}`, value);
    else if (where === 'query') query[name] = value;
  }
  return path.includes('{') || OF_THE_MOMENT.test(path) ? [] : [[path, query]];
}

/** All that can be asked of a folder; some are refused, as of what it does not have. */
export function questionsAbout({ workspaceId, profiles }: Place): Question[] {
  const readings = contract().operations.filter(({ method, effect }) => method === 'get' && effect === 'read');
  const all = profiles.flatMap(({ profileId, date_from, date_to }): Question[] => {
    const values = { profile_id: profileId, workspace_id: workspaceId, date_from, date_to };
    const reports = questionsOf({ profile_id: profileId, date_from, date_to });
    return [...reports, ...readings.flatMap((operation) => questionTo(operation, values))];
  });
  return [...new Map(all.map((question) => [JSON.stringify(question), question])).values()];
}

const BUSY_TRIES = 30;

/** A report of a large folder may take longer than a busy machine lets it: it is asked for again. */
async function ask(api: Api, question: Question): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const { status, body } = await api.get(...question);
    if (status !== 503 || tries === BUSY_TRIES) return { question, status, body };
    await letPass(1000);
  }
}

/** What the folder answers now. */
export async function answersOf(dataDir: string, place: Place, questions: readonly Question[]): Promise<Answer[]> {
  // The harness founds a workspace of its own beside those that are there.
  const app = await startTestApp({ dataDir, at: NOW, installation: { email: 'reader@else.example', workspace: 'Reader' } });
  try {
    const api = app.api(place.session);
    for (const { profileId } of place.profiles) await app.settle(profileId);
    const answers: Answer[] = [];
    for (const question of questions) answers.push(await ask(api, question));
    return answers;
  } finally {
    await app.close();
  }
}

/** Where two answers differ: the operation's path and the place in the answer, with `*` for the number of a row. */
export function differencesBetween(before: readonly Answer[], after: readonly Answer[]): string[] {
  const found = before.flatMap(({ question: [path, query], status, body }, i) => {
    const { workspace_id } = query;
    const name = (workspace_id === undefined ? path : path.replace(workspace_id, '{workspace_id}')).replaceAll(
      /[0-9a-f-]{36}/g,
      '{id}',
    );
    const later = after[i];
    return status === later?.status
      ? placesOf(comparable(body), comparable(later.body), '').map((place) => `${name} ${place}`)
      : [`${name} status`];
  });
  return [...new Set(found)].sort();
}

const isNotice = (value: unknown): boolean => isObject(value) && value['code'] === 'computed_differently';

/**
 * An answer without what follows from other code alone: its number, and the notice that it computes otherwise, which every change of it brings to a folder
 * that is kept without figures. What differs by it is elsewhere in the answers.
 */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isNotice(each)).map(comparable);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, each]) => {
    if (name === 'code') return typeof each !== 'number';
    return !(name === 'warnings' && Array.isArray(each) && each.every(isNotice));
  });
  return Object.fromEntries(members.map(([name, each]) => [name, comparable(each)]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Rows of a list of types, by their types: a new one before the others moves none. */
function byType(value: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const types = value.map((row: unknown) => (isObject(row) && typeof row['type'] === 'string' ? row['type'] : undefined));
  if (types.includes(undefined) || new Set(types).size < types.length) return undefined;
  return Object.fromEntries(value.map((row: unknown, i) => [String(types[i]), row]));
}

function placesOf(before: unknown, after: unknown, at: string): string[] {
  if (!isObject(before) || !isObject(after)) return Object.is(before, after) ? [] : [at || '/'];
  const [typesBefore, typesAfter] = [byType(before), byType(after)];
  if (typesBefore && typesAfter) {
    const types = new Set([...Object.keys(typesBefore), ...Object.keys(typesAfter)]);
    return [...types].flatMap((type) => placesOf(typesBefore[type], typesAfter[type], `${at}/*`));
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => placesOf(before[name], after[name], `${at}/${Array.isArray(before) ? '*' : name}`));
}

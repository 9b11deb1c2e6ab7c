// The setup page of a profile: its steps, and the forms that do them. Each form calls the operation of its step and comes back; while a
// page is being verified the setup page looks again on its own.
import type { Request, Response } from 'express';
import { connectableProviders } from '../../../act/connections/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import type { OperationCaller } from '../../../call/index.ts';
import { setupPath } from '../../http/addresses.ts';
import { renderPage } from '../design/shell.ts';
import { barFor, type Desk, idOf, type Page, queryOf, readForm, tokenField, type Visitor, visitorOf, write } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { type SetupState, setupContent } from './texts.ts';

const REFRESH_SECONDS = 3;
const TEST_VISITS = 5;
const DONE: Readonly<Record<string, string>> = {
  profile: 'The profile is saved.',
  key: 'The tracking key is issued.',
  verify: 'The page was checked; the result is below.',
  definitions: 'The conversion definitions are confirmed.',
  count: 'It counts now; the figures are being recomputed.',
  connect: 'Open the link.',
};

const profileIdOf = (request: Request): string => {
  const id = String(request.params['profileId']);
  if (!isUuid(id)) throw new ApiError('not_found', 'There is no such page.');
  return id.toLowerCase();
};

export async function showSetup(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  const profileId = profileIdOf(request);
  if (!visitor) return askToSignIn(desk, request, response, setupPath(profileId));
  await show(desk, request, response, visitor, { done: DONE[queryOf(request).get('done') ?? ''] });
}

interface Shown {
  done?: string | undefined;
  error?: string;
  status?: number;
}

async function show(desk: Desk, request: Request, response: Response, visitor: Visitor, shown: Shown): Promise<void> {
  const caller = desk.callers(visitor.principal, idOf(request));
  const state: SetupState = {
    ...(await factsOf(caller, profileIdOf(request))),
    baseUrl: desk.baseUrl(),
    platforms: connectableProviders(desk.base),
    token: () => tokenField(desk, request, response),
    ...{ done: shown.done, error: shown.error },
  };
  // Who is typing is not interrupted: only a page that waits for a visit looks again.
  const isWaiting = state.verification?.status === 'waiting' && shown.error === undefined;
  const frame = { title: `Setting up ${state.profile.name}`, isNarrow: true, bar: barFor(visitor) };
  const html = renderPage(isWaiting ? { ...frame, refreshSeconds: REFRESH_SECONDS } : frame, setupContent(state));
  write(response, shown.status ?? 200, html);
}

async function factsOf({ call, may }: OperationCaller, profileId: string) {
  const { data: profile } = await call('getProfile', {}, profileId);
  const { data: verification } = await call('getTrackingVerification', {}, profileId);
  const { data: readiness } = await call('getProfileReadiness', {}, profileId);
  const { data: keys } = await call('listTrackingKeys', {}, profileId);
  const { data: definitions } = await call('listDefinitions', {}, profileId);
  const { data: connections } = await call('listConnections', {}, profileId);
  const isOpen = readiness.steps.some(({ name, done }) => name === 'outcomes_counted' && !done);
  const uncounted = isOpen ? await uncountedOf(call, profileId) : [];
  const snippet = keys.length === 0 ? undefined : (await call('getTrackingSnippet', {}, profileId)).data.html;
  // Each view of visits is written down; while the page looks again on its own there is nothing new to see.
  const isShown = verification?.status !== 'waiting' && may('listTrackingEvents', profileId);
  const testVisits = isShown ? await testVisitsOf(call, profileId) : undefined;
  const mayChange = may('updateProfile', profileId);
  return { profile, verification, readiness, definitions, connections, uncounted, snippet, testVisits, mayChange };
}

/** The event types that no goal counts, each with the goal that would. */
async function uncountedOf(call: OperationCaller['call'], profileId: string): Promise<SetupState['uncounted']> {
  const { data } = await call('getTrackingQuality', { days: 1 }, profileId);
  return data.signals.find(({ name }) => name === 'uncounted_outcomes')?.event_types ?? [];
}

async function testVisitsOf(call: OperationCaller['call'], profileId: string): Promise<SetupState['testVisits']> {
  const { data } = await call('listTrackingEvents', { traffic: 'excluded', order: 'newest', limit: TEST_VISITS }, profileId);
  return data.map(({ event_time, url, host, path, event_type }) => ({
    at: event_time,
    page: `${event_type}: ${url ?? `${host ?? ''}${path ?? ''}`}`,
  }));
}

interface Sent {
  call: OperationCaller['call'];
  profileId: string;
  field: (name: string) => string;
}

/** A form of the page; a refusal is shown on it. What it does may answer where to go next. */
function form(name: keyof typeof DONE, act: (sent: Sent) => Promise<unknown>): Page {
  return async (desk, request, response) => {
    const visitor = visitorOf(desk, request);
    const profileId = profileIdOf(request);
    const path = setupPath(profileId);
    if (!visitor) return askToSignIn(desk, request, response, path);
    const field = readForm(desk, request);
    try {
      const next = await act({ call: desk.callers(visitor.principal, idOf(request)).call, profileId, field });
      response.redirect(303, typeof next === 'string' ? next : `${path}?done=${name}`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
      await show(desk, request, response, visitor, { error: error.message, status: error.status });
    }
  };
}

/** By the last part of their paths. */
export const SETUP_FORMS: Readonly<Record<string, Page>> = {
  connect: form('connect', async ({ call, profileId, field }) => {
    const { data } = await call('connectProvider', { provider: field('provider') }, profileId, {});
    return data.url;
  }),
  profile: form('profile', async ({ call, profileId, field }) => {
    const domains = field('domains')
      .split(/[\s,]+/)
      .filter((domain) => domain !== '');
    const named = { name: field('name').trim(), currency: field('currency').trim().toUpperCase() };
    await call('updateProfile', {}, profileId, { ...named, timezone: field('timezone').trim(), domains });
  }),
  key: form('key', async ({ call, profileId }) => {
    await call('createTrackingKey', {}, profileId);
  }),
  verify: form('verify', async ({ call, profileId, field }) => {
    await call('startTrackingVerification', {}, profileId, { url: field('url').trim() });
  }),
  // The default one as it is: that somebody checked them is what the step requests.
  definitions: form('definitions', async ({ call, profileId }) => {
    const { data } = await call('listDefinitions', {}, profileId);
    const [shown] = data.filter(({ is_default }) => is_default);
    if (shown) await call('putDefinition', { dry_run: false }, profileId, { conversion_key: shown.conversion_key });
  }),
  // The goal is the proposal of the quality report; the form names the event type alone.
  count: form('count', async ({ call, profileId, field }) => {
    const types = await uncountedOf(call, profileId);
    const found = types.find(({ event_type }) => event_type === field('event_type'));
    if (!found) throw new ApiError('invalid_state', 'A goal already counts this event type.');
    await call('putDefinition', { dry_run: false }, profileId, found.proposal);
  }),
};

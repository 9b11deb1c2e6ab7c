// The setup of a profile in words: each step with what does it, a form, a tag to copy or a command. Elements only, no requests.
import type { Answer } from '../../../base/contract/operation.ts';
import { profilePath, setupPath, workspacePath } from '../../http/addresses.ts';
import { Field, Form } from '../design/form.ts';
import { type Children, type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';

type Connection = Answer<'listConnections'>['data'][number];
type Step = Answer<'getProfileReadiness'>['data']['steps'][number];
export type Verification = NonNullable<Answer<'getTrackingVerification'>['data']>;

type Signal = Answer<'getTrackingQuality'>['data']['signals'][number];
type Uncounted = NonNullable<Signal['event_types']>[number];

export interface SetupState {
  /** What can be connected here. */
  platforms: readonly { id: string; name: string }[];
  profile: Answer<'getProfile'>['data'];
  connections: Answer<'listConnections'>['data'];
  readiness: Answer<'getProfileReadiness'>['data'];
  /** The tag to copy; undefined while there is no tracking key. */
  snippet: string | undefined;
  verification: Verification | null;
  definitions: Answer<'listDefinitions'>['data'];
  /** What has come and no goal counts, those with money first. */
  uncounted: readonly Uncounted[];
  /** The newest visits to machines of one's own; undefined for who may not see visits. */
  testVisits: { at: string; page: string }[] | undefined;
  /** The service's address, for a call to copy. */
  baseUrl: string;
  /** Whether the person may change the profile. */
  mayChange: boolean;
  /** A fresh one for each form. */
  token: () => Html;
  done?: string | undefined;
  error?: string | undefined;
}

export function setupContent(state: SetupState): (Html | null)[] {
  const { profile, readiness, done, error } = state;
  const { summary, steps } = readiness;
  return [
    h('div', { class: 'stack' }, [
      h('h1', {}, `Setting up ${profile.name}`),
      h('p', { class: 'soft' }, [
        `${summary.done} of ${summary.total} steps are done. `,
        h('a', { href: profilePath(profile.profile_id) }, 'To the overview'),
      ]),
    ]),
    done === undefined ? null : h('p', { class: 'notice', role: 'status' }, done),
    error === undefined ? null : h('p', { class: 'fault', role: 'alert' }, error),
    ...steps.map((step) =>
      Panel({
        ...{ id: step.name, title: h('span', {}, [step.title, ' ', mark(step.done)]) },
        children: PARTS[step.name] ? PARTS[step.name]?.(state, step) : h('p', {}, step.next),
      }),
    ),
    testTraffic(state),
  ];
}

const mark = (isDone: boolean): Html => h('span', { class: isDone ? 'step done' : 'step open' }, isDone ? '✓ Done' : '○ Open');

/** What is between the heading of a step and the next one. */
const PARTS: Readonly<Record<string, (state: SetupState, step: Step) => Children>> = {
  profile_configured: profilePart,
  ad_account_connected: connectPart,
  tracking_key_issued: (state, { done }) =>
    done
      ? null
      : formOf(
          state,
          'key',
          'Issue a tracking key',
          h('p', {}, 'It is public: the tag contains it, and it can only report visits.'),
        ),
  tracker_installed: trackerPart,
  first_event_received: ({ testVisits }, { done }) => {
    if (done) return null;
    const isTested = testVisits !== undefined && testVisits.length > 0;
    return h(
      'p',
      {},
      isTested
        ? 'Only test traffic has arrived so far (below). Open the public site in a browser.'
        : 'Open the site in a browser.',
    );
  },
  crm_or_outcome_source_connected: outcomesPart,
  spend_received: (_, { done }) =>
    done ? null : [h('p', {}, 'Load a file of daily ad spend on the machine:'), code('./bin/tributary backfill spend spend.csv')],
  definitions_reviewed: definitionsPart,
  outcomes_counted: uncountedPart,
};

const code = (text: string): Html => h('pre', { class: 'snippet' }, h('code', {}, text));

function formOf(state: SetupState, act: string, button: string, children: Children): Html {
  if (!state.mayChange) return h('p', { class: 'soft' }, 'A manager of the profile does this.');
  const { profile, token } = state;
  return Form({ action: `${setupPath(profile.profile_id)}/${act}`, token: token(), button, children });
}

function profilePart(state: SetupState): Children {
  const { name, currency, timezone, domains } = state.profile;
  const form = formOf(state, 'profile', 'Save', [
    Field({ name: 'name', label: 'Name', autocomplete: 'off', value: name }),
    Field({
      name: 'currency',
      label: 'Currency',
      hint: 'ISO 4217, e.g. EUR. The currency of its figures.',
      autocomplete: 'off',
      value: currency,
    }),
    Field({
      ...{ name: 'timezone', label: 'Time zone', hint: 'IANA, e.g. Europe/Berlin. Figures use days in this zone.' },
      ...{ autocomplete: 'off', value: timezone },
    }),
    Field({
      ...{
        name: 'domains',
        label: 'Own domains',
        hint: 'Separated by spaces, e.g. shop.example.com. A visit from one to another has no other source.',
      },
      ...{ autocomplete: 'off', isOptional: true, value: domains.join(' ') },
    }),
  ]);
  return form;
}

function trackerPart(state: SetupState, { done }: Step): Children {
  const { snippet, verification } = state;
  if (snippet === undefined) return done ? null : h('p', {}, 'First issue a tracking key.');
  return [
    h('p', {}, 'Copy this tag into the head of every page:'),
    code(snippet),
    h('p', {}, 'Then check a page. A page on this machine also works if only you can reach the service.'),
    formOf(
      state,
      'verify',
      'Check the page',
      Field({
        ...{
          name: 'url',
          label: 'Address of a page',
          autocomplete: 'url',
          hint: 'E.g. https://shop.example.com/ or http://localhost:3000/',
        },
        value: verification?.url ?? '',
      }),
    ),
    verification ? verificationPart(verification) : null,
  ];
}

const VERDICTS = {
  waiting: 'Waiting for a visit: open the page in a browser now. This page checks again every 3 seconds.',
  verified: 'The tracker works on this page.',
  failed: 'The tracker does not work:',
  timed_out: 'No visit came within 15 minutes:',
} as const;

function verificationPart({ url, status, checks }: Verification): Html {
  return h('div', { class: 'stack', role: 'status' }, [
    h('p', {}, [h('bdi', {}, url), ': ', h('strong', {}, VERDICTS[status])]),
    h(
      'ul',
      { class: 'checks' },
      checks.map((check) => h('li', {}, `${signOf(check.passed)} ${wordsOf(check)}`)),
    ),
  ]);
}

const signOf = (passed: boolean | null): string => (passed === null ? '…' : passed ? '✓' : '✗');

/** The page above has the tag that the message names by its operation. */
const wordsOf = ({ name, passed, message }: Verification['checks'][number]): string =>
  name === 'script_found' && passed === false ? 'The tag is not on the page: copy it from above into the head.' : message;

function outcomesPart({ profile, baseUrl }: SetupState, { done }: Step): Children {
  if (done) return null;
  return [
    h('p', {}, [
      'From your server, with an ',
      h('a', { href: `${workspacePath(profile.workspace_id)}/settings/keys` }, 'API key'),
      ':',
    ]),
    code(
      `curl ${baseUrl}/api/v1/events -H 'Authorization: Bearer svc_live_…' -H 'Content-Type: application/json' \\\n` +
        `  -d '{"event_type": "payment_received", "idempotency_key": "order-1", "value": {"amount": "49.90", "currency": "${profile.currency}"}, "user_traits": {"email": "ada@example.com"}}'`,
    ),
    h('p', {}, 'Or load a file on the machine:'),
    code('./bin/tributary backfill events events.csv'),
  ];
}

function definitionsPart(state: SetupState, { done }: Step): Children {
  const list = h(
    'ul',
    { class: 'rows' },
    state.definitions.map(({ name, event_types, revenue_type, is_default }) =>
      h('li', {}, [
        h('div', {}, [h('p', {}, is_default ? [name, ' ', h('strong', {}, '(the overview counts it)')] : name)]),
        h('span', { class: 'soft small' }, `${revenue_type}: ${event_types.join(', ')}`),
      ]),
    ),
  );
  return [list, done ? null : formOf(state, 'definitions', 'These are right', null)];
}

function connectPart(state: SetupState, { done }: Step): Children {
  const connections = state.connections.filter(({ status }) => status !== 'pending');
  const isDead = (provider: string): boolean =>
    connections.some((each) => each.provider === provider && each.status === 'reconnect_required');
  return [
    connections.length === 0 ? null : h('ul', { class: 'rows' }, connections.map(connectionRow)),
    h(
      'p',
      {},
      done
        ? 'Each connected account is read every hour. Connect one more:'
        : 'Its spend is then read every hour. Choose a platform; its owner grants access there.',
    ),
    ...state.platforms.map(({ id, name }) =>
      formOf(
        state,
        'connect',
        isDead(id) ? `Connect ${name} again` : `Connect ${name}`,
        h('input', { type: 'hidden', name: 'provider', value: id }),
      ),
    ),
  ];
}

const CONNECTION_STATES: Readonly<Record<string, string>> = {
  active: 'connected',
  needs_action: 'needs a person',
  reconnect_required: 'has to be connected again',
  disabled: 'ended',
};

function connectionRow({ name, status, status_reason, accounts, last_sync }: Connection): Html {
  const selected = accounts.filter(({ is_selected }) => is_selected).map((each) => each.name);
  const state = CONNECTION_STATES[status] ?? status;
  const sync = last_sync?.finished_at ? `last read ${last_sync.finished_at.slice(0, 16).replace('T', ' ')} UTC` : 'not read yet';
  return h('li', {}, [
    h('span', {}, [h('strong', {}, name), ': ', h('bdi', {}, selected.join(', '))]),
    h('span', { class: 'soft small' }, `${state}${status_reason === null ? '' : ` (${status_reason})`}, ${sync}`),
  ]);
}

function uncountedPart(state: SetupState, { done }: Step): Children {
  if (done) return null;
  return [
    h('p', {}, 'These outcomes were received and are in no figure. Count the ones that are conversions:'),
    ...state.uncounted.map(({ event_type, events, money }) =>
      formOf(state, 'count', `Count ${event_type}`, [
        h('input', { type: 'hidden', name: 'event_type', value: event_type }),
        h('p', {}, [
          h('strong', {}, h('bdi', {}, event_type)),
          `: ${events.toLocaleString('en-US')}${money.map(({ amount, currency }) => `, ${amount} ${currency}`).join('')}`,
        ]),
      ]),
    ),
  ];
}

function testTraffic({ testVisits }: SetupState): Html | null {
  if (!testVisits || testVisits.length === 0) return null;
  return Panel({
    ...{ id: 'test-traffic', title: 'Test traffic' },
    lead: 'The newest visits to your own machines (localhost, private networks) and by bots. They are stored and counted in no figure.',
    children: h(
      'ul',
      { class: 'rows' },
      testVisits.map(({ at, page }) => h('li', {}, [h('bdi', {}, page), h('span', { class: 'soft small' }, at)])),
    ),
  });
}

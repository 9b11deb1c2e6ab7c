// The page on which a person makes a workspace with its first profile, and what its one form does: workspace, profile and tracking
// key, by the operations of those names. A form that is sent twice finds what the first one made.
import type { Request, Response } from 'express';
import { checkedCurrency, checkedTimezone } from '../../../account/workspaces/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkedName } from '../../../base/contract/names.ts';
import type { OperationCaller } from '../../../call/index.ts';
import { newWorkspacePath, profilePath } from '../../http/addresses.ts';
import { Field, Form } from '../design/form.ts';
import { type Html, h } from '../design/html.ts';
import { barFor, type Desk, idOf, readForm, send, tokenField, type Visitor, visitorOf } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import type { TextPage } from '../texts.ts';

interface Typed {
  name: string;
  profile: string;
  currency: string;
  timezone: string;
}

const EMPTY: Typed = { name: '', profile: '', currency: 'USD', timezone: 'UTC' };

const newWorkspacePage = ({ typed, token, error }: { typed: Typed; token: Html; error?: string | undefined }): TextPage => ({
  title: 'New workspace',
  content: [
    h('h1', {}, 'Create a workspace'),
    h('p', {}, 'A workspace has members and a profile for each shop or site. Its first profile is created with it.'),
    h(
      'div',
      { class: 'panel' },
      Form({
        ...{ action: newWorkspacePath, token, button: 'Create the workspace', error },
        children: [
          Field({ name: 'name', label: 'Name of the firm or client', autocomplete: 'organization', value: typed.name }),
          Field({ name: 'profile', label: 'Name of the shop or site', autocomplete: 'off', value: typed.profile }),
          Field({
            ...{ name: 'currency', label: 'Currency', hint: 'ISO 4217, e.g. EUR. The currency of its figures.' },
            ...{ autocomplete: 'off', value: typed.currency },
          }),
          Field({
            ...{ name: 'timezone', label: 'Time zone', hint: 'IANA, e.g. Europe/Berlin. Figures use days in this zone.' },
            ...{ autocomplete: 'off', value: typed.timezone },
          }),
        ],
      }),
    ),
  ],
});

export async function showNewWorkspace(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, newWorkspacePath);
  show(desk, request, response, visitor, { typed: EMPTY, status: 200 });
}

function show(
  desk: Desk,
  request: Request,
  response: Response,
  visitor: Visitor,
  { typed, status, error }: { typed: Typed; status: number; error?: string },
): void {
  const token = tokenField(desk, request, response);
  send(response, status, newWorkspacePage({ typed, token, error }), barFor(visitor));
}

export async function makeWorkspace(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, newWorkspacePath);
  const field = readForm(desk, request);
  const typed: Typed = {
    name: field('name').trim(),
    profile: field('profile').trim(),
    currency: field('currency').trim().toUpperCase(),
    timezone: field('timezone').trim(),
  };
  const { call } = desk.callers(visitor.principal, idOf(request));
  try {
    checkTyped(typed);
    const { data: workspace } = await call('createWorkspace', {}, undefined, { name: typed.name, timezone: typed.timezone });
    const profileId = await makeProfile(call, workspace.workspace_id, typed);
    response.redirect(303, profilePath(profileId));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    show(desk, request, response, visitor, { typed, status: error.status, error: error.message });
  }
}

/** Before anything is made: a workspace whose profile is refused would be left behind. */
function checkTyped({ name, profile, currency, timezone }: Typed): void {
  checkedName('name', name);
  checkedName('profile', profile);
  checkedCurrency('currency', currency);
  checkedTimezone('timezone', timezone);
}

/** A profile that can be tracked at once. */
export async function makeProfile(
  call: OperationCaller['call'],
  workspaceId: string,
  { profile, currency, timezone }: Omit<Typed, 'name'>,
): Promise<string> {
  const body = { workspace_id: workspaceId, name: profile, currency, timezone };
  const { data } = await call('createProfile', {}, undefined, body);
  await call('createTrackingKey', {}, data.profile_id);
  return data.profile_id;
}

// What a program may do to ads once the person allows it, in words, workspace by workspace; and the setting by which an owner or admin is asked
// before each change. What is said here is what `needsApproval` of act/ads does.

import type { Request } from 'express';
import { Checkbox } from '../design/checkbox.ts';
import type { Html } from '../design/html.ts';
import { h } from '../design/html.ts';
import { type Desk, idOf, type Visitor } from '../kit.ts';

export const APPROVAL_FIELD = 'require_approval';

interface Place {
  workspaceId: string;
  name: string;
  isAdmin: boolean;
  needsApproval: boolean;
}

/** Of the workspaces that the person has now. */
export interface AdChanges {
  /** An owner or admin approves each change: the workspace has it so, or the person is neither. */
  approved: string[];
  /** Changes are made at once, and the person can have them approved instead. */
  atOnce: string[];
}

async function placesOf(desk: Desk, request: Request, { principal }: Visitor): Promise<Place[]> {
  const caller = desk.callers(principal, idOf(request));
  const { data } = await caller.call('listWorkspaces', {});
  return Promise.all(
    data.map(async ({ workspace_id: workspaceId, name, role }) => {
      const { data: settings } = await caller.call('getMcpSettings', { workspaceId });
      const isAdmin = role === 'owner' || role === 'admin';
      return { workspaceId, name, isAdmin, needsApproval: settings.require_approval_for_tokens };
    }),
  );
}

const isAtOnce = ({ isAdmin, needsApproval }: Place): boolean => isAdmin && !needsApproval;

export async function adChangesOf(desk: Desk, request: Request, visitor: Visitor): Promise<AdChanges> {
  const places = await placesOf(desk, request, visitor);
  return {
    approved: places.filter((place) => !isAtOnce(place)).map(({ name }) => name),
    atOnce: places.filter(isAtOnce).map(({ name }) => name),
  };
}

/** Switched on wherever the person may: before the program has its access. */
export async function requireApprovals(desk: Desk, request: Request, visitor: Visitor): Promise<void> {
  const caller = desk.callers(visitor.principal, idOf(request));
  for (const place of await placesOf(desk, request, visitor)) {
    if (!isAtOnce(place)) continue;
    const { workspaceId } = place;
    await caller.call('putMcpSettings', { workspaceId }, undefined, { require_approval_for_tokens: true });
  }
}

const listed = (names: readonly string[]): (Html | string)[] =>
  names.flatMap((name, at) => [at === 0 ? '' : ', ', h('bdi', {}, name)]);

export const adChangesNote = ({ approved, atOnce }: AdChanges, isTicked: boolean): Html =>
  h('div', { class: 'soft small' }, [
    approved.length === 0
      ? null
      : h('p', {}, ['In ', ...listed(approved), ' an owner or admin approves each change of an ad before it is made.']),
    atOnce.length === 0 ? null : h('p', {}, ['In ', ...listed(atOnce), ' it changes ads at once, and nobody is asked before.']),
    h('p', {}, 'In workspaces that you create later it changes ads at once, until you set this there.'),
    atOnce.length === 0
      ? null
      : Checkbox({
          name: APPROVAL_FIELD,
          label: 'Have an owner or admin approve each change of an ad there, by every program that acts for a member',
          isTicked,
        }),
  ]);

// The provider that a sign-in page offers: of the hand-off that the person comes from, of the last single sign-on in this browser, or the only one
// that there is. No other: a page for everybody does not list workspaces.
import type { Request } from 'express';
import { findHandoff } from '../../../account/handoffs/index.ts';
import { onlyProvider, providerOf } from '../../../account/sso/index.ts';
import { workspacesById } from '../../../account/workspaces/index.ts';
import type { Base } from '../../../base/base.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { ssoPath } from '../../http/addresses.ts';
import { ssoPlaceOf } from '../../http/cookies.ts';
import type { Desk } from '../kit.ts';

export interface OfferedProvider {
  name: string;
  path: string;
}

/** @param next Where the person is going. */
export function offeredProvider({ base, isHttps }: Desk, request: Request, next: string): OfferedProvider | undefined {
  const token = /^\/h\/([^/?#]+)$/.exec(next)?.[1];
  const handoff = token === undefined ? undefined : findHandoff(base, token);
  const known = ssoPlaceOf(request.headers.cookie, isHttps());
  for (const workspaceId of [handoff?.workspaceId, known, onlyProvider(base)]) {
    if (workspaceId === undefined || !isUuid(workspaceId) || !providerOf(base, workspaceId)) continue;
    return { name: nameOf(base, workspaceId), path: ssoPath(workspaceId) };
  }
  return undefined;
}

export const nameOf = (base: Base, workspaceId: string): string => workspacesById(base, [workspaceId])[0]?.name ?? '';

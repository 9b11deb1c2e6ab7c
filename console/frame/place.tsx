// Where a person is in the workbench: workspace, profile and page, from the address, and what these are, from the service.

import { pages } from 'tributary:pages';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useAnswer } from '../api/answer.ts';
import { api, type CallError, type Schemas, unwrap } from '../api/client.ts';
import type { ListedPage, Scope } from './page.ts';

export type ProfileRow = Schemas['ProfileRow'];
export type WorkspaceRow = Schemas['WorkspaceListRow'];

/** The parts of the address. */
interface Address {
  scope: Scope;
  /** The id of the profile or workspace. */
  id: string;
  page: ListedPage | undefined;
  /** The rest of the address after the page's own path. */
  rest: string;
}

export interface Place extends Address {
  profiles: readonly ProfileRow[];
  workspaces: readonly WorkspaceRow[];
  /** The profile of the address; of a workspace's address, its first; of a person's, the first of all. */
  profile: ProfileRow | undefined;
  workspace: WorkspaceRow | undefined;
}

export function readAddress(path: string): Address | undefined {
  const own = pages.find((page) => page.scope === 'person' && path.replace(/\/$/, '') === `/console/${page.path}`);
  if (own) return { scope: 'person', id: '', page: own, rest: '' };
  const [, workspaceId, inWorkspace = ''] = /^\/console\/workspaces\/([\w-]+)\/?(.*)$/.exec(path) ?? [];
  const [, profileId, inProfile = ''] = /^\/console\/([\w-]+)\/?(.*)$/.exec(path) ?? [];
  const id = workspaceId ?? profileId;
  if (id === undefined) return undefined;
  const scope = workspaceId === undefined ? 'profile' : 'workspace';
  const below = decodeURI(workspaceId === undefined ? inProfile : inWorkspace).replace(/\/$/, '');
  const page = pages
    .filter((each) => each.scope === scope && (below === each.path || (each.path !== '' && below.startsWith(`${each.path}/`))))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return { scope, id: id.toLowerCase(), page, rest: page ? below.slice(page.path.length).replace(/^\//, '') : below };
}

export const pathOf = (page: ListedPage, { profile, workspace }: Pick<Place, 'profile' | 'workspace'>): string | undefined => {
  if (page.scope === 'person') return `/console/${page.path}`;
  if (page.scope === 'profile') return profile && `/console/${profile.profile_id}/${page.path}`;
  return workspace && `/console/workspaces/${workspace.workspace_id}/${page.path}`;
};

const PlaceContext = createContext<Place | undefined>(undefined);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('usePlace is used outside of the frame.');
  return place;
}

/** The profile that a page is about; a page of the scope `profile` always has one. */
export function useProfile(): ProfileRow {
  const { profile } = usePlace();
  if (!profile) throw new Error('useProfile is used on a page without a profile.');
  return profile;
}

export interface PlaceAnswer {
  place: Place | undefined;
  error: CallError | undefined;
}

export function useReadPlace(): PlaceAnswer {
  const [path] = useLocation();
  const profiles = useAnswer(['profiles'], (signal) => unwrap(api.GET('/api/v1/profiles', { signal })));
  const workspaces = useAnswer(['workspaces'], (signal) => unwrap(api.GET('/api/v1/workspaces', { signal })));
  const place = useMemo(() => {
    const address = readAddress(path);
    if (!address || !profiles.data || !workspaces.data) return undefined;
    const all = profiles.data.data;
    const profile = all.find(
      ({ profile_id, workspace_id }) =>
        address.scope === 'person' || address.id === (address.scope === 'profile' ? profile_id : workspace_id),
    );
    const workspaceId = address.scope === 'workspace' ? address.id : profile?.workspace_id;
    const workspace = workspaces.data.data.find(({ workspace_id }) => workspace_id === workspaceId);
    return { ...address, profiles: all, workspaces: workspaces.data.data, profile, workspace };
  }, [path, profiles.data, workspaces.data]);
  return { place, error: profiles.error ?? workspaces.error };
}

export const PlaceProvider = ({ place, children }: { place: Place; children: ComponentChildren }) => (
  <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>
);

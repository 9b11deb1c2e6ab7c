// News of a page: opening it ends what was new for this person, and the badge of the navigation with it. What waits for an act, as a recommendation, stays.
import { useEffect } from 'preact/hooks';
import { forget } from '../api/answer.ts';
import { api, unwrap } from '../api/client.ts';
import { useProfile } from './place.tsx';

export function useSeen(tab: 'alerts' | 'quality' | 'reports'): void {
  const { profile_id, workspace_id: workspaceId } = useProfile();
  useEffect(() => {
    const params = { path: { workspaceId } };
    unwrap(api.PUT('/api/v1/workspaces/{workspaceId}/tab-counts', { params, body: { profile_id, tab } })).then(
      () => forget('tab-counts'),
      // Then the badge stays until the next time.
      () => undefined,
    );
  }, [tab, profile_id, workspaceId]);
}

// What the parts of the page ask for: the workspace's operations, for this profile alone.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePlace, useProfile } from '../../frame/place.tsx';

export type Leader = Schemas['TopPerformer'];
export type Pattern = Schemas['CreativePattern'];
export type Gap = Schemas['TestGap'];

export function useAt() {
  const { workspace } = usePlace();
  const { profile_id } = useProfile();
  return { path: { workspaceId: workspace?.workspace_id ?? '' }, query: { profile_id } };
}

const LEADERS = '/api/v1/workspaces/{workspaceId}/top-performers';

/** The address of the leaderboard or a part of it, as receipts name it. */
export function useCall(part: string) {
  const { path, query } = useAt();
  return { path: `${LEADERS.replace('{workspaceId}', path.workspaceId)}${part}`, query };
}

/** The rates of an ad, those of a video first. */
export const RATES = [
  ['hook', '3-second hook'],
  ['hold', 'Hold'],
  ['click', 'Clicks of times shown'],
  ['sale', 'Sales of clicks'],
] as const;

/** The address of a list of the workspace, as receipts name it. */
export function useList(list: string) {
  const { path, query } = useAt();
  return (pointer: string) => ({ path: `/api/v1/workspaces/${path.workspaceId}/${list}`, query, pointer });
}

export type Sort = 'cost' | keyof Leader['rates'];

/** The question of the cards, which their receipts repeat. */
export function useLeadersCall(sort: Sort) {
  const { path, query } = useCall('');
  return { path, query: { ...query, limit: 60, ...(sort === 'cost' ? {} : { sort }) } };
}

export function useLeaders(sort: Sort) {
  const { path } = useAt();
  const { query } = useLeadersCall(sort);
  return useAnswer(['creatives', 'leaders', query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/top-performers', { params: { path, query }, signal })),
  );
}

/** Of the user who asks. */
export function useAnswers() {
  const { path } = useAt();
  return useAnswer(['creatives', 'answers', path], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/top-performers/chat', { params: { path, query: { limit: 10 } }, signal })),
  );
}

export function useBrief() {
  const { path, query } = useAt();
  return useAnswer(['creatives', 'brief', query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/top-performers/brief', { params: { path, query }, signal })),
  );
}

export function usePatterns() {
  const { path, query } = useAt();
  return useAnswer(['creatives', 'patterns', query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/creative-patterns', { params: { path, query }, signal })),
  );
}

export function useArchetypes() {
  const { path, query } = useAt();
  return useAnswer(['creatives', 'archetypes', query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/creative-archetypes', { params: { path, query }, signal })),
  );
}

export function useRoadmap() {
  const { path, query } = useAt();
  return useAnswer(['creatives', 'roadmap', query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/test-roadmap', { params: { path, query }, signal })),
  );
}

export function useRun(runId: string) {
  const { path } = useAt();
  return useAnswer(['creatives', 'run', runId], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/replicate-runs/{runId}', { params: { path: { ...path, runId } }, signal })),
  );
}

export function useStudies() {
  const { path, query } = useAt();
  return useAnswer(['creatives', 'studies', query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/experiments', { params: { path, query }, signal })),
  );
}

export function useDimensions() {
  const { path } = useAt();
  return useAnswer(['creatives', 'dimensions', path], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/creative-patterns/dimensions', { params: { path }, signal })),
  );
}

export const inWords = (name: string): string => name.replaceAll('_', ' ');

/** As a title. */
export const titled = (name: string): string => inWords(name).replace(/^./, (letter) => letter.toUpperCase());

// The calls of the page: boards with their templates, and the rows of attribution that blocks draw.
import { useSearch } from 'wouter-preact';
import { type Answer, forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { channelsQuery, overviewQuery } from '../overview/figures.ts';

export type Board = Schemas['Board'];
export type Block = Schemas['BoardBlock'];
export type Template = Schemas['BoardTemplate'];
export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** The address of a board, or of the list, with the question that is asked. */
export function useBoardHref(): (id?: string) => string {
  const { profile_id } = useProfile();
  const search = useSearch();
  return (id) => `/console/${profile_id}/boards${id === undefined ? '' : `/${id}`}${search === '' ? '' : `?${search}`}`;
}

const KEY = 'boards';
export const forgetBoards = (): void => forget(KEY);

export function useBoards(): Answer<Schemas['BoardsAnswer']> {
  const { profile_id } = useProfile();
  return useAnswer([KEY, profile_id], (signal) =>
    unwrap(api.GET('/api/v1/boards', { params: { query: { profile_id } }, signal })),
  );
}

export function useBoard(id: string): Answer<Schemas['BoardAnswer']> {
  const { profile_id } = useProfile();
  return useAnswer([KEY, profile_id, id], (signal) =>
    unwrap(api.GET('/api/v1/boards/{id}', { params: { query: { profile_id }, path: { id } }, signal })),
  );
}

export function useTemplates(): Answer<Schemas['BoardTemplatesAnswer']> {
  const { profile_id } = useProfile();
  return useAnswer(['board templates', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/boards/templates', { params: { query: { profile_id } }, signal })),
  );
}

export type Dimension = BlockOf<'table'>['dimension'];

/** That of channels is the overview's too, so both share an answer. */
export function useRowsQuery(dimension: Dimension) {
  return { ...channelsQuery(overviewQuery(useQuestion())), dimension };
}

export function useRows(dimension: Dimension): Answer<Schemas['AttributionAnswer']> {
  const query = useRowsQuery(dimension);
  return useFigures(['attribution', query], (signal) => unwrap(api.GET('/api/v1/attribution', { params: { query }, signal })));
}

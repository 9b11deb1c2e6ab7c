// The calls of the page, and where their answers are kept.
import { forget, queries, removing, useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { forgetAndFollow } from '../../api/follow.ts';
import type { Change, Import } from './types.ts';

const keyOf = (profileId: string, importId: string) => ['imports', 'one', profileId, importId] as const;

/** Uploads a file, which is read at once. */
export async function uploadFile(profile_id: string, file: File): Promise<Import> {
  const form = new FormData();
  form.append('file', file);
  const sent = { params: { query: { profile_id } }, body: { file: file.name }, bodySerializer: () => form };
  const { data } = await unwrap(api.POST('/api/v1/imports', sent));
  keepImport(profile_id, data);
  return data;
}

export const keepImport = (profileId: string, found: Import): void => {
  queries.setQueryData(keyOf(profileId, found.import_id), { data: found });
  forget('imports', 'list');
};

export const useImport = (profile_id: string, importId: string, everySeconds?: number) =>
  useAnswer(
    keyOf(profile_id, importId),
    (signal) => {
      const params = { path: { import_id: importId }, query: { profile_id } };
      return unwrap(api.GET('/api/v1/imports/{import_id}', { params, signal }));
    },
    everySeconds === undefined ? {} : { everySeconds },
  );

export const useImports = (profile_id: string, cursor: { cursor?: string } = {}, everySeconds?: number) => {
  const query = { profile_id, limit: 50, ...cursor };
  return useAnswer(
    ['imports', 'list', query],
    (signal) => unwrap(api.GET('/api/v1/imports', { params: { query }, signal })),
    everySeconds === undefined ? {} : { everySeconds },
  );
};

export const useCheckSheet = (profile_id: string) =>
  useAnswer(['imports', 'check-sheet', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/imports/check-sheet', { params: { query: { profile_id } }, signal })),
  );

/** The fields of each kind of file, and the layouts that are known. */
export const useFields = (profile_id: string) =>
  useAnswer(
    ['import-fields'],
    (signal) => unwrap(api.GET('/api/v1/imports/fields', { params: { query: { profile_id } }, signal })),
    { isFixed: true },
  );

const at = (profile_id: string, import_id: string) => ({ path: { import_id }, query: { profile_id } });

export async function sendReading(profileId: string, importId: string, body: Change): Promise<Import> {
  const { data } = await unwrap(api.PATCH('/api/v1/imports/{import_id}', { params: at(profileId, importId), body }));
  return data;
}

export async function commitImport(profileId: string, importId: string): Promise<void> {
  const { data } = await unwrap(api.POST('/api/v1/imports/{import_id}/commit', { params: at(profileId, importId) }));
  keepImport(profileId, data);
}

export async function undoImport(profileId: string, importId: string): Promise<void> {
  const { data } = await unwrap(api.POST('/api/v1/imports/{import_id}/undo', { params: at(profileId, importId) }));
  keepImport(profileId, data);
}

export async function removeImport(profileId: string, importId: string): Promise<void> {
  const remove = () => unwrap(api.DELETE('/api/v1/imports/{import_id}', { params: at(profileId, importId) }));
  await removing(keyOf(profileId, importId), remove);
}

/** Of every row that is not taken, with the reason. */
export async function loadRejects(profileId: string, importId: string): Promise<{ name: string; type: string; text: string }> {
  const { data } = await unwrap(api.GET('/api/v1/imports/{import_id}/rejects', { params: at(profileId, importId) }));
  return { name: data.file_name, type: data.content_type, text: data.content ?? '' };
}

/** What an import or its undo changes is loaded again, at once and when the figures have followed. */
export function forgetAfter(profileId: string): void {
  for (const key of ['payments', 'readiness', 'freshness', 'customers', 'completeness']) forget(key);
  forgetAndFollow(profileId, 'imports');
}

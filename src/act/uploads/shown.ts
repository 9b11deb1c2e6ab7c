// An import as callers see it.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { progressOf } from './commit.ts';
import { type FileImport, isWaiting } from './store.ts';
import { staysOf } from './undo.ts';

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

export function shownImport(base: ReadBase, imported: FileImport): components['schemas']['Import'] {
  const { importId, status, fileName, kind, reading, preview, result, isMappingKept } = imported;
  const { files, questions, refusal } = preview;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const isKept = isWaiting(imported) || status === 'running';
  return {
    import_id: importId,
    status,
    file_name: fileName,
    kind,
    reading,
    created_at: instant(imported.createdAt),
    expires_at: isKept ? instant(imported.expiresAt) : null,
    committed_at: instantOrNull(imported.committedAt),
    undone_at: instantOrNull(imported.undoneAt),
    progress: status === 'running' ? { ...progressOf(base, importId), total: rows } : null,
    is_ready: status === 'ready' || status === 'failed',
    files,
    questions,
    refusal,
    mapping_kept: isMappingKept,
    result,
    stays: staysOf(imported),
  };
}

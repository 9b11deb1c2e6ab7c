// The rows of a file that are not imported, as a file to mend and send again.
import { saveFile } from '../../api/save.ts';
import { Act } from '../../design/act.tsx';
import { useProfile } from '../../frame/place.tsx';
import { loadRejects } from './calls.ts';
import type { Import, Outcome } from './types.ts';

const notTakenOf = ({ result, files: [first] }: Import): Outcome['not_taken'] | undefined => (result ?? first?.would)?.not_taken;

export function SaveRejects({ of }: { of: Import }) {
  const { profile_id } = useProfile();
  const { import_id, file_name, files } = of;
  const hasLeftOut = files.some(({ left_out }) => left_out.length > 0);
  if (!hasLeftOut && (notTakenOf(of)?.rows ?? 0) === 0) return null;
  const save = async (): Promise<void> => {
    const { name, type, text } = await loadRejects(profile_id, import_id);
    saveFile(new Blob([text], { type }), name);
  };
  return <Act text="Rows not imported" label={`Rows not imported of ${file_name}, as a file`} act={save} />;
}

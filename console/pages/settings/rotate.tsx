// Exchanges a key for a new one; the old one works for a while, until every server has the new one.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Select, WriteForm } from '../../design/form.tsx';
import { forgetSettings, type Here } from './here.ts';

const OVERLAPS = [
  ['0', 'At once'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
] as const;

interface RotateProps {
  here: Here;
  name: string;
  id: string;
  onMade: (made: { name: string; secret: string }) => void;
}

export function Rotate({ here, name, id, onMade }: RotateProps) {
  const [isOpen, setOpen] = useState(false);
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('86400');
  const submit = async (): Promise<void> => {
    const params = { path: { ...here.at, id } };
    const body = { overlap_seconds: Number(overlap) };
    const { data } = await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/api-keys/{id}/rotate', { params, body }));
    onMade({ name: data.name, secret: data.api_key });
    setOpen(false);
  };
  return (
    <>
      <button type="button" class="button" aria-label={`Rotate ${name}`} onClick={() => setOpen(true)}>
        Rotate
      </button>
      {isOpen && (
        <Dialog title={`Rotate ${name}`} onClose={() => setOpen(false)}>
          <WriteForm button="Make the new key" submit={submit} afterwards={forgetSettings}>
            <p>The new key may do the same. Its secret is shown once.</p>
            <Select label="The old key ends" value={overlap} set={setOverlap} options={OVERLAPS} />
          </WriteForm>
        </Dialog>
      )}
    </>
  );
}

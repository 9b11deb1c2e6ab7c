// Exchanges the secret of a subscription; deliveries carry both signatures until the overlap ends.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Select, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { forgetWebhooks, type Shown, type Subscription } from './words.ts';

const OVERLAPS = [
  ['0', 'At once'],
  ['1', 'In an hour'],
  ['24', 'In a day'],
] as const;

export function Rotate({ row: { id, url }, onMade }: { row: Subscription; onMade: (shown: Shown) => void }) {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('24');
  const rotate = async (): Promise<void> => {
    const params = { path: { id }, query: { profile_id } };
    const body = { rotate_secret: { overlap_hours: Number(overlap) } };
    const { data } = await unwrap(api.PATCH('/api/v1/webhooks/subscriptions/{id}', { params, body }));
    if (data.secret !== undefined) onMade({ name: url, secret: data.secret });
    setOpen(false);
  };
  return (
    <>
      <button type="button" class="button" aria-label={`Rotate the secret of ${url}`} onClick={() => setOpen(true)}>
        Rotate
      </button>
      {isOpen && (
        <Dialog title="Rotate the secret" onClose={() => setOpen(false)}>
          <WriteForm button="Make the new secret" submit={rotate} afterwards={forgetWebhooks}>
            <p>The new secret is shown once. Until the earlier one ends, deliveries carry a signature of each.</p>
            <Select label="The earlier secret ends" value={overlap} set={setOverlap} options={OVERLAPS} />
          </WriteForm>
        </Dialog>
      )}
    </>
  );
}

// Everything that is kept of the person, as a file: for owners and admins, when the person requests it.
import { useState } from 'preact/hooks';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { saveCustomerFile } from '../../share/customer-file.ts';

export function DataFile({ id }: { id: string }) {
  const { profile_id, workspace_id } = useProfile();
  const { workspaces } = usePlace();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, fault, run } = useWrite(() => setAsking(false));
  const role = workspaces.find((each) => each.workspace_id === workspace_id)?.role;
  if (role !== 'owner' && role !== 'admin') return null;
  const save = () => run(() => saveCustomerFile(workspace_id, { profile_id, customer_profile_id: id }));
  return (
    <>
      {fault && <ErrorBlock error={fault} />}
      <button type="button" class="button" onClick={() => setAsking(true)}>
        Data as a file
      </button>
      {isAsking && (
        <Dialog title="Download this person's data?" onClose={() => setAsking(false)}>
          <p>
            The file has all that is kept of this person in readable form: identifiers, events, payments, messages and orders.
            Give it to nobody but this person. The audit log records that you made it.
          </p>
          <div class="row">
            <button type="button" class="button primary" disabled={isBusy} onClick={save}>
              Download
            </button>
            <button type="button" class="button" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

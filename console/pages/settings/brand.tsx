// The branding of a workspace in its reports and mails (name, colours, address, logo), and its deletion.
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { forget, refetch, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Colour, Logo } from '../../design/brand.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FormButtons, Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { forgetSettings, type Here } from './here.ts';

type Branding = Schemas['WorkspaceBrandingAnswer']['data'];

export function Brand({ here }: { here: Here }) {
  const answer = useAnswer(['settings', 'branding', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/branding', { params: { path: here.at }, signal })),
  );
  return (
    <>
      <Loaded answer={answer} lines={8}>
        {({ data }) => (
          <div class="columns">
            <Panel title="Branding" lead="Recipients of reports and mails of this workspace see it">
              {here.isAdmin ? <BrandForm here={here} data={data} /> : <p class="soft">Owners and admins change it.</p>}
            </Panel>
            <Panel title="Logo" lead="PNG, at most 512 kB and 2,048 pixels a side">
              <WorkspaceLogo here={here} logo={data.logo} />
            </Panel>
          </div>
        )}
      </Loaded>
      {here.isOwner && <End here={here} />}
    </>
  );
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function BrandForm({ here, data }: { here: Here; data: Branding }) {
  const [name, setName] = useState(data.display_name ?? '');
  const [primary, setPrimary] = useState(data.primary_color ?? '');
  const [accent, setAccent] = useState(data.accent_color ?? '');
  const [website, setWebsite] = useState(data.website_url ?? '');
  const [support, setSupport] = useState(data.support_email ?? '');
  const [isSaved, setSaved] = useState(false);
  const submit = async (): Promise<void> => {
    setSaved(false);
    const body = {
      display_name: orNull(name),
      primary_color: orNull(primary),
      accent_color: orNull(accent),
      website_url: orNull(website),
      support_email: orNull(support),
    };
    await unwrap(api.PUT('/api/v1/workspaces/{workspaceId}/branding', { params: { path: here.at }, body }));
    forgetSettings();
    setSaved(true);
  };
  return (
    <WriteForm button="Save" submit={submit}>
      <Text label="Name shown" value={name} set={setName} isOptional maxLength={200} />
      <Colour label="Main colour" value={primary} set={setPrimary} />
      <Colour label="Second colour" value={accent} set={setAccent} />
      <Text label="Website" type="url" value={website} set={setWebsite} isOptional maxLength={2000} />
      <Text label="E-mail for questions" type="email" value={support} set={setSupport} isOptional maxLength={254} />
      {isSaved && (
        <p role="status" class="settings-done">
          Saved.
        </p>
      )}
    </WriteForm>
  );
}

function WorkspaceLogo({ here, logo }: { here: Here; logo: Branding['logo'] }) {
  const params = { path: here.at };
  return (
    <Logo
      logo={logo}
      mayChange={here.isAdmin}
      upload={(content) => unwrap(api.POST('/api/v1/workspaces/{workspaceId}/branding/logo', { params, body: { content } }))}
      remove={() => unwrap(api.DELETE('/api/v1/workspaces/{workspaceId}/branding/logo', { params }))}
      afterwards={forgetSettings}
    />
  );
}

function End({ here }: { here: Here }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Delete the workspace" lead="For good: its people, keys, profiles and all their data">
      <button type="button" class="button danger settings-end" onClick={() => setOpen(true)}>
        Delete the workspace
      </button>
      {isOpen && (
        <Dialog title={`Delete ${here.name}?`} onClose={() => setOpen(false)}>
          <EndForm here={here} close={() => setOpen(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

/** The name is typed, so that nobody deletes another workspace than the one meant. */
function EndForm({ here, close }: { here: Here; close: () => void }) {
  const [typed, setTyped] = useState('');
  const [, navigate] = useLocation();
  const { isBusy, fault, run } = useWrite();
  const isSame = typed.trim() === here.name.trim();
  const end = () =>
    run(async () => {
      await unwrap(api.DELETE('/api/v1/workspaces/{workspaceId}', { params: { path: here.at } }));
      await Promise.all([refetch('workspaces'), refetch('profiles')]);
      forget('settings');
      navigate('/console/account');
    });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame) void end();
      }}
    >
      <p>
        {here.profiles.length === 1 ? 'Its profile is' : `Its ${here.profiles.length} profiles are`} archived and their data is
        purged. Members, invitations and API keys lose access at once. The audit is kept. It cannot be undone.
      </p>
      <Text label={`Type ${here.name} to confirm`} value={typed} set={setTyped} />
      {fault && <ErrorBlock error={fault} />}
      <FormButtons text="Delete it with all data" tone="danger" isDisabled={isBusy || !isSame} close={close} />
    </form>
  );
}

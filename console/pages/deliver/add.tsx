// A new destination: where, and what opens it.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { SecretOnce } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { type Catalog, changed, KINDS, type Kind } from './asked.ts';

const TARGETS: Readonly<Record<Kind, string>> = {
  meta: 'Id of the dataset or pixel',
  google_ads: 'Id of the conversion action',
  tiktok: 'Code of the pixel',
  linkedin: 'Id of the conversion rule',
  microsoft_ads: 'Id of the UET tag',
  pinterest: 'Id of the ad account',
  snap: 'Id of the pixel',
  reddit: 'Id of the pixel',
  openai_ads: 'Id of the pixel',
  https: 'URL, with https and a public host',
  sandbox: 'Id of the dataset',
};
/** Kinds that need an address alone. */
const OPEN: readonly Kind[] = ['https'];
/** Connections to these read ads alone. */
const BY_TOKEN: readonly Kind[] = ['pinterest', 'snap', 'reddit', 'openai_ads'];

export function Add({ catalog, close }: { catalog: Catalog; close: () => void }) {
  const [secret, setSecret] = useState<string>();
  if (secret === undefined)
    return <Form catalog={catalog} done={(made) => (made === undefined ? close() : setSecret(made))} close={close} />;
  return (
    <Dialog title="The secret of the destination" onClose={close}>
      <p>It signs every request: `X-Tributary-Signature` is `sha256=` and the HMAC of the body. It is shown once.</p>
      <SecretOnce name="The secret" secret={secret} />
    </Dialog>
  );
}

interface FormProps {
  catalog: Catalog;
  done: (secret: string | undefined) => void;
  close: () => void;
}

function Form({ catalog, done, close }: FormProps) {
  const { profile_id } = useProfile();
  const [kind, setKind] = useState<Kind>(catalog.kinds[0]?.kind ?? 'https');
  const [name, setName] = useState('');
  const [target, setTarget] = useState('');
  const [account, setAccount] = useState('');
  const [connection, setConnection] = useState('');
  const [messaging, setMessaging] = useState('');
  const [token, setToken] = useState('');
  const submit = async (): Promise<void> => {
    const body = {
      kind,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(connection === '' ? {} : { connection_id: connection }),
      ...(token === '' ? {} : { access_token: token }),
      settings: {
        target_id: target.trim(),
        ...(account.trim() === '' ? {} : { account_id: account.trim() }),
        ...(kind === 'meta' && messaging.trim() !== '' ? { messaging_account_id: messaging.trim() } : {}),
      },
    };
    const { data } = await unwrap(api.POST('/api/v1/exports/destinations', { params: { query: { profile_id } }, body }));
    done('secret' in data ? data.secret : undefined);
  };
  return (
    <Dialog title="Add a destination" onClose={close}>
      <WriteForm button="Add it" submit={submit} afterwards={changed}>
        <Select
          label="Where"
          value={kind}
          set={(chosen) => {
            setKind(chosen);
            setConnection('');
          }}
          options={catalog.kinds.map((each) => [each.kind, KINDS[each.kind]] as const)}
        />
        <Text label="Name" value={name} set={setName} isOptional maxLength={100} placeholder={KINDS[kind]} />
        <Text label={TARGETS[kind]} value={target} set={setTarget} maxLength={2048} />
        {!OPEN.includes(kind) && (
          <>
            <Text label="Ad account, if there are several" value={account} set={setAccount} isOptional maxLength={64} />
            {kind === 'meta' && (
              <Text label="WhatsApp business account" value={messaging} set={setMessaging} isOptional maxLength={64} />
            )}
            {!BY_TOKEN.includes(kind) && <Connection kind={kind} chosen={connection} choose={setConnection} />}
            {connection === '' && <Token value={token} set={setToken} isAlone={BY_TOKEN.includes(kind)} />}
          </>
        )}
      </WriteForm>
    </Dialog>
  );
}

const Token = ({ value, set, isAlone }: { value: string; set: (value: string) => void; isAlone: boolean }) => (
  <Text
    label={isAlone ? 'Access token for conversions' : 'Or an access token of the platform'}
    type="password"
    value={value}
    set={set}
    isOptional={!isAlone}
    maxLength={4096}
  />
);

/** Providers have other names than destinations where one company has several. */
const isOf = (provider: string, kind: Kind): boolean =>
  provider === kind || kind.startsWith(`${provider}_`) || provider.startsWith(`${kind}_`);

function Connection({ kind, chosen, choose }: { kind: Kind; chosen: string; choose: (id: string) => void }) {
  const { profile_id } = useProfile();
  const { data } = useAnswer(['connections', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/connections', { params: { query: { profile_id } }, signal })),
  );
  const found = (data?.data ?? []).filter(({ provider }) => isOf(provider, kind));
  if (found.length === 0) return null;
  return (
    <Select
      label="Connection"
      value={chosen}
      set={choose}
      options={[['', 'None'] as const, ...found.map(({ id, name }) => [id, name] as const)]}
    />
  );
}

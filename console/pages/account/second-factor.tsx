// The second factor: a code of the phone beside the password. Its secret and its recovery codes are shown once.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Snippet } from '../../design/copy.tsx';
import { Check, Text, WriteForm, zoneHere } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { moment } from '../../words/format.ts';
import type { Me } from './me.ts';

type Factor = Schemas['SecondFactor'];
type Secret = Schemas['SecondFactorSecretAnswer']['data'];

const forgetFactor = (): void => {
  forget('second-factor');
  forget('sessions');
};

export function SecondFactor({ me }: { me: Me }) {
  const answer = useAnswer(['second-factor'], (signal) => unwrap(api.GET('/api/v1/me/second-factor', { signal })));
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Panel title="Code of your phone" lead="A second proof beside your password and mailed links">
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(undefined)} />}
      <Loaded answer={answer}>
        {({ data }) => (data.is_on ? <On factor={data} show={setCodes} /> : <Off me={me} show={setCodes} />)}
      </Loaded>
    </Panel>
  );
}

type Show = (codes: readonly string[] | undefined) => void;

function Off({ me, show }: { me: Me; show: Show }) {
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState<Secret>();
  if (secret) return <Confirming secret={secret} show={show} />;
  const submit = async (): Promise<void> => {
    const body = me.has_password ? { current_password: password } : {};
    const { data } = await unwrap(api.POST('/api/v1/me/second-factor', { body }));
    setSecret(data);
  };
  return (
    <WriteForm button="Set it up" submit={submit}>
      <p>Off. A person who knows your password, or reads your mail, can sign in as you.</p>
      <input type="text" name="username" autocomplete="username" value={me.email} readOnly hidden />
      {me.has_password && (
        <Text
          label="Your password"
          type="password"
          value={password}
          set={setPassword}
          autocomplete="current-password"
          hint="You need an app for one-time codes, such as one of your password manager."
        />
      )}
    </WriteForm>
  );
}

function Confirming({ secret, show }: { secret: Secret; show: Show }) {
  const [code, setCode] = useState('');
  const submit = async (): Promise<void> => {
    const { data } = await unwrap(api.PUT('/api/v1/me/second-factor', { body: { code } }));
    show(data.recovery_codes);
  };
  return (
    <>
      <p>Scan this with the app, or type the key into it.</p>
      <img
        class="account-qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr_svg)}`}
        alt="The key as a QR code"
        width="220"
        height="220"
      />
      <Snippet text={secret.secret} about="the key" />
      <WriteForm button="Confirm" submit={submit} afterwards={forgetFactor}>
        <CodeField label="The code that the app shows" value={code} set={setCode} />
      </WriteForm>
      <p class="note">You are then signed out everywhere else.</p>
    </>
  );
}

interface CodeFieldProps {
  label: string;
  value: string;
  set: (value: string) => void;
  hint?: string;
}

const CodeField = (props: CodeFieldProps) => <Text {...props} autocomplete="one-time-code" />;

function On({ factor, show }: { factor: Factor; show: Show }) {
  const [code, setCode] = useState('');
  const [isEnding, setEnding] = useState(false);
  const submit = async (): Promise<void> => {
    if (isEnding) {
      await unwrap(api.POST('/api/v1/me/second-factor/remove', { body: { code } }));
      show(undefined);
    } else show((await unwrap(api.POST('/api/v1/me/second-factor/recovery-codes', { body: { code } }))).data.recovery_codes);
    setCode('');
  };
  const zone = zoneHere();
  return (
    <>
      <p>
        On since {factor.confirmed_at === null ? '–' : moment(factor.confirmed_at, zone)}. <b>{factor.recovery_codes_left}</b>{' '}
        recovery codes are left.
      </p>
      <WriteForm button={isEnding ? 'Switch it off' : 'New recovery codes'} submit={submit} afterwards={forgetFactor}>
        <CodeField label="Code" value={code} set={setCode} hint="Of the app, or a recovery code." />
        <Check label="Switch it off: signing in requires no code any more" value={isEnding} set={setEnding} />
      </WriteForm>
    </>
  );
}

function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  return (
    <div class="secret" role="status">
      <p>
        <b>Recovery codes</b>: keep them now, away from your phone. They are not shown again. Each replaces a code of the phone
        once.
      </p>
      <Snippet text={codes.join('\n')} about="the recovery codes" />
      <span class="row">
        <button type="button" class="button" onClick={close}>
          I have kept them
        </button>
      </span>
    </div>
  );
}

// The default destination of share links.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { CopyButton } from '../../design/copy.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { forgetBio, orNull } from './look.tsx';

export function ShareForm({ first, mayChange }: { first: Schemas['ShareDestination']; mayChange: boolean }) {
  const { profile_id } = useProfile();
  const [url, setUrl] = useState(first.url ?? '');
  const submit = async (): Promise<void> => {
    const body = { url: orNull(url), utm: first.utm };
    await unwrap(api.PUT('/api/v1/profile/share-destination', { params: { query: { profile_id } }, body }));
    forgetBio();
  };
  return (
    <WriteForm button={mayChange ? 'Save the destination' : undefined} submit={submit}>
      <Text
        label="Address"
        type="url"
        value={url}
        set={setUrl}
        isOptional
        maxLength={2000}
        placeholder="https://shop.example.com/"
      />
      {first.tagged_url !== null && (
        <p class="row">
          <bdi class="bio-address">{first.tagged_url}</bdi>{' '}
          <CopyButton text={first.tagged_url} about="the address with its tags" />
        </p>
      )}
    </WriteForm>
  );
}

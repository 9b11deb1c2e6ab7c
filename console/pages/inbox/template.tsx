// An approved template of WhatsApp, by its name and language, with the values of its places.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Text, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import { forgetInbox } from './here.ts';
import type { Thread } from './words.ts';

export function TemplateForm({ thread }: { thread: Thread }) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('en_US');
  const [values, setValues] = useState('');
  const send = async (): Promise<void> => {
    const body = values
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((text) => ({ text }));
    const template = { name: name.trim(), language: language.trim(), ...(body.length === 0 ? {} : { body }) };
    const sent = { thread_id: thread.thread_id, template };
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf([thread.last_at, sent]) } };
    await unwrap(api.POST('/api/v1/messages/template', { params, body: sent }));
    setValues('');
  };
  return (
    <WriteForm button="Send the template" submit={send} afterwards={forgetInbox} class="form inbox-reply">
      <Text label="Name of the template" value={name} set={setName} maxLength={512} />
      <Text
        label="Its language"
        value={language}
        set={setLanguage}
        maxLength={15}
        hint="As WhatsApp writes it, e.g. en_US or de."
      />
      <label>
        Values of its places, one a line
        <textarea rows={3} value={values} onInput={(event) => setValues(event.currentTarget.value)} />
      </label>
    </WriteForm>
  );
}

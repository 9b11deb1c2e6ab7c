// An approved template of WhatsApp: chosen from those of the account, its places filled, and shown as the person will read it.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import { forgetInbox } from './here.ts';
import type { Thread } from './words.ts';

type Template = Schemas['MessageTemplateListAnswer']['data'][number];
type Values = Readonly<Record<string, string>>;

const nameOf = ({ name, language }: Template): string => `${name} (${language})`;

export function TemplateForm({ thread }: { thread: Thread }) {
  const { profile_id } = useProfile();
  const query = { profile_id, thread_id: thread.thread_id };
  const answer = useAnswer(['templates', query], (signal) =>
    unwrap(api.GET('/api/v1/messages/template', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={4}>
      {({ data }) => {
        const usable = data.filter(({ needs }) => needs.length === 0);
        const left = data.length - usable.length;
        return (
          <>
            {usable.length === 0 ? (
              <Empty title="The account has no approved template of text alone." />
            ) : (
              <Chosen thread={thread} templates={usable} />
            )}
            {left > 0 && <p class="note">{left} more need a file or the end of a link, and are sent by the API.</p>}
          </>
        );
      }}
    </Loaded>
  );
}

function Chosen({ thread, templates }: { thread: Thread; templates: readonly Template[] }) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [chosen, choose] = useState(templates[0] ? nameOf(templates[0]) : '');
  const [values, setValues] = useState<Values>({});
  const template = templates.find((each) => nameOf(each) === chosen);
  if (!template) return null;
  const send = async (): Promise<void> => {
    const sent = { thread_id: thread.thread_id, template: filled(template, values) };
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf([thread.last_at, sent]) } };
    await unwrap(api.POST('/api/v1/messages/template', { params, body: sent }));
    setValues({});
  };
  const options = templates.map((each) => [nameOf(each), nameOf(each)] as const);
  return (
    <WriteForm button="Send the template" submit={send} afterwards={forgetInbox} class="form inbox-reply">
      <Select
        label="Template"
        value={chosen}
        set={(next) => {
          choose(next);
          setValues({});
        }}
        options={options}
      />
      {placesOf(template).map(({ key, label }) => (
        <Text
          key={key}
          label={label}
          value={values[key] ?? ''}
          set={(value) => setValues({ ...values, [key]: value })}
          maxLength={1024}
        />
      ))}
      <blockquote class="inbox-preview" aria-label="As the person reads it">
        {template.header !== null && <b>{withValues(template.header, 'header', values)}</b>}
        <p class="inbox-text">{withValues(template.body, 'body', values)}</p>
        {template.footer !== null && <span class="small soft">{template.footer}</span>}
      </blockquote>
    </WriteForm>
  );
}

const placesOf = ({ header_places, body_places }: Template): { key: string; label: string }[] => [
  ...header_places.map((place) => ({ key: `header ${place}`, label: `{{${place}}} in the heading` })),
  ...body_places.map((place) => ({ key: `body ${place}`, label: `{{${place}}} in the text` })),
];

const withValues = (text: string, part: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, place: string) => values[`${part} ${place}`] || whole);

function filled({ name, language, header_places, body_places }: Template, values: Values) {
  const partOf = (part: string, places: readonly string[]) =>
    places.map((place) => ({
      text: (values[`${part} ${place}`] ?? '').trim(),
      ...(/^\d+$/.test(place) ? {} : { name: place }),
    }));
  return {
    name,
    language,
    ...(header_places.length === 0 ? {} : { header: partOf('header', header_places) }),
    ...(body_places.length === 0 ? {} : { body: partOf('body', body_places) }),
  };
}

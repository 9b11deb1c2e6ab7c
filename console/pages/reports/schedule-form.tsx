// The form of a schedule, for a new one and for one that exists: what, when, to whom.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Check, Select, Text, WriteForm, Zones } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useMe } from '../account/me.ts';
import { Chosen, Recipients, Time } from '../alerts/recipients.tsx';
import { OutsideReaders } from './outside-readers.tsx';
import { Source, type Subject } from './source.tsx';
import { forgetReports, hasCurrency, hasFilters, isForOutside, RHYTHMS, type Schedule, useChats, WEEKDAYS } from './words.ts';

interface FormProps {
  /** Undefined: a new one. */
  schedule: Schedule | undefined;
  /** What a new one begins with. */
  begin?: { title: string; subject: Subject };
  close: () => void;
}

type Rhythm = Schedule['rhythm'];
type Question = Schedule['question'];

export function ScheduleForm({ schedule, begin, close }: FormProps) {
  const { profile_id, workspace_id: workspaceId, timezone, currency: own } = useProfile();
  const me = useMe();
  const [title, setTitle] = useState(schedule?.title ?? begin?.title ?? '');
  const [subject, setSubject] = useState<Subject>(schedule ?? begin?.subject ?? { page: 'overview', question: {}, view: null });
  const { page, question, view } = subject;
  const [rhythm, setRhythm] = useState<Rhythm>(schedule?.rhythm ?? { every: 'week', weekday: 1, at: '08:00', timezone });
  const [recipients, setRecipients] = useState(schedule?.recipients);
  const [chats, setChats] = useState(schedule?.chats ?? []);
  const [readers, setReaders] = useState(schedule?.readers ?? []);
  const [hasPdf, setHasPdf] = useState(schedule?.has_pdf ?? false);
  const [currency, setCurrency] = useState(schedule?.currency ?? '');
  const known = useChats();
  const chosen = recipients ?? (me ? [me.user_id] : []);
  const save = async (): Promise<void> => {
    const body = {
      title,
      rhythm,
      recipients: [...chosen],
      has_pdf: hasPdf,
      currency: hasCurrency(page) && currency !== '' ? currency : null,
      ...(isForOutside(page) ? { chats, readers } : { chats: [], readers: [] }),
    };
    const source = view === null ? { question } : { view };
    if (schedule) {
      const params = { path: { workspaceId, scheduleId: schedule.id } };
      // What is sent may be gone, which is no reason to refuse a change of something else.
      const patch = isSame(subject, schedule) ? body : { ...body, ...source };
      await unwrap(api.PATCH('/api/v1/workspaces/{workspaceId}/reports/schedules/{scheduleId}', { params, body: patch }));
    } else {
      const params = { path: { workspaceId } };
      await unwrap(
        api.POST('/api/v1/workspaces/{workspaceId}/reports/schedules', {
          params,
          body: { ...body, ...source, profile_id, page },
        }),
      );
    }
    close();
  };
  return (
    <WriteForm button={schedule ? 'Save' : 'Make the schedule'} submit={save} afterwards={forgetReports}>
      <Text label="Name" value={title} set={setTitle} maxLength={200} hint="The subject of the mails begins with it." />
      {schedule ? (
        <Source subject={subject} set={setSubject} />
      ) : (
        <Source
          subject={subject}
          set={setSubject}
          useTemplate={(template) => {
            setTitle(template.title);
            setSubject({ page: template.page, question: template.question, view: null });
            setRhythm({ timezone: rhythm.timezone, ...template.rhythm });
          }}
        />
      )}
      {schedule && view !== null && <Follows name={view.name} end={() => setSubject({ ...subject, view: null })} />}
      {hasFilters(page) && view === null && (
        <Filters question={question} set={(next) => setSubject({ ...subject, question: next })} />
      )}
      {hasCurrency(page) && <Currency code={currency} own={own} set={setCurrency} />}
      <RhythmFields rhythm={rhythm} set={setRhythm} />
      <Recipients chosen={chosen} set={setRecipients} />
      {isForOutside(page) && <OutsideReaders chosen={readers} set={setReaders} />}
      {isForOutside(page) && known.length > 0 && (
        <>
          <Chosen name="In chats" options={known.map(({ id, title: name }) => [id, name])} chosen={chats} set={setChats} />
          <p class="small soft">A chat is read without signing in, so it gets figures of at least five people and closed days.</p>
        </>
      )}
      <Check label="Mails have the report as PDF, too" value={hasPdf} set={setHasPdf} />
    </WriteForm>
  );
}

const Currency = ({ code, own, set }: { code: string; own: string; set: (code: string) => void }) => (
  <Text
    label="Currency"
    value={code}
    set={(text) => set(text.trim().toUpperCase())}
    isOptional
    maxLength={3}
    hint={`Such as EUR, at the rates of each day; empty: ${own}. People without an account and chats get ${own} alone.`}
  />
);

const isSame = (one: Subject, other: Subject): boolean =>
  JSON.stringify([one.question, one.view]) === JSON.stringify([other.question, other.view]);

const Follows = ({ name, end }: { name: string; end: () => void }) => (
  <p>
    It follows the saved view <bdi>{name}</bdi>.{' '}
    <button type="button" class="button" onClick={end}>
      Keep its question of now
    </button>
  </p>
);

/** Without a text, the question leaves the filter out. */
function Filters({ question, set }: { question: Question; set: (question: Question) => void }) {
  const put = (name: 'channel' | 'campaign') => (value: string) => {
    const { [name]: _, ...rest } = question;
    set(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <Text label="Only the channel" value={question.channel ?? ''} set={put('channel')} isOptional />
      <Text label="Only the campaign" value={question.campaign ?? ''} set={put('campaign')} isOptional />
    </>
  );
}

const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => [String(at + 1), String(at + 1)] as const);

function RhythmFields({ rhythm, set }: { rhythm: Rhythm; set: (rhythm: Rhythm) => void }) {
  const { every, weekday = 1, month_day = 1, at, timezone } = rhythm;
  return (
    <>
      <Select label="Sent" value={every} set={(value) => set({ ...rhythm, every: value })} options={RHYTHMS} />
      {every === 'week' && (
        <Select
          label="On"
          value={WEEKDAYS.find(([each]) => each === String(weekday))?.[0] ?? '1'}
          set={(day) => set({ ...rhythm, weekday: Number(day) })}
          options={WEEKDAYS}
        />
      )}
      {every === 'month' && (
        <Select
          label="On day"
          value={String(month_day)}
          set={(day) => set({ ...rhythm, month_day: Number(day) })}
          options={MONTH_DAYS}
          hint="Shorter months: on their last day."
        />
      )}
      <Time label="At" value={at} set={(time) => set({ ...rhythm, at: time })} />
      <Text
        label="By the clocks of"
        value={timezone}
        set={(zone) => set({ ...rhythm, timezone: zone })}
        list="zones"
        hint="A time that the clocks skip is as much later on that day."
      />
      <Zones />
    </>
  );
}

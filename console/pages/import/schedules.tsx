// Files that are imported from an address by schedule: a Google Sheet or a file on a server. Each says how its last run went and what a person has to do.
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { forgetAfter } from './calls.ts';

type Schedule = Schemas['ImportSchedule'];

const LOOK_SECONDS = 20;

const STATES: Record<Schedule['status'], string> = {
  asks: 'First file waits for you',
  active: 'Runs',
  failing: 'Last run failed',
  needs_action: 'Needs action',
  paused: 'Paused',
  stopped: 'Stopped',
};

const forgetSchedules = (): void => forget('import-schedules');

export function Schedules() {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const answer = useAnswer(
    ['import-schedules', profile_id],
    (signal) => unwrap(api.GET('/api/v1/import-schedules', { params: { query: { profile_id } }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  return (
    <Panel
      title="From an address, by schedule"
      lead="A Google Sheet or a file on a server is read every hour or day, and counts once"
      tools={
        !isOpen && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Add an address
          </button>
        )
      }
    >
      {isOpen && <New />}
      <Loaded answer={answer} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="note">
              None yet. Costs of a fair, offline sales or a table that a colleague keeps are imported automatically from here.
            </p>
          ) : (
            <Table name="Files that are imported by schedule" columns={['File', 'State', { number: 'Read' }, '-']}>
              {data.map((schedule) => (
                <Row key={schedule.schedule_id} schedule={schedule} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}

function New() {
  const { profile_id } = useProfile();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [every, setEvery] = useState<Schedule['every']>('day');
  const submit = async (): Promise<void> => {
    const body = { name: name.trim(), url: url.trim(), every };
    const { data } = await unwrap(api.POST('/api/v1/import-schedules', { params: { query: { profile_id } }, body }));
    forgetSchedules();
    forgetAfter(profile_id);
    go(`/console/${profile_id}/import/${data.import_id}`);
  };
  return (
    <WriteForm button="Read the file" submit={submit}>
      <Text label="Name" value={name} set={setName} maxLength={100} placeholder="Costs of the fair" />
      <Text
        label="Address"
        type="url"
        value={url}
        set={setUrl}
        placeholder="https://docs.google.com/spreadsheets/d/…"
        hint="A Google Sheet that is published or shared with everybody who has the link, or a CSV or XLSX file of at most 50 MB."
      />
      <Select<Schedule['every']>
        label="Read it"
        value={every}
        set={setEvery}
        options={[
          ['day', 'every day'],
          ['hour', 'every hour'],
        ]}
      />
      <p class="note">You see its preview first. Once you have committed it, later files are read in the same way.</p>
    </WriteForm>
  );
}

function Row({ schedule }: { schedule: Schedule }) {
  const { profile_id, timezone } = useProfile();
  const { name, url, every, status, reason_text, import_id, waits_for_commit, checked_at, next_at } = schedule;
  const isTroubled = status === 'failing' || status === 'needs_action' || status === 'stopped';
  return (
    <tr>
      <th scope="row" class="name">
        {name}
        <span class="second-line">{shortened(url)}</span>
      </th>
      <td class="text">
        <span class={isTroubled ? 'bad' : ''}>{STATES[status]}</span>
        {reason_text !== null && <span class="second-line import-reason">{reason_text}</span>}
        {waits_for_commit && import_id !== null && (
          <span class="second-line">
            <Link href={`/console/${profile_id}/import/${import_id}`}>Check the file and commit it</Link>
          </span>
        )}
      </td>
      <td>
        {checked_at === null ? '–' : moment(checked_at, timezone)}
        <span class="second-line">{next_at === null ? 'not again' : every === 'hour' ? 'every hour' : 'every day'}</span>
      </td>
      <td class="acts">
        <Tools schedule={schedule} />
      </td>
    </tr>
  );
}

/** Host and beginning of the path: addresses of Sheets are long. */
function shortened(text: string): string {
  const url = URL.parse(text);
  const shown = url ? `${url.host}${url.pathname}` : text;
  return shown.length > 48 ? `${shown.slice(0, 48)}…` : shown;
}

function Tools({ schedule: { schedule_id, name, status } }: { schedule: Schedule }) {
  const { profile_id } = useProfile();
  const params = { path: { schedule_id }, query: { profile_id } };
  const change = (is_paused: boolean) =>
    unwrap(api.PATCH('/api/v1/import-schedules/{schedule_id}', { params, body: { is_paused } }));
  const isRunning = status === 'active' || status === 'failing';
  return (
    <span class="row">
      {isRunning && (
        <>
          <Act
            text="Run now"
            label={`Run now: ${name}`}
            act={() => unwrap(api.POST('/api/v1/import-schedules/{schedule_id}/run', { params }))}
            afterwards={forgetSchedules}
          />
          <Act text="Pause" label={`Pause ${name}`} act={() => change(true)} afterwards={forgetSchedules} />
        </>
      )}
      {(status === 'paused' || status === 'stopped') && (
        <Act text="Resume" label={`Resume ${name}`} act={() => change(false)} afterwards={forgetSchedules} />
      )}
      <Confirm
        text="Remove"
        label={`Remove ${name}`}
        title={`Remove ${name}?`}
        act={() => unwrap(api.DELETE('/api/v1/import-schedules/{schedule_id}', { params }))}
        afterwards={forgetSchedules}
      >
        <p>The file is not read any more. What was imported stays, and can be undone import by import.</p>
      </Confirm>
    </span>
  );
}

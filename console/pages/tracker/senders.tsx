// Who sends how much: each key, connection and file, with what was refused or noticed and when it last sent. Days are a line and, for readers of
// the page, the title of a row.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, moment, plural } from '../../words/format.ts';

type Sender = Schemas['EventSender'];

const DAYS = 30;
const DAY_MS = 86_400_000;
const KINDS: Readonly<Record<Sender['kind'], string>> = {
  tracking_key: 'Browsers',
  api_key: 'API key',
  person: 'Signed in',
  connection: 'Connection',
  file: 'File',
};
const FLAGS: Readonly<Record<string, string>> = {
  bot: 'bot',
  internal: 'internal traffic',
  quarantined: 'key in quarantine',
  late_clamped: 'time too long ago',
  future_clamped: 'time in the future',
  untrusted_value: 'amount of a browser',
  pii_redacted: 'personal data removed',
  url_redacted: 'personal data removed from the address',
};
const REFUSALS: Readonly<Record<string, string>> = {
  validation_error: 'wrong or missing field',
  idempotency_key_conflict: 'key used before for something else',
  rate_limit_exceeded: 'too many within a minute',
  forbidden: 'page of an origin that may not send',
  payment_required: 'no plan',
};
const plain = (name: string): string => name.replaceAll('_', ' ');

export function Senders() {
  const { profile_id, timezone } = useProfile();
  const query = { profile_id, days: DAYS };
  const answer = useAnswer(['tracker', 'senders', query], (signal) =>
    unwrap(api.GET('/api/v1/tracking/senders', { params: { query }, signal })),
  );
  return (
    <Panel title="Who sends how much" lead={`The last ${DAYS} days, by key, connection and file`}>
      <Loaded answer={answer} lines={4}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="Nothing was sent in these days.">
              <p>Put the tag on a page, or report an outcome from your server.</p>
            </Empty>
          ) : (
            <>
              <Table
                isCards
                name="Senders of events"
                columns={['Sender', { number: 'Accepted' }, { number: 'Flagged' }, { number: 'Refused' }, 'Last sent', 'By day']}
              >
                {data.map((sender) => (
                  <SenderRow
                    key={`${sender.kind} ${sender.credential} ${sender.origin} ${sender.has_several_origins}`}
                    sender={sender}
                    from={meta.date_from}
                    timezone={timezone}
                  />
                ))}
              </Table>
              {meta.senders > data.length && (
                <p class="note">{`${count(meta.senders - data.length)} more sent less than these.`}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function SenderRow({ sender, from, timezone }: { sender: Sender; from: string; timezone: string }) {
  const flags = sender.flags.map(({ flag, events }) => `${count(events)} ${FLAGS[flag] ?? plain(flag)}`);
  const refusals = sender.refusals.map(
    ({ code, field, events }) => `${count(events)} ${REFUSALS[code] ?? plain(code)}${field === null ? '' : ` (${field})`}`,
  );
  const byDay = new Map(sender.days.map((day) => [day.day, day.accepted + day.repeated + day.refused]));
  const values = Array.from({ length: DAYS }, (_, at) => byDay.get(dayAfter(from, at)) ?? 0);
  return (
    <tr>
      <th scope="row" class="name">
        {titleOf(sender)}
        <span class="second-line">{secondOf(sender)}</span>
      </th>
      <td>
        {count(sender.accepted)}
        {sender.repeated > 0 && <span class="second-line">{`and ${plural(sender.repeated, 'repeat')}`}</span>}
      </td>
      <Why number={sender.flagged} reasons={flags} />
      <Why number={sender.refused} reasons={refusals} />
      <td class="text">{moment(sender.last_at, timezone)}</td>
      <td class="text">
        <Sparkline values={values} width={96} height={24} />
        <span class="only-read">
          {sender.days
            .slice(-7)
            .map(({ day, accepted }) => `${day}: ${count(accepted)} accepted`)
            .join(', ')}
        </span>
      </td>
    </tr>
  );
}

const Why = ({ number, reasons }: { number: number; reasons: readonly string[] }) => (
  <td>
    {count(number)}
    {reasons.slice(0, 3).map((reason) => (
      <span class="second-line" key={reason}>
        {reason}
      </span>
    ))}
    {reasons.length > 3 && <span class="second-line">{`and ${plural(reasons.length - 3, 'other reason')}`}</span>}
  </td>
);

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

function titleOf({ kind, credential, name, origin, has_several_origins }: Sender): string {
  if (has_several_origins) return 'Further hosts';
  if (origin !== null) return origin;
  if (kind === 'tracking_key') return 'Without a page';
  return name ?? `A key that is gone (${credential.slice(0, 8)})`;
}

const secondOf = ({ kind, name }: Sender): string =>
  kind === 'tracking_key' && name !== null ? `${KINDS[kind]}, ${name}` : KINDS[kind];

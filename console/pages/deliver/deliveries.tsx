// The deliveries, sent or not and why: a row for each conversion and destination, newest first.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Select } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { usePageParam } from '../../question/page-param.ts';
import { count, moment, money } from '../../words/format.ts';
import { type DeliveryStatus, reasonText, STATUSES, type Wired } from './asked.ts';

type Delivery = Schemas['ConversionDelivery'];

const PAGE = 50;
const isStatus = (text: string): text is DeliveryStatus => Object.hasOwn(STATUSES, text);
const statuses = Object.keys(STATUSES).filter(isStatus);

export function Deliveries({ destinations }: { destinations: readonly Wired[] }) {
  const [destination, setDestination] = usePageParam('destination', '');
  const [status, setStatus] = usePageParam('status', '');
  return (
    <Panel title="Deliveries" lead="Each conversion for each destination, kept for 100 days; match keys by name, never by value">
      <div class="row">
        <Select
          label="Destination"
          value={destination}
          set={setDestination}
          options={[['', 'All'] as const, ...destinations.map(({ destination_id, name }) => [destination_id, name] as const)]}
        />
        <Select
          label="Status"
          value={status}
          set={setStatus}
          options={[['', 'All'] as const, ...statuses.map((each) => [each, STATUSES[each]] as const)]}
        />
      </div>
      <Pages
        key={`${destination} ${status}`}
        names={new Map(destinations.map(({ destination_id, name }) => [destination_id, name]))}
        query={{
          ...(destination === '' ? {} : { destination_id: destination }),
          ...(isStatus(status) ? { status } : {}),
        }}
      />
    </Panel>
  );
}

interface PagesProps {
  names: ReadonlyMap<string, string>;
  query: { destination_id?: string; status?: DeliveryStatus };
}

function Pages({ names, query }: PagesProps) {
  const { profile_id } = useProfile();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const asked = { profile_id, limit: PAGE, ...query, ...(cursor === undefined ? {} : { cursor }) };
  const answer = useAnswer(['deliver', 'deliveries', asked], (signal) =>
    unwrap(api.GET('/api/v1/conversion-sync/deliveries', { params: { query: asked }, signal })),
  );
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, pagination }) =>
        data.length === 0 ? (
          <Empty title="No delivery of these." />
        ) : (
          <>
            <Table rows={data} names={names} />
            <div class="row">
              {cursors.length > 0 && (
                <button type="button" class="button" onClick={() => setCursors(cursors.slice(0, -1))}>
                  Newer
                </button>
              )}
              {pagination.cursor !== null && (
                <button type="button" class="button" onClick={() => setCursors([...cursors, pagination.cursor ?? ''])}>
                  Older
                </button>
              )}
            </div>
          </>
        )
      }
    </Loaded>
  );
}

const KINDS = { conversion: 'Conversion', restatement: 'New value', retraction: 'Taken back' } as const;
const HEADS = ['When', 'Destination', 'What', 'Became', 'Why', 'Match keys', 'Value', 'Tried'];

function Table({ rows, names }: { rows: readonly Delivery[]; names: PagesProps['names'] }) {
  const { timezone } = useProfile();
  return (
    <section class="scroll" aria-label="Deliveries in rows" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" class={head === 'Value' || head === 'Tried' ? undefined : 'text'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.delivery_id}>
              <th scope="row">{moment(row.occurred_at, timezone)}</th>
              <td class="text name">{names.get(row.destination_id) ?? 'Removed'}</td>
              <td class="text">
                {KINDS[row.kind]}
                <span class="second-line">{row.goal}</span>
              </td>
              <td class="text">{STATUSES[row.status]}</td>
              <td class="text name">{row.reason === null ? '–' : reasonText(row.reason)}</td>
              <td class="text name">{row.match_keys.length === 0 ? '–' : row.match_keys.join(', ')}</td>
              <td>{row.value === null ? '–' : money(row.value.amount, row.value.currency)}</td>
              <td>{count(row.attempts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

// A host that looks like a step of paying: a manager confirms that it is no source, and it is added to the hosts in force.
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { useProfile } from '../../frame/place.tsx';
import { plural } from '../../words/format.ts';

interface Props {
  host: string;
  visits: number;
  conversions: number;
}

export function NoSource({ host, visits, conversions }: Props) {
  const { profile_id, role } = useProfile();
  if (role !== 'manager') return null;
  const params = { query: { profile_id } };
  const confirm = async (): Promise<void> => {
    const { data } = await unwrap(api.GET('/api/v1/tracking/settings', { params }));
    const no_source_hosts = [...new Set([...data.no_source_hosts, host])];
    await unwrap(api.PATCH('/api/v1/tracking/settings', { params, body: { no_source_hosts } }));
  };
  const afterwards = (): void => {
    for (const page of ['tracking-settings', 'quality', 'readiness']) forget(page);
  };
  return (
    <Confirm
      text="It is no source"
      label={`${host} is no source`}
      title={`${host} is no source`}
      confirm="Save and compute again"
      tone="primary"
      act={confirm}
      afterwards={afterwards}
    >
      <p>
        {plural(visits, 'visit')} from there led to {plural(conversions, 'conversion')}. Their credit goes to the source of the
        visit before, in all days. The list is in the settings of the tracker, where a host can be removed again.
      </p>
    </Confirm>
  );
}

// A customer's data as a file of this browser.
import { api, unwrap } from '../api/client.ts';
import { saveFile } from '../api/save.ts';

type Named = { profile_id: string } & Partial<Record<'email' | 'phone' | 'customer_profile_id' | 'anonymous_id', string>>;

export async function saveCustomerFile(workspaceId: string, body: Named): Promise<void> {
  const params = { path: { workspaceId } };
  const { data } = await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/customer-files', { params, body }));
  const text = JSON.stringify(data, undefined, 2);
  saveFile(new Blob([text], { type: 'application/json' }), `customer-${data.customer_profile_id}.json`);
}

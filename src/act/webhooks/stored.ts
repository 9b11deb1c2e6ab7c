// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedTypes = storedJson('webhook_subscriptions.event_types', z.array(z.string()));

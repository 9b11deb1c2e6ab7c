// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

/** How the browser reaches the authenticator. */
export const transportShape = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
export type Transport = z.infer<typeof transportShape>;

export const storedTransports = storedJson(['passkeys.transports'], z.array(transportShape));

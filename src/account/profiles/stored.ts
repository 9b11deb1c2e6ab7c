// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';
import { zoneShiftsShape } from '../../base/kit/time/zone-shifts.ts';

export const storedDomains = storedJson('profiles.domains', z.array(z.string()));
export const storedShifts = storedJson('profile_zones.shifts', zoneShiftsShape);

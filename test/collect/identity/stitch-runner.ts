// Stitches the data folder given as its first argument; with a second one it kills itself, as a failing machine would, at that
// many steps of the way: before a commit (odd) or between the commit and the emptying of the journal's traits (even).
import { stitch } from '../../../src/collect/identity/index.ts';
import { openWorld, PROFILE } from './world.ts';

const [folder = '', killAt] = process.argv.slice(2);
const w = await openWorld(folder);
let step = 0;
const pass = (): void => {
  if (killAt !== undefined && ++step >= Number(killAt)) process.kill(process.pid, 'SIGKILL');
};
const { state, journal } = w;
await stitch(
  {
    signals: w.signals,
    state: {
      ...state,
      setCursor: (name, profileId, value) => {
        state.setCursor(name, profileId, value);
        pass();
      },
    },
    journal: {
      ...journal,
      clearTraits: async (profileId, upTo) => {
        pass();
        await journal.clearTraits(profileId, upTo);
      },
    },
  },
  PROFILE,
  { limit: 7 },
);
await w.close();

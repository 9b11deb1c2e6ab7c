// 200 shops of many-worlds.ts: `npm run test:alerts`.
import { playWorlds } from './many-worlds.ts';

playWorlds(Number(process.env['WORLDS'] ?? 200));

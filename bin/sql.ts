// `npm run sql`: writes the types of the statements.
import { generate } from './artefacts.ts';

await generate(['statements.gen.ts']);

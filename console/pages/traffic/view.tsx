// Traffic: how many came, from where, on what, and what became of it.
import { Sources } from './sources.tsx';

export default function Traffic() {
  return <Sources />;
}

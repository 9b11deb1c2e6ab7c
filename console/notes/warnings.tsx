// The warnings of an answer, each sentence once, with links to the pages where a person does something about it.
import type { Schemas } from '../api/client.ts';
import { PageWords } from './page-words.tsx';

interface WarningsProps {
  of: Schemas['Warnings'] | undefined;
  /** Beside a table or a result, and not over a page. */
  isNote?: boolean;
}

export function Warnings({ of, isNote = false }: WarningsProps) {
  const sentences = [...new Set(of?.map(({ message }) => message))];
  return (
    <>
      {sentences.map((message) => (
        <p key={message} class={isNote ? 'note' : 'notice'}>
          <PageWords text={message} />
        </p>
      ))}
    </>
  );
}

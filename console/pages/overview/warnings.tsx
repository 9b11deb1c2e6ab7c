// The warnings in the answers of the page, each sentence once, with links to the pages where a person does something about it.
import { PageWords } from '../../notes/page-words.tsx';
import { useOverview } from './figures.ts';

export function Warnings() {
  const warnings = useOverview().data?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <ul class="stack">
      {warnings.map(({ code, message }) => (
        <li key={code} class="notice">
          <PageWords text={message} />
        </li>
      ))}
    </ul>
  );
}

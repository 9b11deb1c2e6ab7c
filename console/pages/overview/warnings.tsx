// The warnings in the answers of the page, each sentence once.
import { unbroken } from '../../words/format.ts';
import { inPageWords } from '../../words/pages.ts';
import { useOverview } from './figures.ts';

export function Warnings() {
  const warnings = useOverview().data?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <ul class="stack">
      {warnings.map(({ code, message }) => (
        <li key={code} class="notice">
          {unbroken(inPageWords(message))}
        </li>
      ))}
    </ul>
  );
}

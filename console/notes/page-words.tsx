// A text of the service in which each page that it names is a link to that page, for the same profile.
import { pages } from 'tributary:pages';
import { Link } from 'wouter-preact';
import { pathOf, usePlace } from '../frame/place.tsx';
import { unbroken } from '../words/format.ts';
import { inPageWords } from '../words/pages.ts';

/** The longer title first: one may begin like another. */
const titles = pages.map(({ title }) => title).sort((a, b) => b.length - a.length);
const NAMED = new RegExp(`\\b([Tt]he page (?:${titles.join('|')}))`);

export function PageWords({ text }: { text: string }) {
  const place = usePlace();
  const parts = unbroken(inPageWords(text)).split(NAMED);
  return (
    <>
      {parts.map((part, at) => {
        const page = at % 2 === 1 ? pages.find(({ title }) => part.endsWith(` page ${title}`)) : undefined;
        const path = page && pathOf(page, place);
        return path === undefined ? (
          part
        ) : (
          <Link key={at} href={path}>
            {part}
          </Link>
        );
      })}
    </>
  );
}

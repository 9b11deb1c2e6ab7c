// The parts of a page, each at an address of its own.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';

interface TabsProps {
  label: string;
  tabs: readonly { name: string; title: string; href: string }[];
  current: string | undefined;
}

export function Tabs({ label, tabs, current }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && chosen) bar.current.scrollLeft = chosen.offsetLeft - (bar.current.clientWidth - chosen.offsetWidth) / 2;
  }, [current]);
  return (
    <nav class="tabs" aria-label={label} ref={bar}>
      {tabs.map(({ name, title, href }) => (
        <Link key={name} href={href} aria-current={name === current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}

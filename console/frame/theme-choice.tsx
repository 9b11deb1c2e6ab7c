// Light, dark, or the system's scheme; kept in this browser.
import { useState } from 'preact/hooks';
import { Choice, Menu } from '../design/menu.tsx';
import { useKeys } from './keys.tsx';

const THEMES = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof THEMES;
const names: readonly Theme[] = ['system', 'light', 'dark'];

function storedTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme): void => {
    chooseTheme(next);
    setTheme(next);
  };
  useKeys([
    {
      key: 't',
      text: 'Next colour scheme',
      press: () => choose(names[(names.indexOf(storedTheme()) + 1) % names.length] ?? 'system'),
    },
  ]);
  return (
    <Menu
      class="icon-button"
      label="Colours"
      text={
        <>
          <ThemeIcon />
          <span class="only-read">{THEMES[theme]}</span>
        </>
      }
    >
      {(close) =>
        names.map((name) => (
          <Choice
            key={name}
            isChosen={name === theme}
            choose={() => {
              choose(name);
              close();
            }}
          >
            {THEMES[name]}
          </Choice>
        ))
      }
    </Menu>
  );
}

const ThemeIcon = () => (
  <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
    <path d="M8 2.500a5.500 5.500 0 1 0 0 11a5.500 5.500 0 1 0 0-11M8 2.500v11" />
  </svg>
);

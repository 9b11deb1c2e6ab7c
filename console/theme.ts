// Loaded before anything is drawn, so that a chosen scheme does not flash: light, dark, or the system's when nothing is chosen.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
} catch {
  // A browser may refuse storage: then it is the system's scheme.
}

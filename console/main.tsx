// The workbench of the console: the first module that its page loads.
import { render } from 'preact';
import { App } from './frame/app.tsx';

const root = document.getElementById('workbench');
if (root) {
  render(<App />, root);
  // After the first load, which is for what every page shows.
  import('./exports/start.tsx').then(({ startExports }) => startExports(root));
}

// The workbench of the console: the first module that its page loads.
import { render } from 'preact';

const root = document.getElementById('workbench');
if (root) render(<p>Tributary</p>, root);

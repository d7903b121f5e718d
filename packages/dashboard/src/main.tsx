import { render } from 'preact';
import { App } from './app.tsx';
import { takeKeyFromAddress } from './sign-in/key.ts';
import './styles/main.css';

const root = document.getElementById('app');
if (root) {
  const { tracker = '', endpoint = '' } = root.dataset;
  root.replaceChildren();
  render(<App offered={takeKeyFromAddress()} tag={{ tracker, endpoint }} />, root);
}

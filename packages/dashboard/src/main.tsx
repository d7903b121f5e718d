import { render } from 'preact';
import { App } from './app.tsx';
import { keptKey, takeKeyFromAddress } from './sign-in/key.ts';
import './styles/main.css';

const root = document.getElementById('app');
if (root) {
  const { tracker = '', endpoint = '' } = root.dataset;
  render(<App offered={takeKeyFromAddress()} kept={keptKey()} tag={{ tracker, endpoint }} />, root);
}

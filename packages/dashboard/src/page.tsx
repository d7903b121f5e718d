import { render } from 'preact';
import { App } from './app.tsx';
import { takeKeyFromAddress } from './sign-in/key.ts';
import { chosenLanguage } from './words/choice.ts';
import { speak, spoken } from './words/words.ts';

const root = document.getElementById('app');
if (root) {
  const { tracker = '', endpoint = '' } = root.dataset;
  const offered = takeKeyFromAddress();
  void speak(chosenLanguage(), navigator.languages).then(() => {
    document.documentElement.lang = spoken;
    root.replaceChildren();
    render(<App offered={offered} tag={{ tracker, endpoint }} />, root);
  });
}

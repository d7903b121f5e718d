import { render } from 'preact';
import { App } from './app.tsx';
import { takeKeyFromAddress } from './sign-in/key.ts';
import { chosenLanguage } from './words/choice.ts';
import { speak, spoken } from './words/words.ts';

// A key of an input method, such as the Enter that ends a Japanese word, does nothing else. Safari says so by its code alone.
const toItsField = (event: KeyboardEvent) => {
  if (event.isComposing || event.keyCode === 229) event.stopPropagation();
};
addEventListener('keydown', toItsField, true);

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

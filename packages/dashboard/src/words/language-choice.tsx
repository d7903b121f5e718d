import { changeLanguage } from './choice.ts';
import { isLanguage, languages } from './languages.ts';
import { messages, spoken } from './words.ts';

/** Chooses the language of the page. Each is called as its readers call it. */
export function LanguageChoice() {
  return (
    <select
      class="language"
      aria-label={messages.header.language}
      value={spoken}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && changeLanguage(value)}
    >
      {Object.entries(languages).map(([tag, { name }]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Named } from './panels/list.tsx';

interface Offered {
  key: string;
  words: string;
  second?: string | null;
  current?: boolean;
}

interface Properties<Option> {
  label: string;
  placeholder: string;
  /** The label of the list. */
  options: string;
  offered: readonly Option[];
  text: string;
  onText: (text: string) => void;
  onChoose: (option: Option) => void;
  /** Called for Backspace where there is no text. */
  onBack?: () => void;
  /** Before the field. */
  children?: ComponentChildren;
}

/** A field that finds the options of a list. The focus stays in it; arrows choose an option, which stays so while others come. Enter takes it. */
export function Combobox<Option extends Offered>(properties: Properties<Option>) {
  const { label, placeholder, options, offered, text, onText, onChoose, onBack, children } = properties;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  const active = Math.max(0, offered.map(({ key }) => key).indexOf(chosen ?? ''));
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (option: Option) => {
    setChosen(undefined);
    onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = offered[active];
    if (event.key === 'ArrowDown') setChosen(offered[active + 1]?.key);
    else if (event.key === 'ArrowUp') setChosen(offered.at(active - 1)?.key);
    else if (event.key === 'Enter') option && choose(option);
    else if (event.key === 'Backspace' && text === '' && onBack) onBack();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="typing">
        {children}
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={offered.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          placeholder={placeholder}
          maxLength={2000}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div class="offered" role="listbox" id={id} ref={list} aria-label={options}>
        {offered.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            role="option"
            key={option.key}
            id={`${id}-${index}`}
            aria-selected={index === active}
            class={option.current ? 'current' : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setChosen(option.key)}
            onClick={() => choose(option)}
          >
            <Named text={option.words} second={option.second} />
          </div>
        ))}
      </div>
    </>
  );
}

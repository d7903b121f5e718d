import { useState } from 'preact/hooks';
import { readsAll, useHolder } from './api/holder.ts';
import { useSession } from './api/session.ts';
import { isCompared } from './choices.tsx';
import { Icon } from './icons.tsx';
import { SiteMenu, useShare } from './manage/site-menu.tsx';
import { Foreign } from './panels/list.tsx';
import { CompareControl } from './period/compare-control.tsx';
import { ZoneControl } from './period/zone-control.tsx';
import { Disclosure } from './popup.tsx';
import { Help } from './shortcuts/shortcuts.tsx';
import { ThemeSwitch } from './theme/switch.tsx';
import { mayLeave } from './url/unsaved.ts';
import { onPhone, useMedia } from './url/use-media.ts';
import { useView } from './url/use-view.ts';
import { LanguageChoice } from './words/language-choice.tsx';
import { Around } from './words/phrase.tsx';
import { messages } from './words/words.ts';

/**
 * Rarely used choices, and on a phone those without room elsewhere.
 * @param withReports whether there are reports that single keys change
 */
export function MoreMenu({ withReports }: { withReports: boolean }) {
  const { signOut } = useSession();
  const holder = useHolder();
  const { view } = useView();
  const phone = useMedia(onPhone);
  const [help, setHelp] = useState(false);
  const share = useShare();
  return (
    <>
      {!phone && <SiteMenu onShare={share.open} />}
      <Disclosure
        label={messages.header.more}
        title={messages.header.moreTitle}
        class="opens icon"
        card="more"
        words={<Icon name="more" />}
      >
        {(close) => (
          <>
            {holder !== undefined && !readsAll(holder) && (
              <p class="faint">
                <Around of={messages.header.keyOf}>
                  <Foreign text={holder.name} />
                </Around>
              </p>
            )}
            {phone && withReports && isCompared(view.report) && (
              <div class="setting">
                <span class="faint">{messages.header.comparedWith}</span> <CompareControl />
              </div>
            )}
            <div class="setting">
              <span class="faint">{messages.header.timeZone}</span> <ZoneControl />
            </div>
            <div class="setting">
              <span class="faint">{messages.header.language}</span> <LanguageChoice />
            </div>
            <ThemeSwitch words />
            {phone && (
              <SiteMenu
                words
                onFollow={close}
                onShare={() => {
                  close();
                  share.open();
                }}
              />
            )}
            {withReports && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  close();
                  setHelp(true);
                }}
              >
                <Icon name="keys" /> {messages.header.shortcuts}
              </button>
            )}
            <button type="button" class="quiet" onClick={() => mayLeave() && signOut()}>
              <Icon name="leave" /> {messages.header.signOut}
            </button>
          </>
        )}
      </Disclosure>
      {share.dialog}
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  );
}

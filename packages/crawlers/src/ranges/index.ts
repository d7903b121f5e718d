import applebot from './applebot.json';
import bingbot from './bingbot.json';
import ccbot from './ccbot.json';
import chatgptUser from './chatgpt-user.json';
import duckduckbot from './duckduckbot.json';
import googleAgent from './google-agent.json';
import googleSpecial from './google-special.json';
import googleUserTriggered from './google-user-triggered.json';
import googleUserTriggeredGoogle from './google-user-triggered-google.json';
import googlebot from './googlebot.json';
import gptbot from './gptbot.json';
import oaiSearchbot from './oai-searchbot.json';
import perplexityUser from './perplexity-user.json';
import perplexitybot from './perplexitybot.json';

/** The addresses that operators published on the day named in each file. `npm run crawlers:ranges` fetches them again. */
export const publishedRanges: ReadonlyMap<string, { source: string; fetched: string; networks: string[] }> =
  new Map(
    Object.entries({
      applebot,
      bingbot,
      ccbot,
      'chatgpt-user': chatgptUser,
      duckduckbot,
      'google-agent': googleAgent,
      'google-special': googleSpecial,
      'google-user-triggered': googleUserTriggered,
      'google-user-triggered-google': googleUserTriggeredGoogle,
      googlebot,
      gptbot,
      'oai-searchbot': oaiSearchbot,
      'perplexity-user': perplexityUser,
      perplexitybot,
    }),
  );

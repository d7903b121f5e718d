import { endpoints } from '../../endpoints/index.ts';
import { describeApi, describeService } from './document.ts';

/** The API's description with the default addresses; packages/client/build.js generates the client's types from it. */
export const description = describeService(describeApi(endpoints), {
  ingestUrl: 'http://127.0.0.1:3001',
  trackerPath: '/tracker.js',
  pingPath: '/api/ping',
});

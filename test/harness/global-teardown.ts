import { stopServers } from './servers.ts';

export default stopServers;

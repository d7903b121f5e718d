const africa = ['Africa/Cairo', 'Africa/Casablanca', 'Africa/El_Aaiun', 'Africa/Monrovia'];
const america = ['Argentina/Tucuman', 'Havana', 'Recife', 'Sao_Paulo', 'St_Johns'];
const pacific = ['Apia', 'Chatham', 'Kiritimati', 'Kwajalein'];
const others = ['Antarctica/Casey', 'Antarctica/Troll', 'Asia/Gaza', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

/** Zones in which clocks were or will be set for a few weeks only, zones with unusual offsets, and usual ones. */
export const zones = [
  ...['UTC', 'Europe/Amsterdam', ...africa, ...others],
  ...america.map((place) => `America/${place}`),
  ...pacific.map((place) => `Pacific/${place}`),
];

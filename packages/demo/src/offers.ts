import { picker, type Random } from './random.ts';

interface Item {
  name: string;
  weight: number;
  price: { EUR: string; USD: string };
}

/** The offer of a site, and the way there: a page, an event, a page, and the purchase. */
export interface Offer {
  first: { path: string; title: string };
  event: string;
  second: { path: string; title: string };
  /** The property of the events that names the item. */
  property: string;
  item: (random: Random) => Item;
  /** The share of visits that go on to the first page, of these that go on to the second, of these that buy; and of buyers that want it back. */
  looks: number;
  goesOn: number;
  buys: number;
  returns: number;
}

const item = (name: string, weight: number, EUR: string, USD: string): Item => ({
  name,
  weight,
  price: { EUR, USD },
});

/** By site. Europeans pay in euros. */
export const offers = {
  blog: {
    first: { path: '/pricing', title: 'Join the kitchen' },
    event: 'Signup',
    second: { path: '/checkout', title: 'Almost yours' },
    property: 'plan',
    item: picker([
      item('monthly', 5, '7.90', '8.50'),
      item('yearly', 3, '69.00', '75.00'),
      item('gift', 1, '39.50', '42.95'),
    ]),
    looks: 0.07,
    goesOn: 0.42,
    buys: 0.55,
    returns: 0.04,
  },
  shop: {
    first: { path: '/basket', title: 'Your basket' },
    event: 'Basket',
    second: { path: '/checkout', title: 'Address and payment' },
    property: 'product',
    item: picker([
      item('Banneton set', 6, '24.00', '26.50'),
      item('Whetstone', 4, '39.00', '43.00'),
      item('Cast iron skillet', 4, '49.00', '54.00'),
      item("Chef's knife", 2, '89.00', '98.00'),
      item('Dutch oven', 1, '159.00', '175.00'),
    ]),
    looks: 0.16,
    goesOn: 0.6,
    buys: 0.5,
    returns: 0.07,
  },
  courses: {
    first: { path: '/dates', title: 'Dates and free places' },
    event: 'Reserve',
    second: { path: '/booking', title: 'Your booking' },
    property: 'course',
    item: picker([
      item('Sourdough', 4, '129.00', '129.00'),
      item('Knife skills', 3, '79.00', '79.00'),
      item('Ramen', 2, '99.00', '99.00'),
    ]),
    looks: 0.2,
    goesOn: 0.25,
    buys: 0.6,
    returns: 0.05,
  },
} satisfies Record<string, Offer>;

// Preloaded into a program by node's --require: its clock is wrong by CLOCK_SHIFT_MS milliseconds from its start.
const shift = Number(process.env.CLOCK_SHIFT_MS);
const RightDate = Date;
globalThis.Date = class extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RightDate.now() + shift] : given));
  }
  static now() {
    return RightDate.now() + shift;
  }
};

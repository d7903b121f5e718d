/**
 * Creates a value on first use. The first format of numbers or dates makes the browser load its language data, which takes as long as
 * drawing the page: nothing needs it before the first paint.
 */
export function onFirstUse<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

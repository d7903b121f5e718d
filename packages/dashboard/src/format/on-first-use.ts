/**
 * Makes something when it is first needed. The first format of numbers or dates makes the browser load its language data, which
 * takes as long as drawing the page: before the first paint nothing needs it.
 */
export function onFirstUse<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * A member of the document. Not `document.title`: in a page with `<img name="title">` that is the image, whatever the member. Methods
 * need a call with the document.
 */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document);

/** The html element, which looks for elements like the document. */
export const root = ofDocument('documentElement');

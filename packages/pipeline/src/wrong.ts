/** The result for a value that breaks its rule. */
export const wrong = Symbol('wrong');

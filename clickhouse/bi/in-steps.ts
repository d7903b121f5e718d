/** A view, and the statement that creates it. */
interface View {
  name: string;
  sql: string;
}

/**
 * The views in steps: those of a step read only views of the steps before.
 * @param database the one in which the views stand
 */
export function inSteps<Of extends View>(views: readonly Of[], database: string): Of[][] {
  if (views.length === 0) return [];
  const reads = (view: Of, other: Of) =>
    view !== other && new RegExp(`\\b${database}\\.${other.name}\\b`).test(view.sql);
  const ready = views.filter((view) => !views.some((other) => reads(view, other)));
  if (ready.length === 0) throw new Error('These views read each other in a circle');
  const later = views.filter((view) => !ready.includes(view));
  return [ready, ...inSteps(later, database)];
}

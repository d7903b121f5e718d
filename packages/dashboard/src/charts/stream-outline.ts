export interface Side {
  top: number;
  height: number;
}

/** The outline of a stream that goes from x = 0 to x = 100, as the path of an SVG. */
export function streamOutline(left: Side, right: Side): string {
  const [leftEnd, rightEnd] = [left.top + left.height, right.top + right.height];
  return [
    `M0 ${left.top}`,
    `C50 ${left.top} 50 ${right.top} 100 ${right.top}`,
    `V${rightEnd}`,
    `C50 ${rightEnd} 50 ${leftEnd} 0 ${leftEnd}Z`,
  ].join('');
}

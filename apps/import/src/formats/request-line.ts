/**
 * Cuts `GET /a b HTTP/1.1` into method and target. Servers log targets with spaces: the target ends before the last space, if the
 * version of HTTP follows it.
 */
export function readRequestLine(request: string): [method: string, target: string] {
  const line = request.trim();
  const space = line.indexOf(' ');
  if (space === -1) return [line, ''];
  const target = line.slice(space + 1).replace(/(?:^| +)HTTP\/\d[.\d]*$/, '');
  return [line.slice(0, space), target.trim()];
}

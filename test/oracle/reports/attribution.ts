import { sessionDimensions } from '../filter.ts';
import { type Conversion, conversionsOf } from '../goal.ts';
import { alphabetical, ascending, by, mostFirst } from '../order.ts';
import type { Session } from '../site.ts';
import { groupBy, part, type ReportBody, type ResolvedRequest, visitorsIn } from './report.ts';
import { decimal } from './revenue.ts';

/** A part of a conversion, credited to a value of the property. */
interface Credit {
  value: string;
  /** The number of equal parts. */
  parts: bigint;
  of: Conversion;
}

/** Conversions of a goal by the sessions that led to them, by the definition of each model. */
export function attribution(request: ResolvedRequest): ReportBody {
  const {
    site,
    goals,
    steps,
    creditedTo = 'source',
    model = 'last_non_direct',
    lookback = { days: 30 },
  } = request;
  const [goal = []] = [...goals, ...steps];
  const property = sessionDimensions[creditedTo];
  const longest = lookback.days * 86_400_000;

  /** The touches of a conversion, oldest first; ties are ordered by the property. */
  const touchesOf = ({ at, visitor_id }: Conversion): Session[] =>
    site.sessions
      .filter((session) => session.visitor_id === visitor_id)
      .filter(({ first_seen_at }) => first_seen_at <= at && at - first_seen_at <= longest)
      .sort(
        by(
          ascending(({ first_seen_at }) => first_seen_at),
          alphabetical(property),
        ),
      );

  function creditsOf(of: Conversion): Credit[] {
    const touches = touchesOf(of);
    const chosen = {
      first: touches.slice(0, 1),
      last: touches.slice(-1),
      last_non_direct:
        [touches.filter(({ first }) => first.source !== 'Direct'), touches]
          .map((some) => some.slice(-1))
          .find((some) => some.length > 0) ?? [],
      linear: touches,
    }[model];
    const own = of.session ? property(of.session) : '';
    const values = chosen.length > 0 ? chosen.map(property) : [own];
    return values.map((value) => ({ value, parts: BigInt(values.length), of }));
  }

  const rows = groupBy(conversionsOf(goal, request).flatMap(creditsOf), ({ value }) => value)
    .map((credits) => ({
      name: credits[0].value,
      conversions: Number(millionths(credits, () => 1_000_000n)) / 1_000_000,
      converting_visitors: visitorsIn(credits.map(({ of }) => of)),
      revenue: groupBy(credits, ({ of }) => of.event?.ping.currency ?? '')
        .map((own) => ({
          currency: own[0].of.event?.ping.currency ?? '',
          // Amounts are in ten thousandths.
          amount: decimal(
            millionths(own, ({ of }) => (of.event?.amount ?? 0n) * 100n),
            6,
          ),
        }))
        .filter(({ currency }) => currency !== '')
        .sort(alphabetical(({ currency }) => currency)),
    }))
    .sort(mostFirst('conversions', 'name'))
    .map(({ name, ...row }) => ({ [creditedTo]: name, ...row }));
  return part(rows, request);
}

/** The exact sum of parts of whole numbers, rounded once. */
function millionths(credits: Credit[], whole: (credit: Credit) => bigint): bigint {
  const common = credits.reduce(
    (product, { parts }) => (product % parts === 0n ? product : product * parts),
    1n,
  );
  const sum = credits.reduce((total, credit) => total + (whole(credit) * common) / credit.parts, 0n);
  const half = sum < 0n ? -common : common;
  return (2n * sum + half) / (2n * common);
}

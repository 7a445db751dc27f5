/** A bar in the chart: where it begins and ends, and the middle of its row. */
export interface Bar {
  readonly start: number
  readonly end: number
  readonly y: number
}

/** How one bar waits for another: finish to start, start to start, finish to finish, start to finish. */
type ArrowType = 'FS' | 'SS' | 'FF' | 'SF'

const STUB = 8
/** Half a row: where a way back passes between two rows. */
const LANE = 17

/** The line from the bar that is waited for to the one that waits, as an SVG path of right angles. */
export function arrowPath(from: Bar, to: Bar, type: ArrowType): string {
  const [leaves, enters] = [type[0] === 'F' ? 1 : -1, type[1] === 'S' ? -1 : 1]
  const x1 = leaves === 1 ? from.end : from.start
  const x2 = enters === -1 ? to.start : to.end
  const out = x1 + leaves * STUB
  const into = x2 + enters * STUB
  // Straight on where the line can turn into the other bar without crossing what it comes from.
  const isDirect = leaves !== enters && (leaves === 1 ? out <= into : out >= into)
  if (isDirect) return `M${round(x1)} ${from.y}H${round(out)}V${to.y}H${round(x2)}`
  if (leaves === enters) {
    const edge = leaves === 1 ? Math.max(out, into) : Math.min(out, into)
    return `M${round(x1)} ${from.y}H${round(edge)}V${to.y}H${round(x2)}`
  }
  const lane = from.y + (to.y >= from.y ? LANE : -LANE)
  return `M${round(x1)} ${from.y}H${round(out)}V${lane}H${round(into)}V${to.y}H${round(x2)}`
}

function round(value: number): number {
  return Math.round(value * 2) / 2
}

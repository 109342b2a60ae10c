import type { Change } from '../texts.ts'

const signs = { more: '▲', less: '▼', same: '=' }

/**
 * How a number has changed, in words with a sign.
 * @param props.isGood undefined if the change is neither good nor bad
 */
export const ChangeText = ({ change, isGood }: { change: Change | null; isGood?: boolean }) =>
  change ? (
    <span
      className="analytics-change"
      data-way={isGood === undefined ? undefined : isGood ? 'good' : 'bad'}
    >
      <span aria-hidden="true">{signs[change.direction]}</span> {change.text}
    </span>
  ) : null

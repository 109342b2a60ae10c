import type { OverviewReport } from '../reports/contract.ts'
import { changeOf, countPhrase, formatNumber, inRange } from './texts.ts'
import { useScreen } from './use-screen.tsx'

/** What happened in the range, as a sentence. Screen readers announce it when the range or a filter changes. */
export function OverviewSentence({
  reply,
  hasFailed,
}: {
  reply: OverviewReport | null
  hasFailed: boolean
}) {
  const { range, today } = useScreen()
  return (
    <p className="analytics-sentence" role="status">
      {reply
        ? sentenceOf(reply, today)
        : hasFailed
          ? `Who came ${inRange(range, today)} could not be counted.`
          : `Counting who came ${inRange(range, today)} …`}
    </p>
  )
}

function sentenceOf(reply: OverviewReport, today: string): string {
  const rangeText = inRange(reply.range, today)
  if (reply.tooFew) return `Too few members ${rangeText} to show numbers.`
  const { totals, before } = reply
  const who = `${countPhrase(totals.visitors, 'visitor')} ${rangeText}`
  const sentence = `${who.charAt(0).toUpperCase()}${who.slice(1)}`
  if (reply.uncountedRange && totals.visitors) {
    return `${sentence}. Visits ${inRange(reply.uncountedRange, today)} were not counted, or not all, so there is no comparison.`
  }
  const change = changeOf(totals.visitors, before?.visitors ?? null)
  if (!change || !before || !reply.compared) return `${sentence}.`
  const comparedText = inRange(reply.compared, today)
  if (!totals.visitors && !before.visitors)
    return `Nobody came ${rangeText}, and nobody ${comparedText}.`
  if (change.direction === 'same') return `${sentence}, as many as ${comparedText}.`
  if (before.visitors === 0) return `${sentence}; nobody came ${comparedText}.`
  const isMultiple = change.text.includes('times')
  if (totals.visitors === 0)
    return `Nobody came ${rangeText}; ${countPhrase(before.visitors, 'visitor')} did ${comparedText}.`
  return `${sentence}, ${change.text} ${isMultiple ? 'as' : 'than'} ${comparedText} (${formatNumber(before.visitors)}).`
}

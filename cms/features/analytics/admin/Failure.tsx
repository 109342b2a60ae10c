import { Button } from '../../../platform/ui/Button.tsx'
import type { DateRange } from './settings.ts'
import { inRange } from './texts.ts'
import { useScreen } from './use-screen.tsx'

type Props = {
  problem: string | null
  retry: () => void
  /** The days of the numbers that stay visible, because a later request failed; null if there are none. */
  old?: DateRange | null
  isAlert?: boolean
}

/** The reason why numbers could not be read, with a button to try again. */
export function Failure({ problem, retry, old = null, isAlert = false }: Props) {
  const { today } = useScreen()
  if (!problem) return null
  return (
    <div className="admin-warning analytics-failure" role={isAlert ? 'alert' : undefined}>
      <p>
        {problem}
        {old ? ` Below are the last numbers that arrived, ${inRange(old, today)}.` : ''}
      </p>
      <Button onClick={retry}>Try again</Button>
    </div>
  )
}

import { formatDate } from '../../../platform/admin/shell/format.ts'
import type { OwedRun } from '../kitchen.ts'
import { BarPayments } from './BarPayments.tsx'

/** What is still to be paid at the bar, of today and of earlier days. */
export function OwedList({
  owed,
  today,
  currency,
}: {
  owed: readonly OwedRun[]
  today: string
  currency: string
}) {
  return owed.map((each) => (
    <BarPayments
      key={each.run}
      owed={each}
      day={each.day === today ? null : formatDate(each.day, today)}
      currency={currency}
    />
  ))
}

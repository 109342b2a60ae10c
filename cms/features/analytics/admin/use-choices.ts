import type { FiltersReply } from '../reports/contract.ts'
import { useRequested } from './use-report.ts'

/** The values that filters and funnels can have. Requested when the component is mounted. */
export function useChoices() {
  const { reply, problem, retry } = useRequested<FiltersReply>('analytics/filters')
  return { choices: reply, problem, retry }
}

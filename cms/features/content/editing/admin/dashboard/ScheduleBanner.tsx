import type { DashboardProps } from '../../../../../platform/admin/feature-admin.ts'
import { workerState } from '../../worker-state.ts'

/** Warns staff if scheduled changes are not carried out on time. */
export async function ScheduleBanner({ req }: DashboardProps) {
  const { late, overdue, beatAt } = await workerState(req.payload)
  if (!late) return null
  const changes = overdue === 1 ? 'One scheduled change is' : `${overdue} scheduled changes are`
  return (
    <aside role="alert" style={box}>
      <strong>Scheduled changes are late.</strong>{' '}
      {overdue > 0 ? `${changes} overdue by more than two minutes. ` : ''}
      {beatAt
        ? `The program last looked at the schedule at ${timeOf(beatAt)}.`
        : 'Nothing has looked at the schedule yet.'}{' '}
      Ask whoever runs the server to look at it.{' '}
      <a href="/cms/collections/scheduled_changes">See the schedule</a>
    </aside>
  )
}

const timeOf = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

const box = {
  padding: '0.9rem 1.1rem',
  marginBottom: '1.5rem',
  borderInlineStart: '6px solid #c2410c',
  background: 'var(--theme-elevation-50)',
  color: 'var(--theme-text)',
} as const

import { useStore } from '@nanostores/react'
import type { WorkerState } from '../../../cms/features/content/editing/contract.ts'
import { parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { textName } from '../../../cms/features/content/text-names.ts'
import { $otherEditors, $pageStatus } from '../state/editing-state.ts'
import { UnsavedNotice } from '../unsaved/UnsavedNotice.tsx'

const describeDelay = ({ overdue }: WorkerState): string => {
  if (overdue === 0) return 'Nothing has looked at the schedule for two minutes.'
  return `${overdue === 1 ? 'One is' : `${overdue} are`} overdue by more than two minutes.`
}

/** Late and failed schedules, unsaved changes, and who else is on the page. */
export function BarNotices({ page }: { page: string }) {
  const worker = useStore($pageStatus)?.worker
  const others = useStore($otherEditors)
  const labelAt = (place: string | null) => (place ? ` (${textName(parseId(place, page))})` : '')
  return (
    <>
      {worker?.late && (
        <p className="ed-notice" data-tone="fault" role="alert">
          <b>Scheduled changes are late.</b> {describeDelay(worker)} Tell whoever looks after the
          server.
        </p>
      )}
      {!!worker?.failed && (
        <p className="ed-notice" data-tone="fault">
          <b>
            {worker.failed === 1
              ? 'A scheduled change was given up.'
              : `${worker.failed} scheduled changes were given up.`}
          </b>{' '}
          Review says why.
        </p>
      )}
      <UnsavedNotice page={page} />
      {others.length > 0 && (
        <p className="ed-notice ed-others">
          Also here: {others.map(({ name, place }) => name + labelAt(place)).join(', ')}
        </p>
      )}
    </>
  )
}

import { can } from '../../staff/can.ts'
import type { DashboardProps, InboxItem, InboxSource } from '../feature-admin.ts'

/** What waits for the staff member of a request: what is late or went wrong first, each in the order of the sources. */
export async function findInbox(
  sources: readonly InboxSource[],
  props: DashboardProps,
): Promise<InboxItem[]> {
  const allowed = sources
    .filter(({ permission }) => !permission || can(props.req, permission))
    .toSorted((one, other) => one.order - other.order)
  const items = (await Promise.all(allowed.map(({ find }) => find(props)))).flat()
  return items.toSorted(
    (one, other) => Number(other.isUrgent ?? false) - Number(one.isUrgent ?? false),
  )
}

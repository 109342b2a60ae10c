import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { type Station, stationOf } from '../../../platform/staff/permissions.ts'
import { readSoldOut } from '../menus/sold-out.ts'
import type { Room } from '../rules.ts'
import { SoldOutList } from './SoldOutList.tsx'

// The pages whose menus a station serves, and then the others.
const pagesOf: Record<Station, readonly Room[]> = {
  bar: ['cocktails', 'beer', 'hall', 'cafe', 'kitchens'],
  kitchen: ['kitchens', 'cafe', 'hall', 'cocktails', 'beer'],
}

/**
 * The menus with a button for each item: one press says that it is sold out today, the next that it is back. In the
 * office, where all menus are alike, they are closed at first.
 */
export async function SoldOutSection({ req }: DashboardProps) {
  const station = stationOf(req.user?.role)
  const pages = pagesOf[station ?? 'kitchen']
  return (
    <section className="station__sold-out">
      <h2>Sold out</h2>
      <SoldOutList
        menus={await readSoldOut(req.payload, pages)}
        ownPage={(station && pages[0]) ?? ''}
      />
    </section>
  )
}

import type { Payload } from 'payload'
import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { readTaps } from '../service.ts'
import type { Barrel } from '../taps/barrels.ts'
import { BarrelList } from './BarrelList.tsx'

const toBarrel = ({ id, number, name }: Barrel): Barrel => ({ id, number, name })

async function Barrels({ payload }: { payload: Payload }) {
  const taps = await readTaps(payload)
  const pouring = taps.filter(({ status, number }) => status === 'pouring' && number !== null)
  const coming = taps.filter(({ status }) => status === 'next')
  return <BarrelList pouring={pouring.map(toBarrel)} coming={coming.map(toBarrel)} />
}

/** The section of the dashboard with the beer of each tap and a button to change its barrel. */
export const BarrelsSection = ({ req }: DashboardProps) => (
  <section className="barrels">
    <h2>On tap</h2>
    <Barrels payload={req.payload} />
  </section>
)

/** The same rows and buttons without a title, above the list of the collection `taps`. */
export const BarrelsOnList = ({ payload }: { payload: Payload }) => (
  <section className="barrels" aria-label="Change a barrel">
    <Barrels payload={payload} />
  </section>
)

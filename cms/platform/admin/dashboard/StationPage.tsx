import { Gutter } from '@payloadcms/ui'
import type { AdminViewServerProps } from 'payload'
import { can } from '../../staff/can.ts'
import type { Station } from '../../staff/permissions.ts'
import type { FeatureAdmin } from '../feature-admin.ts'
import { findAdminContext } from '../shell/find-admin-context.ts'
import { KeepFresh } from './KeepFresh.tsx'
import './station-page.css'
import { formatToday } from './format-today.ts'

type Props = { view: AdminViewServerProps; features: readonly FeatureAdmin[]; station: Station }

/** The admin’s first page for staff who work at a station with a tablet or a phone: little text, large buttons. */
export async function StationPage({ view, features, station }: Props) {
  const { req } = view.initPageResult
  const { name, timeZone, today } = await findAdminContext(req.payload)
  const parts = features
    .flatMap(({ stationParts = [] }) => stationParts)
    .flatMap(({ at, permission, Component }) => {
      const order = at[station]
      return order !== undefined && can(req, permission) ? [{ order, Component }] : []
    })
    .sort((a, b) => a.order - b.order)
  return (
    <Gutter className="admin-view station" data-station={station}>
      <KeepFresh />
      <header className="station__head">
        <p>{name}</p>
        <h1>{formatToday(today)}</h1>
      </header>
      {parts.map(({ order, Component }) => (
        <Component key={order} {...{ req, timeZone, today }} />
      ))}
    </Gutter>
  )
}

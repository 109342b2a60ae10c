import { Gutter } from '@payloadcms/ui'
import type { AdminViewServerProps } from 'payload'
import { can } from '../../staff/can.ts'
import { type Permission, stationOf } from '../../staff/permissions.ts'
import type { DashboardPart, DashboardProps, FeatureAdmin } from '../feature-admin.ts'
import { CmsLink } from '../shell/CmsLink.tsx'
import { findAdminContext } from '../shell/find-admin-context.ts'
import { formatToday } from './format-today.ts'
import { InboxSection } from './InboxSection.tsx'
import { ScheduledSection } from './ScheduledSection.tsx'
import { StationPage } from './StationPage.tsx'
import { WeekSection } from './WeekSection.tsx'

// Sections with a lower order come before the section "Scheduled".
const scheduledOrder = 30

type Props = { view: AdminViewServerProps; features: FeatureAdmin[] }

/** The admin's first page, assembled from the parts that features provide. */
export function Dashboard({ view, features }: Props) {
  const station = stationOf(view.initPageResult.req.user?.role)
  return station ? (
    <StationPage {...{ view, features, station }} />
  ) : (
    <OfficePage {...{ view, features }} />
  )
}

async function OfficePage({ view, features }: Props) {
  const { req } = view.initPageResult
  const { name, timeZone, today } = await findAdminContext(req.payload)
  const props: DashboardProps = { req, timeZone, today }
  const visible = <Item extends { order: number; permission?: Permission }>(
    items: Item[],
  ): Item[] =>
    items
      .filter(({ permission }) => !permission || can(req, permission))
      .sort((a, b) => a.order - b.order)
  const render = (parts: DashboardPart[]) =>
    visible(parts).map(({ Component, order }) => <Component key={order} {...props} />)
  const sections = features.flatMap(({ sections: featureSections = [] }) => featureSections)
  const sources = features.flatMap(({ scheduled = [] }) => scheduled)
  const figures = features.flatMap(({ weekFigures = [] }) => weekFigures)
  return (
    <Gutter className="admin-view today">
      <div className="today__lead">
        <header className="today__head">
          <p>{name}</p>
          <h1>{formatToday(today)}</h1>
          {render(features.flatMap(({ summaries = [] }) => summaries))}
        </header>
        {render(features.flatMap(({ banners = [] }) => banners))}
        <nav className="today__links" aria-label="Most used">
          {visible(features.flatMap(({ shortcuts = [] }) => shortcuts)).map(({ href, label }) => (
            <CmsLink key={href} href={href}>
              {label}
            </CmsLink>
          ))}
        </nav>
      </div>
      <InboxSection sources={features.flatMap(({ inbox = [] }) => inbox)} {...props} />
      {render(sections.filter(({ order }) => order < scheduledOrder))}
      <WeekSection sources={visible(figures)} {...props} />
      <ScheduledSection sources={visible(sources)} {...props} />
      {render(sections.filter(({ order }) => order > scheduledOrder))}
    </Gutter>
  )
}

import type { PayloadRequest } from 'payload'
import type { ReactNode } from 'react'
import type { Permission, Station } from '../staff/permissions.ts'

/** The props of every part of the dashboard. */
export type DashboardProps = {
  req: PayloadRequest
  /** The venue's time zone. */
  timeZone: string
  /** The current date in `timeZone`, `YYYY-MM-DD`. */
  today: string
}

/** `order` is the position on the screen, lowest first. Without `permission`, all staff see the part. */
type Placement = {
  order: number
  /** What staff must be allowed to do to see the part. */
  permission?: Permission
}
export type AdminLink = Placement & { href: string; label: string }
/** A server component. Banners and summaries render nothing while there is nothing to report. */
export type DashboardPart = Placement & {
  Component: (props: DashboardProps) => ReactNode | Promise<ReactNode>
}
/** A part of the first page of staff who work at a station. `at`: the stations that have it, and its place there. */
export type StationPart = {
  at: Partial<Record<Station, number>>
  permission: Permission
  Component: DashboardPart['Component']
}
/** An entry of the dashboard's section "Scheduled"; `time` is shown, `dateTime` is ISO 8601. */
export type ScheduledItem = { key: string; dateTime: string; time: string; description: ReactNode }

/**
 * A number on the dashboard. Usually `count` covers the last seven days until now, and `before` the seven days before
 * them. `before` is null if there are no records of those days. If the figure covers other days, `note` names them.
 */
export type WeekFigure = {
  label: string
  /** Where the counted records are listed. */
  href: string
  count: number
  before: number | null
  /** What happened today, on the venue's calendar. Left out if it is not counted. */
  today?: number
  note?: string
}

/** Something that waits for staff: a line of the dashboard’s inbox. */
export type InboxItem = {
  key: string
  /** A sentence: `Two moments wait to be looked at.` */
  text: string
  /** Where staff look after it. */
  href: string
  /** Whether it is late, or went wrong. Such lines come first. */
  isUrgent?: boolean
}
/** Finds what waits for the staff member of the request. Only staff with `permission` get it. */
export type InboxSource = Placement & { find: (props: DashboardProps) => Promise<InboxItem[]> }

/** The parts of the admin that a feature provides. */
export type FeatureAdmin = {
  /** Menu entries that lead to the feature's views. They are shown above Payload's collections. */
  navLinks?: AdminLink[]
  /** Links of the dashboard's row "Most used". */
  shortcuts?: AdminLink[]
  /** Lines below the dashboard's title. */
  summaries?: DashboardPart[]
  /** What waits for staff, in one list of all features. */
  inbox?: InboxSource[]
  /** Warnings above the dashboard's sections. */
  banners?: DashboardPart[]
  /** Sections of the dashboard. The section "Scheduled" has order 30. */
  sections?: DashboardPart[]
  /** Parts of the first page of the roles bar and kitchen, which have no other part. */
  stationParts?: StationPart[]
  /** Figures of the dashboard's section "The last seven days". */
  weekFigures?: Placement & { find: (props: DashboardProps) => Promise<WeekFigure[]> }
  scheduled?: Placement & { find: (props: DashboardProps) => Promise<ScheduledItem[]> }
}

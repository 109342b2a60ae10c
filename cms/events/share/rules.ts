import type { EventDate } from '../rules.ts'

/** Increased when the drawing changes, so that browsers and other sites load it again. */
const design = 1

const versionOf = ({ changedAt, status }: Pick<EventDate, 'changedAt' | 'status'>): string =>
  `${changedAt.getTime().toString(36)}${status.slice(0, 1)}${design}`

/** The path of a date's share image, 1200 × 630. It contains the date's version, so the image never changes. */
export const shareImagePath = (date: Pick<EventDate, 'id' | 'changedAt' | 'status'>): string =>
  `/calendar/share/${date.id}-${versionOf(date)}`

/** The id in the last part of such a path; null if it is none. */
export const dateOfShareImage = (name: string): number | null =>
  /^\d{1,9}-[a-z0-9]{1,20}$/.test(name) ? Number.parseInt(name, 10) : null

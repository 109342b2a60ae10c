import type { EventDate } from '../rules.ts'

/** The version of the drawing. Increase it if the drawing changes, so browsers and other sites load it again. */
const design = 2

const versionOf = ({ changedAt, status }: Pick<EventDate, 'changedAt' | 'status'>): string =>
  `${changedAt.getTime().toString(36)}${status.slice(0, 1)}${design}`

/** The path of a date's share image, 1200 × 630. It contains the date's version, so no path gets another image. */
export const shareImagePath = (date: Pick<EventDate, 'id' | 'changedAt' | 'status'>): string =>
  `/calendar/share/${date.id}-${versionOf(date)}`

/** The id of the date in the last part of a share image's path; null if the part is not valid. */
export const dateOfShareImage = (name: string): number | null =>
  /^\d{1,9}-[a-z0-9]{1,20}$/.test(name) ? Number.parseInt(name, 10) : null

import type { Venue } from '../cms/features/venue/contract.ts'

/** The day on which a letter was sent, in the venue's time zone. */
export const letterDay = (sentAt: Date, { timeZone }: Pick<Venue, 'timeZone'>): string =>
  sentAt.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone })

import { addDays, localMoment } from '../../cms/features/venue/hours/opening-hours.ts'

/** The day of a moment in London, where the venue of the tests is: `YYYY-MM-DD`. */
export const venueDayOf = (at: Date): string => localMoment(at, 'Europe/London').date

/** The venue's day that is some days before today. */
export const daysAgo = (count: number): string => addDays(venueDayOf(new Date()), -count)

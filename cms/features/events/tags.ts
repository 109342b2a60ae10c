/** Cache tag of lists of events and of the pages that show events. */
export const eventsTag = 'events'

/** Cache tag of the page of one date. */
export const eventDateTag = (id: number): string => `event-date-${id}`

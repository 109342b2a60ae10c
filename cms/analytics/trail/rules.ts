/** Visits that a member sees at a time. */
export const visitsPerPage = 10
/** Pages and actions of one visit that a member sees; the download has all. */
export const entriesPerVisit = 50

/** How many visits a member sees at a time. */
export const visitsPerPage = 10
/** How many pages and actions of one visit a member sees. The download contains all. */
export const entriesPerVisit = 50

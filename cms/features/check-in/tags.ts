/** The tag that triggers of the database announce when somebody comes in or goes out, or a limit changes. */
export const checkInTag = 'check-in'

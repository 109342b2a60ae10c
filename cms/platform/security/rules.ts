/** Kinds of security events, with their names in the admin. */
export const securityEventNames = {
  staff_sign_in_failed: 'failed sign-ins of staff',
  member_sign_in_failed: 'wrong codes, links and passkeys of members',
  limit_exceeded: 'requests over a limit',
  token_forged: 'forged tokens and signatures',
  mails_requested: 'requests for mails over the limit of strangers',
  codes_suspended: 'codes refused after many wrong ones',
} as const
export type SecurityEventKind = keyof typeof securityEventNames

/** Kinds for which the dashboard shows a warning at the top, with the text of the warning. */
export const securityAlarms: Partial<Record<SecurityEventKind, string>> = {
  mails_requested:
    'Very many codes or letters were requested from browsers that are not trusted. Somebody may be flooding mailboxes; until it stops, browsers have to do some work for a code or the letter, and who signs up without JavaScript gets the mail later.',
  codes_suspended:
    'Very many wrong codes were tried. Members who sign in on a new device get a link by mail in the place of a code until it stops.',
}

/** How long counts are stored, in days. */
export const keptDays = 30
/** How many pairs of kind and client are stored for one hour. Further events are stored without the client. */
export const maxClientsPerHour = 500

import type { EmailAdapter } from 'payload'
import { log } from './log.ts'

/**
 * Stands where a mail server would. The log says what was not sent and how to do without, but not to
 * whom: addresses don't belong in a log.
 */
export const unsentMail: EmailAdapter<void> = () => ({
  name: 'unsent',
  defaultFromName: 'Common Room',
  defaultFromAddress: 'common-room@localhost',
  sendEmail: async ({ subject }) => {
    log.warn(
      { subject },
      'a mail was not sent, there is no mail server; npm run admin lets staff back in',
    )
  },
})

import { mails } from '../../collections/mails.ts'
import type { Feature } from '../feature.ts'
import { mailEndpoints } from './endpoints.ts'
import { mailEvents, mailPace } from './tables.ts'

export const mail: Feature = {
  name: 'mail',
  tables: { mail_pace: mailPace, mail_events: mailEvents },
  collections: [mails],
  endpoints: mailEndpoints,
}

import { dropDatabases, makeDatabase } from './database.ts'
import { type PushService, startPushService } from './push-service.ts'
import { type Server, startServer } from './server.ts'
import { type MailServer, startMailServer } from './smtp-server.ts'
import { makeStaff, type Role } from './staff.ts'
import { startStripe } from './stripe.ts'

/** A site with the demo venue and one staff member of each role. */
export type TestSite = {
  server: Server
  database: string
  sessions: Record<Role, string>
  /** The SMTP server that receives its mails; null if it has none. */
  mailServer: MailServer | null
  /** The push service that receives its nudges; null if it has none. */
  pushService: PushService | null
  /** The local Stripe at which guests pay; null if it takes no cards. */
  stripe: Stripe | null
}
type Stripe = Awaited<ReturnType<typeof startStripe>>

export type SiteOptions = {
  /** How many mails a second the site sends to an SMTP server of its own. 0: it has no SMTP server. */
  mailsPerSecond: number
  /** Whether the site has a push service of its own. */
  hasPushService: boolean
  /** Whether the site has a local Stripe. */
  hasStripe: boolean
}

/** Runs one site at a time. */
export type CurrentSite = {
  /** Returns the site of this name. If it is not running, starts it and stops the previous one. */
  switchTo: (name: string, options: SiteOptions) => Promise<TestSite>
  stop: () => Promise<void>
}

export function makeCurrentSite(): CurrentSite {
  let current: { name: string; site: TestSite } | null = null
  const stop = async () => {
    await current?.site.server.stop()
    current?.site.mailServer?.stop()
    await current?.site.pushService?.stop()
    await current?.site.stripe?.stop()
    await dropDatabases()
    current = null
  }
  return {
    stop,
    switchTo: async (name, options) => {
      if (current?.name === name) return current.site
      await stop()
      const site = await startSite(options)
      current = { name, site }
      return site
    },
  }
}

async function startSite({
  mailsPerSecond,
  hasPushService,
  hasStripe,
}: SiteOptions): Promise<TestSite> {
  const database = await makeDatabase('demo')
  const mailServer = mailsPerSecond ? await startMailServer() : null
  const pushService = hasPushService ? await startPushService() : null
  const stripe = hasStripe ? await startStripe() : null
  const server = await startServer({
    DATABASE_URL: database,
    ...(mailServer && { SMTP_URL: mailServer.url, MAIL_PER_SECOND: String(mailsPerSecond) }),
    ...(pushService && { PUSH_LOCAL_SERVICES: pushService.origin }),
    ...stripe?.env,
  })
  return { server, database, sessions: await makeStaff(server), mailServer, pushService, stripe }
}

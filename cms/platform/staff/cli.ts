import { getPayload, type Payload } from 'payload'
import { startEmbeddedPostgres } from '../database/embedded.ts'
import { migrateUnderLock } from '../database/migrate.ts'
import { handleConnectionErrors } from '../database/pool.ts'
import { databaseOf } from '../database/query.ts'
import { acceptSecret, requireSameSecret } from '../database/secret-fingerprint.ts'
import { databaseUrl, setEmbeddedUrl } from '../database/url.ts'
import { featuresOf } from '../feature.ts'
import { parseAddress } from '../mail/address.ts'
import { type Env, env } from '../runtime/env.ts'
import { startProblem } from '../runtime/start-error.ts'
import { createPasswordLink, pathOf, storePasswordLink } from './password-links.ts'
import { readSiteUrl } from './site-address.ts'

const usage = `Usage: npm run admin -- create NAME@HOST
       npm run admin -- accept-secret
       npm run admin -- accept-books

create makes the account with this address an admin. If there is no such account, it creates one. It prints a link
with which the account's owner chooses a password. The link can be used once, within an hour.
accept-secret is for a lost secret: it lets the program start with a new one.
accept-books is for differences in the books that a check found, after somebody has looked into them: later checks
compare with the books as they are now.`

async function main([command, email]: string[]): Promise<void> {
  const address = parseAddress(email ?? '')
  if (command === 'accept-secret' && !email) await runWithPayload(acceptNewSecret)
  else if (command === 'create' && address) await runWithPayload(createAdmin(address))
  else if (command && command !== 'create' && !email) await runWithPayload(featureCommand(command))
  else printUsage()
}

function printUsage(): void {
  console.error(usage)
  process.exitCode = 2
}

type Command = (payload: Payload, settings: Env) => Promise<void>

/** Runs a command on the configured database, after migrating it. */
async function runWithPayload(run: Command): Promise<void> {
  const settings = env()
  const embedded = settings.DATABASE_URL ? null : await startEmbeddedPostgres(settings.DATA_DIR)
  if (embedded) setEmbeddedUrl(embedded.url)
  const { default: config } = await import('../../../payload.config.ts')
  const payload = await getPayload({ config, disableOnInit: true })
  // Ignores lost connections, which are expected when the embedded database stops.
  handleConnectionErrors(payload, () => {})
  try {
    await migrateUnderLock(payload, databaseUrl(), () => run(payload, settings))
  } finally {
    await payload.destroy()
    await embedded?.stop()
  }
}

const acceptNewSecret: Command = async (payload, { SECRET }) => {
  await acceptSecret(payload, SECRET)
  console.log('\n  The program starts with the present secret from now on.\n')
  for (const { onNewSecret } of featuresOf(payload)) await onNewSecret?.(payload)
}

const featureCommand =
  (name: string): Command =>
  async (payload, { SECRET }) => {
    await requireSameSecret(payload, SECRET)
    const [run] = featuresOf(payload).flatMap(({ commands }) => commands?.[name] ?? [])
    if (run) await run(payload)
    else printUsage()
  }

const createAdmin =
  (address: string): Command =>
  async (payload, settings) => {
    await requireSameSecret(payload, settings.SECRET)
    // Without a configured URL, the link uses the URL with which the program last ran.
    const isConfigured = process.env.SITE_URL || process.env.PORT
    const siteUrl = (isConfigured ? null : readSiteUrl(settings.DATA_DIR)) ?? settings.SITE_URL
    const known = await payload.find({
      collection: 'users',
      where: { email: { equals: address } },
      limit: 1,
    })
    let account = known.docs[0]
    const isNew = !account
    if (account) {
      await payload.update({ collection: 'users', id: account.id, data: { role: 'admin' } })
    } else {
      const [name = address] = address.split('@')
      const data = { name, email: address, role: 'admin' as const }
      account = await payload.create({ collection: 'users', data })
    }
    const link = createPasswordLink('reset')
    await storePasswordLink(databaseOf(payload), account.id, link)
    console.log(`\n  ${address} ${isNew ? 'has a new account and ' : ''}is an admin.`)
    console.log(`  Choose a password: ${siteUrl}${pathOf(link)}\n`)
  }

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(startProblem(error) ?? error)
  process.exitCode = 1
}
process.exit()

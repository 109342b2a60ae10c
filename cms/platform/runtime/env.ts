import { existsSync, readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { readOrCreateSecret } from '../crypto/stored-secret.ts'
import { isKeyPair, isPublicKey } from '../push/key-pair.ts'
import { StartError } from './start-error.ts'
import { processState } from './state.ts'

/** In a list of proxies, this name stands for this machine and all private networks. Caddy uses the same name. */
export const privateRangesName = 'private_ranges'
const privateRanges = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]

/**
 * Parses the list of trusted proxies. Only their forwarding headers are used to find a client's address.
 * @param list addresses, networks in CIDR notation and `private_ranges`, separated by commas or spaces
 * @returns the networks of the proxies; or the first invalid entry
 */
export function parseProxies(list: string): BlockList | { wrong: string } {
  const proxies = new BlockList()
  for (const entry of list.split(/[\s,]+/).filter(Boolean)) {
    for (const network of entry === privateRangesName ? privateRanges : [entry]) {
      const [address = '', bits] = network.split('/')
      const family = isIP(address)
      const maxPrefix = family === 6 ? 128 : 32
      const prefix = bits === undefined ? maxPrefix : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
      if (!family || prefix < 0 || prefix > maxPrefix) return { wrong: entry }
      proxies.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
    }
  }
  return proxies
}

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
const port = z.coerce.number().int().min(0).max(65535)
const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be a host name, without https:// and without a path')
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://example.org', abort: true })
  .refine((value) => new URL(value).pathname === '/', 'must have no path')
  .transform((value) => new URL(value).origin)

const mailbox = z
  .string()
  .trim()
  .regex(
    /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address like Name <name@example.org>',
  )
  .transform((value) => {
    const [, name = '', address = value] = /^([^<]*)<(.+)>$/.exec(value) ?? []
    return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
  })
const vapidSubject = z
  .string()
  .trim()
  .refine(
    (value) =>
      /^mailto:[^\s<>@]+@[^\s<>@]+$/.test(value) || URL.parse(value)?.protocol === 'https:',
    'must be an address like mailto:name@example.org or https://example.org',
  )
const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
const dkimNames = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY'] as const

/** Every environment variable with its default. `cms/README.md` describes each variable. */
const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  SITE_URL: origin.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      error: 'must start with postgres:// or postgresql://',
      abort: true,
    })
    .refine((value) => URL.canParse(value), 'must be an address with a valid host and port')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  DATA_DIR: z.string().min(1).default('.data'),
  SECRET: z
    .string()
    .refine((secret) => secret.trim().length >= 32, 'must have at least 32 characters')
    .optional(),
  SECRET_KITCHENS_HOST: hostName.optional(),
  PREVIEW_HOSTS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(hostName)),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(9464),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  CLIENT_BUDGET: z.coerce.number().int().min(0).max(1_000_000).default(40),
  TRUSTED_PROXIES: z.string().default(privateRangesName).transform(readProxies),
  CACHE_MB: z.coerce.number().int().min(1).max(4096).default(64),
  DEMO: flag.default(true),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@host' })
    .optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_REPLY_TO: mailbox.optional(),
  MAIL_BOUNCE: mailbox.optional(),
  MAIL_PER_SECOND: z.coerce.number().positive().max(100_000).default(50),
  MAIL_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(5),
  DKIM_DOMAIN: hostName.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a name in the DNS')
    .optional(),
  DKIM_KEY: z.string().transform(readKey).optional(),
  COUNTRY_DATABASE: z.string().refine(existsSync, 'must be the path of a file').optional(),
  REFERRER_SPAM: z.string().refine(existsSync, 'must be the path of a file').optional(),
  MAIL_WEBHOOK_SECRET: z.string().transform(readWebhookKey).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_\w{8,}$/, 'must be a secret or restricted key: sk_… or rk_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{16,}$/, 'must be the signing secret of the webhook: whsec_…')
    .optional(),
  STRIPE_API: origin.default('https://api.stripe.com'),
  VAPID_PUBLIC_KEY: z
    .string()
    .refine(isPublicKey, 'must be a public key of P-256: 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  VAPID_SUBJECT: vapidSubject.optional(),
  PUSH_LOCAL_SERVICES: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin)),
})

export type Env = Omit<z.output<typeof schema>, 'SITE_URL' | 'SECRET'> & {
  SITE_URL: string
  SECRET: string
}

/**
 * Checks and converts environment variables.
 * @param source the variables as strings
 * @returns the checked values, with the secret from the environment or from the file `secret` in DATA_DIR
 * @throws StartError naming each invalid variable, or the damaged file of the secret
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name in schema.shape && value !== ''),
  )
  const { data: env, error } = schema.safeParse(given)
  const invalid = error?.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`)
  const problems = [...(invalid ?? []), ...incompleteGroups(given), ...unmatchedKeys(given)]
  if (!env || problems.length) {
    const lines = problems.map((each) => `\n  ${each}`)
    throw new StartError(`The environment has ${problems.length} problem(s):${lines.join('')}`)
  }
  return {
    ...env,
    DATA_DIR: path.resolve(env.DATA_DIR),
    SITE_URL: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    SECRET: env.SECRET ?? secretOf(path.resolve(env.DATA_DIR)),
  }
}

// Checks of several variables together do not use Zod, which would skip them if any variable is invalid.
function incompleteGroups(given: Record<string, string | undefined>): string[] {
  const groups = [
    ['DKIM needs all of', dkimNames],
    ['card payments need both of', stripeNames],
  ] as const
  return groups.flatMap(([what, names]) => {
    const missing = names.filter((name) => given[name] === undefined)
    if (missing.length === names.length) return []
    return missing.map((name) => `${name}: is missing: ${what} ${names.join(', ')}`)
  })
}

function unmatchedKeys(given: Record<string, string | undefined>): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  if (publicKey === undefined && privateKey === undefined) return []
  if (isKeyPair({ publicKey: publicKey ?? '', privateKey: privateKey ?? '' })) return []
  return ['VAPID_PRIVATE_KEY: must be the private key of VAPID_PUBLIC_KEY: 32 bytes in base64url']
}

// The value is a list of addresses and networks, separated by commas or spaces.
function readProxies(value: string, check: z.core.$RefinementCtx): BlockList {
  const proxies = parseProxies(value)
  if (proxies instanceof BlockList) return proxies
  check.addIssue({
    code: 'custom',
    message: `has ${proxies.wrong}, which is no address or network`,
  })
  return z.NEVER
}

// The value is a PEM key, possibly with escaped line breaks, or the path of a file with one.
function readKey(value: string, check: z.core.$RefinementCtx): string {
  const pem = value.includes('-----BEGIN')
    ? value.replaceAll('\\n', '\n')
    : existsSync(value) && readFileSync(value, 'utf8')
  if (!pem || !/-----BEGIN [\w ]*PRIVATE KEY-----/.test(pem)) {
    check.addIssue({ code: 'custom', message: 'must be a private key in PEM, or the path of one' })
    return z.NEVER
  }
  return pem
}

// A key of Standard Webhooks: base64 of 24 to 64 bytes. The prefix `whsec_` may be left out.
function readWebhookKey(value: string, check: z.core.$RefinementCtx): Buffer {
  const written = value.trim().replace(/^whsec_/, '')
  const key = Buffer.from(written, 'base64')
  if (/^[A-Za-z0-9+/]+=*$/.test(written) && key.length >= 24 && key.length <= 64) return key
  check.addIssue({ code: 'custom', message: 'must be whsec_ and 24 to 64 bytes in base64' })
  return z.NEVER
}

/**
 * The secret of an installation, created at its first start.
 * @throws StartError if its file is damaged
 */
const secretOf = (dataDir: string): string =>
  readOrCreateSecret(path.join(dataDir, 'secret'), {
    what: 'The secret that signs sessions',
    repair:
      'Replace the file with its copy in a backup. Or delete the damaged file and run ' +
      '`npm run admin -- accept-secret`, which creates a new secret: everybody has to sign in again, and ' +
      'links in mails that were sent before no longer work.',
  })

const state = processState<{ current?: Env }>('environment', () => ({}))

/**
 * The environment of this process, read on first use from `.env` and `process.env`.
 * @throws StartError, as `parseEnv` does
 */
export const env = (): Env => state.current ?? readEnv()

/**
 * Reads the environment again. Needed before the program is started once more in the same process.
 * @throws StartError, as `parseEnv` does
 */
export function readEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  state.current = parseEnv(process.env)
  return state.current
}

/** Whether visitors reach the site over https. */
export const isHttps = (): boolean => env().SITE_URL.startsWith('https:')

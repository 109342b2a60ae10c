import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createKeyPair } from '../push/key-pair.ts'
import { parseEnv } from './env.ts'
import { StartError } from './start-error.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tests-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const SECRET = 'a secret that is long enough for tests'

describe('parseEnv', () => {
  test('has defaults for a site on this machine', () => {
    const env = parseEnv({ SECRET })
    expect(env).toMatchObject({
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      DEMO: true,
      PREVIEW_HOSTS: [],
    })
    expect(env.DATABASE_URL).toBeUndefined()
  })

  test('parses and normalises values', () => {
    const env = parseEnv({
      SECRET,
      PORT: '8080',
      SITE_URL: 'https://Venue.example/',
      SECRET_KITCHENS_HOST: ' Secret.example ',
      PREVIEW_HOSTS: 'a.example, b.example:8080',
      DEMO: 'false',
      DATABASE_URL: '',
      UNKNOWN: 'ignored',
    })
    expect(env).toMatchObject({
      PORT: 8080,
      SITE_URL: 'https://venue.example',
      SECRET_KITCHENS_HOST: 'secret.example',
      PREVIEW_HOSTS: ['a.example', 'b.example:8080'],
      DEMO: false,
    })
    expect(env).not.toHaveProperty('UNKNOWN')
  })

  test('accepts MAIL_WEBHOOK_SECRET with and without `whsec_`, and refuses it if it is short or not base64', () => {
    const written = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    for (const MAIL_WEBHOOK_SECRET of [written, `whsec_${written}`]) {
      const { MAIL_WEBHOOK_SECRET: key } = parseEnv({ SECRET, MAIL_WEBHOOK_SECRET })
      expect(key?.toString('base64')).toBe(written)
    }
    for (const MAIL_WEBHOOK_SECRET of ['whsec_c2hvcnQ=', 'not base64 at all, whatever it is']) {
      expect(() => parseEnv({ SECRET, MAIL_WEBHOOK_SECRET })).toThrow('MAIL_WEBHOOK_SECRET')
    }
  })

  test('requires STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together, each in its format', () => {
    const STRIPE_SECRET_KEY = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
    const STRIPE_WEBHOOK_SECRET = 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH'
    const env = parseEnv({ SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET })
    expect(env).toMatchObject({ STRIPE_SECRET_KEY, STRIPE_API: 'https://api.stripe.com' })
    for (const given of [
      { STRIPE_SECRET_KEY },
      { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'secret' },
    ]) {
      expect(() => parseEnv({ SECRET, ...given })).toThrow('STRIPE_WEBHOOK_SECRET')
    }
    const STRIPE_PUBLIC_KEY = 'pk_test_4eC39HqLyjWDarjtT1zdp7dc'
    expect(() =>
      parseEnv({ SECRET, STRIPE_SECRET_KEY: STRIPE_PUBLIC_KEY, STRIPE_WEBHOOK_SECRET }),
    ).toThrow('STRIPE_SECRET_KEY')
  })

  test('parses the settings of push messages', () => {
    const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = createKeyPair()
    const given = {
      VAPID_PUBLIC_KEY,
      VAPID_PRIVATE_KEY,
      VAPID_SUBJECT: ' mailto:desk@venue.example ',
    }
    const env = parseEnv({
      ...given,
      SECRET,
      PUSH_LOCAL_SERVICES: 'http://127.0.0.1:4000/, https://push.internal',
    })
    expect(env).toMatchObject({
      ...given,
      VAPID_SUBJECT: 'mailto:desk@venue.example',
      PUSH_LOCAL_SERVICES: ['http://127.0.0.1:4000', 'https://push.internal'],
    })
    expect(parseEnv({ SECRET }).PUSH_LOCAL_SERVICES).toEqual([])
  })

  test('refuses half a pair of VAPID keys, and keys that do not belong together', () => {
    const [one, other] = [createKeyPair(), createKeyPair()]
    for (const [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY] of [
      [one.publicKey, undefined],
      [undefined, one.privateKey],
      [one.publicKey, other.privateKey],
      [one.publicKey, one.publicKey],
      [one.privateKey, one.privateKey],
    ]) {
      const wrong = { SECRET, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }
      expect(() => parseEnv(wrong)).toThrow(/VAPID_P\w+_KEY: must be/)
    }
  })

  test.each([
    { VAPID_SUBJECT: 'desk@venue.example' },
    { VAPID_SUBJECT: 'mailto:' },
    { VAPID_SUBJECT: 'mailto:desk @venue.example' },
    { VAPID_SUBJECT: 'http://venue.example' },
    { VAPID_SUBJECT: 'javascript:alert(1)' },
    { PUSH_LOCAL_SERVICES: '127.0.0.1:4000' },
    { PUSH_LOCAL_SERVICES: 'http://127.0.0.1:4000/path' },
    { PUSH_LOCAL_SERVICES: 'ftp://127.0.0.1' },
  ])('refuses %j', (wrong) => {
    expect(() => parseEnv({ SECRET, ...wrong })).toThrow(Object.keys(wrong)[0])
  })

  test('parses the sender and the DKIM key', () => {
    const key = '-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----'
    const env = parseEnv({
      SECRET,
      MAIL_FROM: 'Common People <hello@venue.example>',
      MAIL_REPLY_TO: 'desk@venue.example',
      DKIM_DOMAIN: 'venue.example',
      DKIM_SELECTOR: 'mail',
      DKIM_KEY: key,
    })
    expect(env).toMatchObject({
      MAIL_FROM: { name: 'Common People', address: 'hello@venue.example' },
      MAIL_REPLY_TO: { name: '', address: 'desk@venue.example' },
      DKIM_KEY: key.replaceAll('\\n', '\n'),
    })
  })

  test('requires DKIM domain, selector and key together', () => {
    expect(() => parseEnv({ SECRET, DKIM_DOMAIN: 'venue.example' })).toThrow(
      /2 problem.*\n {2}DKIM_SELECTOR: .*\n {2}DKIM_KEY: /,
    )
  })

  test('refuses a DKIM key that cannot be read', () => {
    const given = { SECRET, DKIM_DOMAIN: 'venue.example', DKIM_SELECTOR: 'mail' }
    expect(() => parseEnv({ ...given, DKIM_KEY: '/no/such/file' })).toThrow(/DKIM_KEY: .*PEM/)
  })

  test('reports an invalid URL as one problem', () => {
    expect(() => parseEnv({ SECRET, SITE_URL: 'nonsense' })).toThrow(
      'The environment has 1 problem(s):\n  SITE_URL: must be an address like https://example.org',
    )
    expect(() => parseEnv({ SECRET, DATABASE_URL: 'postgres://host:99999/db' })).toThrow(
      'DATABASE_URL: must be an address with a valid host and port',
    )
  })

  const invalidValues = {
    NODE_ENV: 'staging',
    PORT: '80000',
    SITE_URL: 'https://venue.example/path',
    DATABASE_URL: 'mysql://here',
    DATABASE_POOL: '1',
    SECRET: 'short',
    SECRET_KITCHENS_HOST: 'https://secret.example',
    PREVIEW_HOSTS: 'a.example/path',
    TRUSTED_PROXIES: 'private_ranges, 10.0.0.0/33',
    METRICS_PORT: '-1',
    LOG_LEVEL: 'loud',
    CACHE_MB: '0',
    DEMO: 'maybe',
    SMTP_URL: 'https://mail.example',
    MAIL_FROM: 'Common People',
    MAIL_REPLY_TO: 'a@b.example, c@d.example',
    MAIL_BOUNCE: 'Name <a@b.example>\nBcc: c@d.example',
    MAIL_PER_SECOND: '0',
    MAIL_CONNECTIONS: '1000',
  }
  test.each(Object.entries(invalidValues))('refuses %s=%s', (name, value) => {
    expect(() => parseEnv({ SECRET, [name]: value })).toThrow(
      new RegExp(`1 problem.*\n  ${name}: `),
    )
  })

  test('lists all problems at once, also those of incomplete groups, and does not print the invalid secret', () => {
    try {
      parseEnv({ ...invalidValues, DKIM_DOMAIN: 'venue.example', VAPID_PRIVATE_KEY: 'short' })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(StartError)
      const { message } = error as StartError
      const incomplete = ['DKIM_SELECTOR', 'DKIM_KEY', 'VAPID_PRIVATE_KEY']
      for (const name of [...Object.keys(invalidValues), ...incomplete]) {
        expect(message).toContain(`  ${name}: `)
      }
      expect(message).not.toContain('short\n')
    }
  })
})

describe('a generated secret', () => {
  test('is created once, readable only by its owner', () => {
    const first = parseEnv({ DATA_DIR: folder })
    expect(first.SECRET.length).toBeGreaterThanOrEqual(32)
    expect(parseEnv({ DATA_DIR: folder }).SECRET).toBe(first.SECRET)
    expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test.each([
    ['empty', ''],
    ['too short', 'a secret of 31 characters, alas'],
    ['only zero bytes', Buffer.alloc(43)],
    ['not UTF-8', Buffer.alloc(43, 0xff)],
  ])(
    'that is %s is refused with an error that names its file, and the file stays unchanged',
    (_, content) => {
      const file = path.join(folder, 'secret')
      writeFileSync(file, content)
      expect(() => parseEnv({ DATA_DIR: folder })).toThrow(StartError)
      expect(() => parseEnv({ DATA_DIR: folder })).toThrow(file)
      expect(readFileSync(file)).toEqual(Buffer.from(content))
    },
  )
})

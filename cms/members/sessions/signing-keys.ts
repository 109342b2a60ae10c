import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import { createLocalReq, type Payload } from 'payload'
import { decrypt, encrypt } from '../../crypto/encryption.ts'
import { type Executor, rows, sql } from '../../database/sql.ts'
import { holdNames, inTransaction } from '../../database/transaction.ts'
import { log } from '../../log.ts'
import { accessTokenMs } from '../rules.ts'

export const algorithm = 'ES256'
const livesMs = 30 * 24 * 60 * 60_000
/** How long a new key is shown before it signs. */
const shownBeforeMs = 5 * 60_000
/** How long a process works with the keys it has read; less than they are shown before. */
const rereadMs = 60_000
/** A key that is not known may be new; a stranger’s that is made up is not asked for each time. */
const rereadAtMostMs = 1000
/** How long a key stays when the next one signs: until its last token has ended, and a while more. */
const staysMs = accessTokenMs + 5 * 60_000

type Row = { kid: string; public_key: JWK; private_key: string; signs: boolean }

/** The keys as they are now. */
export type Keys = {
  signing: { kid: string; key: CryptoKey }
  publics: Map<string, CryptoKey>
  /** What the world verifies tokens with (RFC 7517). */
  set: { keys: JWK[] }
}

let known: { keys: Keys; readAt: number } | undefined

/**
 * The keys, from memory where they were read lately. Where there is none, the first is made.
 * @param unknownKid one that a token names and that was not among them
 */
export async function signingKeys(payload: Payload, unknownKid = false): Promise<Keys> {
  const age = performance.now() - (known?.readAt ?? Number.NEGATIVE_INFINITY)
  if (known && age < (unknownKid ? rereadAtMostMs : rereadMs)) return known.keys
  const keys = (await readKeys(payload)) ?? (await makeFirst(payload))
  known = { keys, readAt: performance.now() }
  return keys
}

async function readKeys(payload: Payload): Promise<Keys | null> {
  const found = await rows<Row>(
    payload,
    sql`select kid, public_key, private_key, signs_from <= now() as signs
          from signing_keys order by signs_from desc`,
  )
  const imported = async (jwk: JWK) => (await importJWK(jwk, algorithm)) as CryptoKey
  for (const { kid, private_key, signs } of found) {
    const own = signs ? decrypt('signing key', private_key) : null
    // Kept under another secret: what it signed is verified for as long as that lasts.
    if (!own) continue
    const publics = await Promise.all(
      found.map(async (each) => [each.kid, await imported(each.public_key)] as const),
    )
    return {
      signing: { kid, key: await imported(JSON.parse(own) as JWK) },
      publics: new Map(publics),
      set: {
        keys: found.map((each) => ({
          ...each.public_key,
          kid: each.kid,
          alg: algorithm,
          use: 'sig',
        })),
      },
    }
  }
  return null
}

async function makeFirst(payload: Payload): Promise<Keys> {
  await oneAtATime(payload, async (db) => {
    if (!(await readKeys(payload))) await makeKey(db, 0)
  })
  const keys = await readKeys(payload)
  if (!keys) throw new Error('A key that was just made is not there.')
  return keys
}

/**
 * Makes the next key when the newest is old, and drops those whose tokens have ended. Nobody is signed
 * out by it.
 */
export const rotateKeys = (payload: Payload): Promise<void> =>
  oneAtATime(payload, async (db) => {
    const { rows: young } = await db.execute(
      sql`select from signing_keys where created_at > now() - ${livesMs} * interval '1 ms' limit 1`,
    )
    if (!young.length) {
      const { rows: any } = await db.execute(sql`select from signing_keys limit 1`)
      await makeKey(db, any.length ? shownBeforeMs : 0)
    }
    await db.execute(sql`
      delete from signing_keys as old
       where exists (select from signing_keys as next
                      where next.signs_from > old.signs_from
                        and next.signs_from < now() - ${staysMs} * interval '1 ms')`)
  })

async function makeKey(db: Executor, signsInMs: number): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const own = encrypt('signing key', JSON.stringify(await exportJWK(privateKey)))
  await db.execute(sql`
    insert into signing_keys (kid, public_key, private_key, signs_from)
    values (${kid}, ${JSON.stringify(jwk)}::jsonb, ${own},
            now() + ${signsInMs} * interval '1 ms')`)
  log.info({ kid }, 'a new key signs the tokens of members')
}

async function oneAtATime(payload: Payload, work: (db: Executor) => Promise<void>): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    await holdNames(db, ['signing keys'])
    await work(db)
  })
}

import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import { createLocalReq, type Payload } from 'payload'
import { decrypt, encrypt } from '../../../platform/crypto/encryption.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { perPayload } from '../../../platform/runtime/state.ts'
import { deleteReplacedKeys, findKeyAges, insertKey, listKeys } from '../queries/signing-keys.ts'
import { accessTokenMs } from '../rules.ts'

export const algorithm = 'ES256'
/** How old the newest key gets before the next one is created. */
const rotateAfterMs = 30 * 24 * 60 * 60_000
/** How long a new key is published before it signs. */
const publishedBeforeMs = 5 * 60_000
/** How long a process caches the keys; shorter than `publishedBeforeMs`. */
const cachedMs = 60_000
/**
 * Tokens with an unknown key id cause at most one read of the keys in this time. The key may be new, or the
 * token forged.
 */
const rereadMs = 1000
/** How long a key is kept after its successor began to sign. The last token of the old key expires earlier. */
const keepReplacedMs = accessTokenMs + 5 * 60_000

export type Keys = {
  signing: { kid: string; key: CryptoKey }
  publicKeys: Map<string, CryptoKey>
  /** The public keys as a JSON Web Key Set (RFC 7517), with which other programs verify tokens. */
  jwks: { keys: JWK[] }
}

const cache = perPayload<{ last?: { keys: Keys; readAt: number } }>(() => ({}))

/**
 * The keys, cached in memory. If there is no key, the first one is created.
 * @param hasUnknownKid whether a token names a key that is not among the cached ones
 */
export async function loadSigningKeys(payload: Payload, hasUnknownKid = false): Promise<Keys> {
  const cached = cache(payload)
  const age = performance.now() - (cached.last?.readAt ?? Number.NEGATIVE_INFINITY)
  if (cached.last && age < (hasUnknownKid ? rereadMs : cachedMs)) return cached.last.keys
  const db = databaseOf(payload)
  const keys = (await readKeys(db)) ?? (await createFirstKey(payload))
  cached.last = { keys, readAt: performance.now() }
  return keys
}

const importKey = async (jwk: JWK) => (await importJWK(jwk, algorithm)) as CryptoKey

async function readKeys(db: Database): Promise<Keys | null> {
  const rows = await listKeys(db)
  for (const { kid, private_key, isActive } of rows) {
    const privateKey = isActive ? decrypt('signing key', private_key) : null
    // The key does not sign yet, or was encrypted with an earlier SECRET. Its public key still verifies tokens.
    if (!privateKey) continue
    const publicKeys = await Promise.all(
      rows.map(async (row) => [row.kid, await importKey(row.public_key)] as const),
    )
    return {
      signing: { kid, key: await importKey(JSON.parse(privateKey) as JWK) },
      publicKeys: new Map(publicKeys),
      jwks: {
        keys: rows.map((row) => ({ ...row.public_key, kid: row.kid, alg: algorithm, use: 'sig' })),
      },
    }
  }
  return null
}

async function createFirstKey(payload: Payload): Promise<Keys> {
  await inLockedTransaction(payload, async (db) => {
    if (!(await readKeys(db))) await createKey(db, 0)
  })
  const keys = await readKeys(databaseOf(payload))
  if (!keys) throw new Error('A signing key that was just created is missing.')
  return keys
}

/** Creates the next key when the newest is old, and deletes keys whose tokens have all expired. */
export const rotateKeys = (payload: Payload): Promise<void> =>
  inLockedTransaction(payload, async (db) => {
    const { hasKey, hasYoungKey } = await findKeyAges(db, rotateAfterMs)
    if (!hasYoungKey) await createKey(db, hasKey ? publishedBeforeMs : 0)
    await deleteReplacedKeys(db, keepReplacedMs)
  })

async function createKey(db: Database, signsAfterMs: number): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const encryptedPrivateKey = encrypt('signing key', JSON.stringify(await exportJWK(privateKey)))
  await insertKey(db, { kid, publicKey: jwk, encryptedPrivateKey, signsAfterMs })
  log.info({ kid }, 'created a signing key for access tokens of members')
}

async function inLockedTransaction(
  payload: Payload,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    await lockNames(db, ['signing keys'])
    await work(db)
  })
}

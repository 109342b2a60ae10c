import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { createLocalReq, type Payload } from 'payload'
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import { lockNames } from '../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { perPayload } from '../../platform/runtime/state.ts'
import { type CodeKeys, importKeys, shortKid } from './code.ts'
import type { ListReply } from './contract.ts'
import { deleteUnusedKeys, insertKey, listKeys, useKeyUntil } from './queries/keys.ts'

const algorithm = 'ES256'
const purpose = 'check-in key'
const dayMs = 86_400_000
/** How old the newest key gets before the next one is made. */
const rotateAfterMs = 90 * dayMs
/** How long a process keeps the keys. A phone may have a list that is older than a new key, so it asks again. */
const cachedMs = 60_000

type PublicKeys = (ListReply & { unchanged: false })['keys']
type Keys = {
  signing: { kid: string; key: CryptoKey }
  verifying: CodeKeys
  jwks: PublicKeys
  /** Until when each key is kept, as far as this process knows. */
  usedUntil: Map<string, number>
}

const cache = perPayload<{ last?: { keys: Keys; readAt: number } }>(() => ({}))

/** The keys for codes, cached in memory. The first one is made when there is none. */
export async function loadKeys(payload: Payload, { isFresh = false } = {}): Promise<Keys> {
  const cached = cache(payload)
  const age = performance.now() - (cached.last?.readAt ?? Number.NEGATIVE_INFINITY)
  if (cached.last && age < (isFresh ? 1000 : cachedMs)) return cached.last.keys
  const keys = (await readKeys(databaseOf(payload))) ?? (await createFirstKey(payload))
  cached.last = { keys, readAt: performance.now() }
  return keys
}

async function readKeys(db: Database): Promise<Keys | null> {
  const rows = await listKeys(db)
  for (const { kid, privateKey } of rows) {
    const secret = decrypt(purpose, privateKey)
    // A key that was encrypted with an earlier SECRET still verifies codes.
    if (!secret) continue
    const jwks = rows.map((row) => ({ ...(row.publicKey as JWK), kid: row.kid })) as PublicKeys
    return {
      signing: { kid, key: (await importJWK(JSON.parse(secret) as JWK, algorithm)) as CryptoKey },
      verifying: await importKeys(jwks),
      jwks,
      usedUntil: new Map(rows.map((row) => [row.kid, row.usedUntil.getTime()])),
    }
  }
  return null
}

async function createFirstKey(payload: Payload): Promise<Keys> {
  await inLockedTransaction(payload, async (db) => {
    if (!(await readKeys(db))) await createKey(db)
  })
  const keys = await readKeys(databaseOf(payload))
  if (!keys) throw new Error('A key that was just created is missing.')
  return keys
}

/** Makes the next key when the newest is old, and deletes keys whose codes are all over. */
export const rotateKeys = (payload: Payload): Promise<void> =>
  inLockedTransaction(payload, async (db) => {
    const [newest] = await listKeys(db)
    if (newest && newest.createdAt.getTime() < Date.now() - rotateAfterMs) await createKey(db)
    await deleteUnusedKeys(db)
  })

async function createKey(db: Database): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint({ kty, crv, x, y } as JWK)
  await insertKey(db, {
    ...{ kid, publicKey: { kty, crv, x, y }, usedUntil: new Date() },
    privateKey: encrypt(purpose, JSON.stringify(await exportJWK(privateKey))),
  })
  log.info({ kid: shortKid(kid) }, 'created a key for codes of the door')
}

/**
 * The key that signs a code, which is published at least until the code is over.
 * @param until when the code is over
 */
export async function signingKeyUntil(
  payload: Payload,
  until: Date,
): Promise<{ kid: string; key: CryptoKey }> {
  const { signing, usedUntil } = await loadKeys(payload)
  if ((usedUntil.get(signing.kid) ?? 0) >= until.getTime()) return signing
  if (await useKeyUntil(databaseOf(payload), signing.kid, until)) {
    usedUntil.set(signing.kid, until.getTime())
    return signing
  }
  // It is kept long enough already, or another process has deleted it and signs with the next one.
  const fresh = await readKeys(databaseOf(payload))
  if (!fresh || fresh.signing.kid === signing.kid) return signing
  cache(payload).last = { keys: fresh, readAt: performance.now() }
  await useKeyUntil(databaseOf(payload), fresh.signing.kid, until)
  return fresh.signing
}

async function inLockedTransaction(
  payload: Payload,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    await lockNames(db, ['check-in keys'])
    await work(db)
  })
}

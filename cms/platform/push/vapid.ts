import type { Payload } from 'payload'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { cachedRead } from '../database/cached-read.ts'
import { databaseOf } from '../database/query.ts'
import { type Env, env } from '../runtime/env.ts'
import { log } from '../runtime/log/log.ts'
import type { VapidDetails } from './contract.ts'
import { createKeyPair, type KeyPair } from './key-pair.ts'
import { findKeyRow, insertKeyRow, type KeyRow, replaceKeyRow } from './queries.ts'

const purpose = 'push key'

/**
 * The VAPID keys of this site: the keys in the environment, else the stored keys, which are created at the first
 * use. They are the same in all processes.
 * @throws the database's error, or Error if newly stored keys cannot be read back
 */
export async function findVapid(payload: Payload): Promise<VapidDetails> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env()
  const subject = vapidSubjectOf(env())
  if (publicKey && privateKey) return { publicKey, privateKey, subject }
  return { ...(await cachedRead('push keys', [], () => readOrCreateKeys(payload))), subject }
}

/**
 * How push services reach the operator (RFC 8292, section 2.1): VAPID_SUBJECT, else MAIL_FROM as `mailto:`, else
 * SITE_URL if it is https, else `mailto:postmaster@` with the host of SITE_URL.
 */
export function vapidSubjectOf({
  VAPID_SUBJECT,
  MAIL_FROM,
  SITE_URL,
}: Pick<Env, 'VAPID_SUBJECT' | 'MAIL_FROM' | 'SITE_URL'>): string {
  if (VAPID_SUBJECT) return VAPID_SUBJECT
  if (MAIL_FROM) return `mailto:${MAIL_FROM.address}`
  return SITE_URL.startsWith('https:')
    ? SITE_URL
    : `mailto:postmaster@${new URL(SITE_URL).hostname}`
}

async function readOrCreateKeys(payload: Payload): Promise<KeyPair> {
  const db = databaseOf(payload)
  const stored = await findKeyRow(db)
  const known = stored && decryptKeys(stored)
  if (known) return known
  const { publicKey, privateKey } = createKeyPair()
  const row = { public_key: publicKey, private_key: encrypt(purpose, privateKey) }
  if (stored) {
    log.warn(
      'the stored VAPID keys cannot be decrypted (another SECRET, or damaged); they are replaced, and browsers subscribe again',
    )
    await replaceKeyRow(db, stored, row)
  } else await insertKeyRow(db, row)
  // Another process may have stored its keys first.
  const winner = await findKeyRow(db)
  const keys = winner && decryptKeys(winner)
  if (!keys)
    throw new Error('The VAPID keys that were just stored are missing or cannot be decrypted.')
  return keys
}

function decryptKeys({ public_key, private_key }: KeyRow): KeyPair | null {
  const privateKey = decrypt(purpose, private_key)
  return privateKey === null ? null : { publicKey: public_key, privateKey }
}

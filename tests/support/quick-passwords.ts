import crypto, { type BinaryLike } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { storedPassword } from './stored-password.ts'

/**
 * Makes password hashing cheap in this process: PBKDF2 runs one round instead of 600,000. If Node imports this file
 * with `--import`, that applies before the program loads its own modules. The stored password of test accounts is still
 * accepted.
 */
const { pbkdf2 } = crypto
const { password, salt, key } = storedPassword
type Derived = Parameters<typeof pbkdf2>[5]

crypto.pbkdf2 = (
  given: BinaryLike,
  ofSalt: BinaryLike,
  _iterations: number,
  bytes: number,
  digest: string,
  done: Derived,
) => {
  const derived: Derived = (error, found) => {
    const isStored = given === password && ofSalt === salt
    done(error, isStored ? Buffer.from(key, 'hex') : found)
  }
  pbkdf2(given, ofSalt, 1, bytes, digest, derived)
}
syncBuiltinESMExports()

import { z } from 'zod'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import { type Database, findRow, sql } from '../../../platform/database/query.ts'
import { challengeLifetimeMs } from '../../../platform/webauthn/rules.ts'

/**
 * `link`: the assertion that links a passkey. Its challenge is created only after the correct code was entered.
 */
export type AssertionCeremony = 'authenticate' | 'link'

const challengeRow = z.object({
  ceremony: z.enum(['register', 'authenticate', 'link']),
  /** Hash of the cookie of the browser in which the challenge is valid. */
  browser: z.string(),
  /** The user handle that is registered, or whose passkeys may answer; null if any passkey may answer. */
  handle: z.string().nullable(),
  /** The member who was signed in. */
  member: z.number().nullable(),
  /** The id of the handle, if it existed and was the requester's own. */
  handleId: z.number().nullable(),
  /** The member that this handle was linked to. */
  handleMember: z.number().nullable(),
})
/** What a challenge was created for. */
export type ChallengeContext = z.output<typeof challengeRow>

export async function saveChallenge(
  db: Database,
  challenge: string,
  { ceremony, browser, handle, member, handleId, handleMember }: ChallengeContext,
): Promise<void> {
  await db.execute(sql`
    insert into passkey_challenges (challenge, ceremony, browser, handle, member, own, owner,
                                    expires_at)
    values (${hashToken(challenge)}, ${ceremony}, ${browser}, ${handle}, ${member}, ${handleId},
            ${handleMember}, now() + ${challengeLifetimeMs} * interval '1 ms')`)
}

/**
 * Deletes and returns a challenge before its response is verified. Only one of several concurrent responses
 * gets it.
 * @returns null if it is unknown, expired, of another ceremony or of another browser
 */
export const takeChallenge = (
  db: Database,
  challenge: string,
  { ceremony, browser }: Pick<ChallengeContext, 'ceremony' | 'browser'>,
): Promise<ChallengeContext | null> =>
  findRow(db, challengeRow)`
    delete from passkey_challenges
     where challenge = ${hashToken(challenge)} and ceremony = ${ceremony}
       and browser = ${browser} and expires_at > now()
    returning ceremony, browser, handle, member, own as "handleId", owner as "handleMember"`

export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await db.execute(sql`delete from passkey_challenges where expires_at < now()`)
}

import { hashToken } from '../../crypto/tokens.ts'
import { type Executor, sql } from '../../database/sql.ts'
import type { Ceremony } from '../passkeys/client-data.ts'
import { challengeMs } from '../passkeys/rules.ts'

/** What a challenge was made for. */
export type Asked = {
  ceremony: Ceremony
  /** Fingerprint of the browser it is good in. */
  browser: string
  handle: string | null
  member: number | null
  own: number | null
  owner: number | null
}

/** Keeps a challenge until it is answered. */
export async function keepChallenge(
  db: Executor,
  challenge: string,
  { ceremony, browser, handle, member, own, owner }: Asked,
): Promise<void> {
  await db.execute(sql`
    insert into passkey_challenges (challenge, ceremony, browser, handle, member, own, owner,
                                    expires_at)
    values (${hashToken(challenge)}, ${ceremony}, ${browser}, ${handle}, ${member}, ${own},
            ${owner}, now() + ${challengeMs} * interval '1 ms')`)
}

/**
 * Takes a challenge that is answered, rightly or not: of many answers at the same moment one gets it.
 * @returns null where it is unknown, too old, of the other ceremony or of another browser
 */
export async function takeChallenge(
  db: Executor,
  challenge: string,
  { ceremony, browser }: Pick<Asked, 'ceremony' | 'browser'>,
): Promise<Asked | null> {
  const { rows: taken } = await db.execute(sql`
    delete from passkey_challenges
     where challenge = ${hashToken(challenge)} and ceremony = ${ceremony}
       and browser = ${browser} and expires_at > now()
    returning ceremony, browser, handle, member, own, owner`)
  return (taken[0] as Asked | undefined) ?? null
}

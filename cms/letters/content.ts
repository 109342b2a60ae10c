import type { Payload } from 'payload'
import { env } from '../env.ts'
import type { MailContent, MailRow } from '../mail/contract.ts'
import { type LeaveLink, leaveAddress, leaveHeaders } from '../newsletter/link.ts'
import { fillEdition } from './edition.ts'
import { findFrozen } from './frozen.ts'
import { goAddress } from './link.ts'

/**
 * What a mail of a letter says: the letter as it was when it went out, with links of this reader’s.
 * @throws Error where the letter can’t be read now
 */
export async function letterContent(
  payload: Payload,
  letter: number,
  { id, subscriber, to_name: name }: Pick<MailRow, 'id' | 'subscriber' | 'to_name'>,
): Promise<MailContent> {
  const edition = await findFrozen(payload, letter)
  const house = env()
  const leaving = { subscriber: subscriber ?? 0, mail: id }
  const content = fillEdition(edition, {
    name,
    leaveUrl: leaveAddress(leaving, house),
    linkUrl: (place) => goAddress({ letter, place }, house),
  })
  return { ...content, headers: { ...content.headers, ...letterHeaders(leaving, letter) } }
}

/**
 * The headers by which a letter is left, sorted and counted.
 * @param name tells letters apart where large providers say how they were taken
 */
export function letterHeaders(leaving: LeaveLink, name: string | number): Record<string, string> {
  const house = env()
  const { hostname } = new URL(house.SITE_URL)
  return {
    ...leaveHeaders(leaving, house),
    // By which mail programs sort it (RFC 2919), and large providers tell how it was taken.
    'List-Id': `<newsletter.${hostname}>`,
    'Feedback-ID': `${name}:letter:newsletter:${hostname}`,
    Precedence: 'bulk',
  }
}

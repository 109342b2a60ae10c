import type { Payload } from 'payload'
import { fillInTexts } from '../../content/placeholders.ts'
import { findGlobalTexts } from '../../content/service.ts'
import { findVenue } from '../../venue/service.ts'
import { wordingVersion } from './tokens.ts'

/** The current text of the consent and its version. */
export async function findWording(payload: Payload): Promise<{ wording: string; version: string }> {
  const texts = fillInTexts(await findGlobalTexts(payload), await findVenue(payload))
  const wording = texts.global('newsletter', 'consent_label')
  return { wording, version: wordingVersion(wording) }
}

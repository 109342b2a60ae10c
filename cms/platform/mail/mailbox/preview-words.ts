import type { Payload } from 'payload'
import { HttpError } from '../../http/errors.ts'
import { findMailBranding } from '../branding.ts'
import type { PreviewReply, PreviewRequest } from '../contract.ts'
import { findEditableSample } from '../kinds.ts'
import { createMailTextFiller } from '../mail-text-filler.ts'
import { mailPartNames, mailParts, problemIn } from '../texts.ts'

/**
 * Renders a sample of a mail with unsaved texts. Its code or link is invented.
 * @returns the sample, or the first problem in the texts
 * @throws HttpError `not_found`
 */
export async function previewWords(
  payload: Payload,
  { mail, ...words }: PreviewRequest,
): Promise<PreviewReply> {
  const sample = findEditableSample(payload, mail)
  if (!sample) throw new HttpError('not_found', 'There is no such mail.')
  for (const part of mailPartNames) {
    const problem = problemIn(sample.text, part, words[part])
    if (problem) return { fault: `${mailParts[part].label}: ${problem}` }
  }
  const branding = await findMailBranding(payload)
  const written = new Map([[mail, words]])
  const content = await sample.make({
    payload,
    branding,
    fillText: createMailTextFiller(branding, written),
  })
  if (!content) throw new HttpError('not_found', 'There is no such mail.')
  const { subject, html, text } = content
  return { subject, html, text }
}

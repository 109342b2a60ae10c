import type { Payload } from 'payload'
import { parseBody } from './body.ts'
import { drawBody, type Elements, firstWords } from './draw-body.tsx'
import { findMaterial } from './material.ts'
import { forEverybody, withNameMarks } from './personal.ts'
import type { PublicLetter } from './public.ts'
import { longest } from './rules.ts'

/** A letter as anybody reads it on the site, where nobody is called by name. */
export async function readOnPage<Part>(
  payload: Payload,
  { subject, preheader, body: written }: Pick<PublicLetter, 'subject' | 'preheader' | 'body'>,
  elements: Elements<Part>,
): Promise<{ title: string; lead: string; parts: Part[] }> {
  const body = parseBody(written)
  const material = await findMaterial(payload, body, (text) => forEverybody(withNameMarks(text)))
  return {
    title: material.words(subject),
    lead: material.words(preheader || firstWords(body, longest.preheader)),
    parts: drawBody(body, elements, material),
  }
}

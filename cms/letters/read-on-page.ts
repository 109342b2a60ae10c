import type { Payload } from 'payload'
import { parseBody } from './body.ts'
import { drawBody, type Elements, firstWords } from './draw-body.tsx'
import { findMaterial } from './material.ts'
import { forEverybody, withNameMarks } from './personal.ts'
import type { PublicLetter } from './public.ts'
import { longest } from './rules.ts'

/** A letter as anybody reads it on the site: with the menus of then, and nobody called by name. */
export async function readOnPage<Part>(
  payload: Payload,
  { subject, preheader, body: written, menus }: PublicLetter,
  elements: Elements<Part>,
): Promise<{ title: string; lead: string; parts: Part[] }> {
  const body = parseBody(written)
  const found = await findMaterial(payload, body, (text) => forEverybody(withNameMarks(text)))
  const printed = [...menus]
  const material = { ...found, menus: () => printed.shift() ?? [] }
  return {
    title: material.words(subject),
    lead: material.words(preheader || firstWords(body, longest.preheader)),
    parts: drawBody(body, elements, material),
  }
}

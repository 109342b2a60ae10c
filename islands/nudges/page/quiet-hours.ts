import type { QuietHours } from '../../../cms/features/nudges/rules.ts'
import { fromTimeInput } from './minutes.ts'

const fields = ['quiet_from', 'quiet_to'] as const

/** Why quiet hours cannot be saved: the key of the text that explains it, and the fields to correct. */
export type QuietProblem = {
  text: 'missing' | 'same'
  fields: readonly (typeof fields)[number][]
}

/** The quiet hours in a form, or what is wrong with them. */
export function readQuietHours(form: FormData): { quiet: QuietHours } | { problem: QuietProblem } {
  if (!form.has('quiet')) return { quiet: null }
  const [from, to] = fields.map((field) => fromTimeInput(String(form.get(field) ?? '')))
  if (from == null || to == null) {
    const isMissing = { quiet_from: from == null, quiet_to: to == null }
    return { problem: { text: 'missing', fields: fields.filter((field) => isMissing[field]) } }
  }
  return from === to ? { problem: { text: 'same', fields } } : { quiet: { from, to } }
}

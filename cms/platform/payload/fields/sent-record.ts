import type { Field } from 'payload'
import { hiddenField, listCell, optionsOf } from './admin.ts'

// What letters and nudges have in common: staff write a draft, then it is scheduled and sent.

/** Access to a field that only the program writes. */
export const byProgram = { access: { create: () => false, update: () => false } }

/** The `admin` options of a field that the panel beside the record shows. */
export const inPanel = { ...hiddenField, position: 'sidebar' as const }

/** A date that only the program writes, shown by the panel beside the record. */
export const programDate = (name: string, label: string): Field => ({
  name,
  label,
  type: 'date',
  ...byProgram,
  admin: inPanel,
})

/** The state of the record, which only the program writes. A new record is a draft. */
export const programState = (states: readonly string[]): Field => ({
  name: 'state',
  type: 'select',
  required: true,
  defaultValue: 'draft',
  index: true,
  ...byProgram,
  options: optionsOf(states),
  admin: {
    position: 'sidebar',
    components: { ...hiddenField.components, ...listCell('StateCell').components },
  },
})

/** Whether the form shows a draft. Other records are shown read-only. */
export const isDraft = (data: { state?: string } | undefined) =>
  (data?.state ?? 'draft') === 'draft'

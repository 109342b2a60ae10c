import type { Field } from 'payload'
import { asWords } from '../../ui/as-words.ts'

/** Adds a label to every named field without one: `opening_hours` gets `Opening hours`. */
export function withLabels(fields: Field[]): Field[] {
  return fields.map((field) => {
    const labelled = { ...field } as Field
    if ('tabs' in labelled) {
      labelled.tabs = labelled.tabs.map((tab) => ({ ...tab, fields: withLabels(tab.fields) }))
    }
    if ('fields' in labelled) labelled.fields = withLabels(labelled.fields)
    if ('name' in labelled && labelled.name && !('label' in labelled && labelled.label)) {
      Object.assign(labelled, { label: asWords(labelled.name) })
    }
    return labelled
  })
}

import type { Field } from 'payload'
import { asWords } from '../../ui/as-words.ts'
import { listCell } from './admin.ts'

/**
 * Adds a label to every named field without one: `opening_hours` gets `Opening hours`. Checkboxes get a cell for lists that says
 * yes or no.
 */
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
    if (labelled.type === 'checkbox' && !labelled.admin?.components?.Cell) {
      const components = { ...labelled.admin?.components, ...listCell('YesNoCell').components }
      labelled.admin = { ...labelled.admin, components }
    }
    return labelled
  })
}

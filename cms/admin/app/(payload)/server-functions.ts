/** What Payload's admin asks of its server in the forms, lists and drawers that this program shows. */
const asked = new Set([
  'form-state',
  'get-default-layout',
  'render-document',
  'render-document-slots',
  'render-field',
  'render-list',
  'render-widget',
  'slugify',
  'table-state',
])

/** Payload would look a name up in a plain object, which knows more names than its own. */
export const isAsked = (name: unknown): boolean => typeof name === 'string' && asked.has(name)

/** Those that Payload answers without asking who asks. */
export const needsStaff = (name: string): boolean => name === 'render-document-slots'

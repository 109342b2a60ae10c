/** The server functions of Payload that this admin's forms, lists and drawers call. */
const allowedNames = new Set([
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

/** Payload looks names up in a plain object, which also finds inherited properties. */
export const isAllowed = (name: unknown): boolean =>
  typeof name === 'string' && allowedNames.has(name)

/** Whether a function needs a check for staff here, because Payload runs it without an access check. */
export const needsStaff = (name: string): boolean => name === 'render-document-slots'

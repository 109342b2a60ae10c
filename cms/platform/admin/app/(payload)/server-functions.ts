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

/**
 * Whether the admin may call a server function. Payload looks the name up in a plain object, where it
 * would also find inherited properties such as `constructor`.
 */
export const isServerFunctionAllowed = (name: unknown): boolean =>
  typeof name === 'string' && allowedNames.has(name)

/** Whether the caller must check that the user is staff, because Payload does not check it for this function. */
export const needsStaff = (name: string): boolean => name === 'render-document-slots'

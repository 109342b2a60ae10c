/** Announced when a list of subscribers was uploaded, or is ready to be imported. */
export const importsTag = 'imports'

/** The page of a drop. `claim`, `sign-in` and `api` are not slugs. */
export const dropPages = /^\/secretkitchens\/(?!(?:claim|sign-in|api)$)[a-z0-9-]{1,100}$/
export const publicPatterns = [{ path: dropPages, page: 'drop' }]

/** The page of a claim, and the one that follows a claim for the draw. */
export const claimPages = /^\/secretkitchens\/claim(\/[^/]+)?$/
export const privatePages = [claimPages]

export const pageNames = { drop: 'A drop', claim: 'A claim of a drop' }

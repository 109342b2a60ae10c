import type { PayloadRequest } from 'payload'

/** Options of a Payload query that reads what the request's user may read, without related records. */
export const readAsUserOptions = (req: PayloadRequest) => ({
  depth: 0,
  overrideAccess: false,
  req,
  user: req.user,
})

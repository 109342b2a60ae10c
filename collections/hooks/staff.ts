import {
  APIError,
  type CollectionAfterLoginHook,
  type CollectionAfterLogoutHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type CollectionBeforeLoginHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload'
import { record } from '../../cms/audit/service.ts'
import { lockUntilCommit } from '../../cms/database/lock.ts'
import { passwordMinLength } from '../../cms/staff/contract.ts'
import { refuseStaleSignIn } from '../../cms/staff/sessions.ts'
import { beginSignIn, finishSignIn, forgetWrongTries } from '../../cms/staff/sign-in.ts'
import { hasRole } from '../access/staff.ts'

type Asked = {
  id?: number | string
  data?: { email?: unknown; password?: unknown; role?: unknown }
}
const isTextOrNone = (value: unknown) => value == null || typeof value === 'string'
const refuse = (status: number, message: string) => new APIError(message, status, undefined, true)

/** Payload itself takes three characters; every way to a new password passes here. */
export const longPassword: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (!['create', 'update', 'resetPassword'].includes(operation)) return args
  const { data = {} } = args as Asked
  if (!isTextOrNone(data.email)) throw refuse(400, 'An e-mail address is a text.')
  const isShort = typeof data.password === 'string' && data.password.length < passwordMinLength
  if (isShort || !isTextOrNone(data.password)) {
    throw refuse(400, `Choose a password of at least ${passwordMinLength} characters.`)
  }
  return args
}

/** Counts the try before Payload looks at the password. */
export const countTry: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'login') return args
  const { email, password } = (args as Asked).data ?? {}
  const isComplete = typeof email === 'string' && typeof password === 'string' && password.trim()
  if (isComplete && email.trim()) await beginSignIn(req, email, password)
  return args
}

/**
 * Staff are changed one after the other, in every process: Payload writes back whole people as it
 * read them, and two admins who demote each other must not both succeed.
 */
export const oneAtATime: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  const changes = ['update', 'delete', 'resetPassword', 'refresh'].includes(operation)
  if (changes && req.transactionID) await lockUntilCommit(req, 'staff')
  return args
}

/**
 * Nobody changes a role but an admin, and nobody their own: not even an admin, who may press the
 * wrong button. Payload would drop the field and say that all went well.
 */
export const rolesFromOthers: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  const { id, data } = args as Asked
  if (operation !== 'update' || !req.user || data?.role === undefined) return args
  const isOwn = String(id) === String(req.user.id)
  if (isOwn && data.role !== req.user.role) {
    throw refuse(403, 'Nobody changes their own role. Ask an admin, or another one.')
  }
  if (!isOwn && !hasRole(req, 'admin')) throw refuse(403, 'Only admins change roles.')
  return args
}

const isLastAdmin = async (req: PayloadRequest, id: number | string): Promise<boolean> => {
  const { docs } = await req.payload.find({
    collection: 'users',
    where: { role: { equals: 'admin' } },
    limit: 2,
    depth: 0,
    pagination: false,
    req,
  })
  return docs.length === 1 && String(docs[0]?.id) === String(id)
}

export const lastAdminStaysAdmin: CollectionBeforeChangeHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  const role = data.role ?? originalDoc?.role
  const demotes = operation === 'update' && originalDoc?.role === 'admin' && role !== 'admin'
  if (demotes && (await isLastAdmin(req, originalDoc.id))) {
    throw refuse(409, 'This is the last admin. Make somebody else an admin first.')
  }
  return data
}

export const lastAdminStays: CollectionBeforeDeleteHook = async ({ id, req }) => {
  if (await isLastAdmin(req, id)) {
    throw refuse(409, 'This is the last admin. Make somebody else an admin first.')
  }
}

export const fresh: CollectionBeforeLoginHook = async ({ req, user }) => {
  // A new password by a link is written under the lock, and is itself what changed.
  if (req.context.signIn) await refuseStaleSignIn(req, Number(user.id))
  return user
}

export const signedIn: CollectionAfterLoginHook = async ({ req, user }) => {
  // A new password by a link signs in too, without a try.
  const isTry = Boolean(req.context.signIn)
  const failed = await finishSignIn(req, String(user.email))
  if (!isTry) await forgetWrongTries(req, String(user.email))
  await record(req, {
    action: isTry ? 'signed_in' : 'password_reset',
    subject: String(user.name),
    of_collection: 'users',
    document: user.id,
    version: null,
    ...(failed && { details: { wrong_tries_before: failed } }),
  })
  return user
}

export const signedOut: CollectionAfterLogoutHook = async ({ req }) => {
  // Payload reads and writes the person after this.
  await lockUntilCommit(req, 'staff')
  const everywhere = req.query?.allSessions === 'true'
  await record(req, {
    action: everywhere ? 'signed_out_everywhere' : 'signed_out',
    subject: String(req.user?.name),
    of_collection: 'users',
    document: Number(req.user?.id),
    version: null,
  })
}

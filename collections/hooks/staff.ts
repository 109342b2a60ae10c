import type {
  CollectionAfterLoginHook,
  CollectionAfterLogoutHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeLoginHook,
  CollectionBeforeOperationHook,
  PayloadRequest,
} from 'payload'
import { record } from '../../cms/audit/service.ts'
import { lockUntilCommit } from '../../cms/database/lock.ts'
import { passwordMinLength } from '../../cms/staff/contract.ts'
import { refuseStaleSignIn } from '../../cms/staff/sessions.ts'
import { beginSignIn, finishSignIn, forgetFailedAttempts } from '../../cms/staff/sign-in.ts'
import { hasRole } from '../access/staff.ts'
import { refuse } from './refuse.ts'

type Args = {
  id?: number | string
  data?: { email?: unknown; password?: unknown; role?: unknown }
}
const isTextOrNone = (value: unknown) => value == null || typeof value === 'string'

/** Checks the length of a new password. Payload accepts three characters. */
export const checkPassword: CollectionBeforeOperationHook = ({ args, operation }) => {
  if (!['create', 'update', 'resetPassword'].includes(operation)) return args
  const { data = {} } = args as Args
  if (!isTextOrNone(data.email)) refuse('An e-mail address is a text.')
  const isShort = typeof data.password === 'string' && data.password.length < passwordMinLength
  if (isShort || !isTextOrNone(data.password)) {
    refuse(`Choose a password of at least ${passwordMinLength} characters.`)
  }
  return args
}

/** Counts the attempt before Payload checks the password. */
export const countAttempt: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'login') return args
  const { email, password } = (args as Args).data ?? {}
  const isComplete = typeof email === 'string' && typeof password === 'string' && password.trim()
  if (isComplete && email.trim()) await beginSignIn(req, email, password)
  return args
}

/**
 * Serialises changes to staff accounts in all processes. Payload writes back whole accounts as it read
 * them, and two admins who demote each other must not both succeed.
 */
export const lockStaff: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  const changes = ['update', 'delete', 'resetPassword', 'refresh'].includes(operation)
  if (changes && req.transactionID) await lockUntilCommit(req, 'staff')
  return args
}

/**
 * Lets only admins change roles, and nobody their own role. Payload would drop the field and report
 * success.
 */
export const restrictRoleChange: CollectionBeforeOperationHook = async ({
  args,
  operation,
  req,
}) => {
  const { id, data } = args as Args
  if (operation !== 'update' || !req.user || data?.role === undefined) return args
  const isOwn = String(id) === String(req.user.id)
  if (isOwn && data.role !== req.user.role) {
    refuse('Nobody changes their own role. Ask an admin, or another one.', 403)
  }
  if (!isOwn && !hasRole(req, 'admin')) refuse('Only admins change roles.', 403)
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

export const keepLastAdminRole: CollectionBeforeChangeHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  const role = data.role ?? originalDoc?.role
  const demotes = operation === 'update' && originalDoc?.role === 'admin' && role !== 'admin'
  if (demotes && (await isLastAdmin(req, originalDoc.id))) {
    refuse('This is the last admin. Make somebody else an admin first.', 409)
  }
  return data
}

export const keepLastAdmin: CollectionBeforeDeleteHook = async ({ id, req }) => {
  if (await isLastAdmin(req, id)) {
    refuse('This is the last admin. Make somebody else an admin first.', 409)
  }
}

export const refuseStale: CollectionBeforeLoginHook = async ({ req, user }) => {
  // A password reset signs in too. It runs under the lock, and it changes the account itself.
  if (req.context.signIn) await refuseStaleSignIn(req, Number(user.id))
  return user
}

export const recordSignIn: CollectionAfterLoginHook = async ({ req, user }) => {
  // A password reset signs in too, without a counted attempt.
  const isAttempt = Boolean(req.context.signIn)
  const failed = await finishSignIn(req, String(user.email))
  if (!isAttempt) await forgetFailedAttempts(req, String(user.email))
  await record(req, {
    action: isAttempt ? 'signed_in' : 'password_reset',
    subject: String(user.name),
    of_collection: 'users',
    document: user.id,
    ...(failed && { details: { wrong_tries_before: failed } }),
  })
  return user
}

export const recordSignOut: CollectionAfterLogoutHook = async ({ req }) => {
  // Payload reads and writes the account after this hook.
  await lockUntilCommit(req, 'staff')
  const everywhere = req.query?.allSessions === 'true'
  await record(req, {
    action: everywhere ? 'signed_out_everywhere' : 'signed_out',
    subject: String(req.user?.name),
    of_collection: 'users',
    document: Number(req.user?.id),
  })
}

import type {
  CollectionAfterChangeHook,
  CollectionAfterMeHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeOperationHook,
  PayloadRequest,
} from 'payload'
import { lockUntilCommit } from '../database/lock.ts'
import { refuse } from '../payload/hooks/refuse.ts'
import { can, isStaff } from './can.ts'
import {
  announceAdmin,
  endAccessOfOldAddress,
  prepareNotices,
  wouldChangeEmailOrRole,
} from './colleagues.ts'
import { staffError } from './errors.ts'
import { isProved } from './proof.ts'
import { sessionExpiry } from './sessions.ts'

type Args = {
  id?: number | string
  data?: { email?: unknown; password?: unknown; role?: unknown }
}

/**
 * Refuses changes of passwords, and of one's own address, in an ordinary save. The owner of an account changes them
 * with a proof: the current password or a passkey (see cms/platform/staff/own-account.ts). The admin's form also sends the
 * unchanged address, which is accepted.
 */
export const protectSignIn: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation !== 'update' || !req.user) return args
  const { id, data = {} } = args as Args
  const { email, password } = data
  if (password !== undefined) {
    refuse('Passwords are changed by their owner, under Your account.', 403)
  }
  if (email === undefined) return args
  if (typeof email !== 'string') refuse('An e-mail address is a text.', 400)
  const isOwn = String(id) === String(req.user.id)
  const isSame = email.trim().toLowerCase() === req.user.email
  if ((isOwn && !isSame) || id === undefined) {
    refuse('Your own address is changed with your password, under Your account.', 403)
  }
  return args
}

/**
 * Renders the notices of a change to a colleague's account before `lockStaff` takes the lock. Rendering takes time, and
 * sign-ins wait for the same lock.
 */
export const renderNotices: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  const { id, data = {} } = args as Args
  if (operation !== 'update' || id === undefined || !can(req, 'staff.manage')) return args
  const mayChange = data.email !== undefined || data.role !== undefined
  if (mayChange && (await isProved(req))) await prepareNotices(req, Number(id), data)
  return args
}

/**
 * Serialises changes to staff accounts in all processes. Otherwise a save could overwrite a concurrent one, because
 * Payload writes back all fields of an account, and two admins could demote each other at the same time. A request
 * that is not allowed to change anything takes no lock.
 */
export const lockStaff: CollectionBeforeOperationHook = async ({
  args,
  operation,
  overrideAccess,
  req,
}) => {
  const isChange = ['update', 'delete'].includes(operation)
  const mayChange = overrideAccess || isStaff(req)
  if (isChange && mayChange && req.transactionID) await lockUntilCommit(req, 'staff')
  return args
}

/**
 * Lets only admins change roles, and lets nobody change their own role. Without this hook, Payload would ignore
 * the new role and report success.
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
    refuse('Nobody changes their own role. Another admin can do it.', 403)
  }
  if (!isOwn && !can(req, 'staff.manage')) refuse('Only admins change roles.', 403)
  return args
}

/**
 * Requires a fresh proof from an admin who invites or deletes people, or changes a colleague's role or address, so that
 * a stolen session cookie does not suffice. Staff who are not admins are refused by access control.
 */
export const requireProof: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (!can(req, 'staff.manage')) return args
  if (!['create', 'update', 'delete'].includes(operation)) return args
  const { id, data = {} } = args as Args
  const isSensitive =
    operation !== 'update' ||
    id === undefined ||
    (await wouldChangeEmailOrRole(req, Number(id), data))
  if (!isSensitive || (await isProved(req))) return args
  const { message, reason, status } = staffError('proof_required', { reason: 'proof_required' })
  refuse(message, status, reason)
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
  const isDemotion = operation === 'update' && originalDoc?.role === 'admin' && role !== 'admin'
  if (isDemotion && (await isLastAdmin(req, originalDoc.id))) {
    refuse('This is the last admin. Make somebody else an admin first.', 409)
  }
  return data
}

export const keepLastAdmin: CollectionBeforeDeleteHook = async ({ id, req }) => {
  if (await isLastAdmin(req, id)) {
    refuse('This is the last admin. Make somebody else an admin first.', 409)
  }
}

/**
 * When an account's address changes, ends the account's sessions and links, and mails the old address. Mails the other
 * admins about a new admin.
 */
export const handleAccessChange: CollectionAfterChangeHook = async ({
  doc,
  operation,
  previousDoc,
  req,
}) => {
  const isMoved = operation === 'update' && doc.email !== previousDoc.email
  if (isMoved) await endAccessOfOldAddress(req, doc, previousDoc.email)
  if (doc.role === 'admin' && previousDoc?.role !== 'admin') await announceAdmin(req, doc)
  return doc
}

/** Adds the time at which the session ends to the response, for Payload's admin. */
export const addSessionExpiry: CollectionAfterMeHook = async ({ req, response }) => ({
  ...(response as object),
  exp: await sessionExpiry(req),
})

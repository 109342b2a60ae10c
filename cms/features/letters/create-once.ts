import { addDataAndFileToRequest, type Endpoint, type PayloadRequest } from 'payload'
import { inTransaction } from '../../platform/database/transaction.ts'
import { can } from '../../platform/staff/can.ts'
import { lockCreation, recordCreation } from './service.ts'

const collection = 'letters'
const keyPattern = /^[0-9a-f]{24}$/

/**
 * Creates one letter for each `formKey`. If the reply to a form's first save was lost and the form is sent again, the
 * request updates the created letter. That request is refused with 409 if somebody else has changed the letter since.
 */
export const createOnce: Endpoint = {
  method: 'post',
  path: '/',
  handler: async (req) => {
    await addDataAndFileToRequest(req)
    const { formKey, ...data } = (req.data ?? {}) as Record<string, unknown>
    const isKey = typeof formKey === 'string' && keyPattern.test(formKey)
    // Requests without a staff session take no lock.
    return isKey && can(req, 'letters.write') ? saveOnce(req, data, formKey) : create(req, data)
  },
}

const saveOnce = (req: PayloadRequest, data: object, key: string): Promise<Response> =>
  inTransaction(req, async (db) => {
    const before = await lockCreation(db, key)
    const response = before
      ? await update(req, before.letter, { ...data, updatedAt: before.savedAt.toISOString() })
      : await create(req, data)
    const { doc } = await response.clone().json()
    await recordCreation(db, key, { letter: doc.id, savedAt: new Date(doc.updatedAt) })
    return response
  })

// The reply has the format of Payload's own endpoint.
async function create(req: PayloadRequest, data: object): Promise<Response> {
  const doc = await req.payload.create({ ...options(req), data: data as never })
  const label = String(req.payload.collections[collection].config.labels.singular)
  const message = req.t('general:successfullyCreated', { label })
  return Response.json({ doc, message }, { status: 201 })
}

async function update(req: PayloadRequest, id: number, data: object): Promise<Response> {
  const doc = await req.payload.update({ ...options(req), id, data: data as never })
  return Response.json({ doc, message: req.t('general:updatedSuccessfully') })
}

const options = (req: PayloadRequest) =>
  ({ collection, depth: 0, overrideAccess: false, req }) as const
